/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * T17, T18: contents of a real program.  Its bytes are those that it has, a change
 * of them is marked, a pointer is followed, what lies far away is found; the right
 * button opens them in the editor, and the screen comes back; frames are read from
 * the folder that they were captured into.  T16, T20: captures, several of them, in
 * the same panes.
 */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "session.h"

/* Of the row that has the text, as it is drawn; the mark is before it. */
#define TEXT "4b 4e 4f 57 4e 2d 42 59  54 45 53 00"

static char folder[64];

static bool is_ready(void *arg)
{
	const struct run *r = arg;
	char *out = read_file(r->out_path, NULL);
	bool ready = out && strstr(out, "ready");

	free(out);
	return ready;
}

static void start(struct run *r)
{
	char *path = victim("known");

	run_start(r, (char *[]){ path, NULL });
	free(path);
	if (!ok(wait_for(is_ready, r), "the program is there"))
		bail("no victim");
}

static void write_file(const char *path, const char *text, mode_t mode)
{
	FILE *f = fopen(path, "w");

	if (!f || fputs(text, f) < 0 || fclose(f) || chmod(path, mode))
		bail("cannot write a file");
}

/* An editor that keeps what it is given, and what it is called with. */
static void set_editor(void)
{
	char path[96], text[300];

	snprintf(path, sizeof path, "%s/editor", folder);
	snprintf(text, sizeof text, "#!%s\ncp \"$1\" %s/edited.new && "
		 "mv %s/edited.new %s/edited\n", "/bin/sh", folder, folder,
		 folder);
	write_file(path, text, 0700);
	setenv("EDITOR", path, 1);
	unsetenv("VISUAL");
}

static bool was_edited(void *arg)
{
	char path[96];

	(void)arg;
	snprintf(path, sizeof path, "%s/edited", folder);
	return access(path, R_OK) == 0;
}

static char *edited(void)
{
	char path[96];

	snprintf(path, sizeof path, "%s/edited", folder);
	return read_file(path, NULL);
}

static void bytes(struct session *s, const struct run *r)
{
	session_type(s, ":contents of-known\r");
	screen_ok(s, session_shows(s, TEXT), "T17 x: the bytes that it has");
	screen_ok(s, session_shows(s, "KNOWN-BYTES."), "and their text");
	/* The first row is that of the text: the counter is three below. */
	session_type(s, "jjj");
	screen_ok(s, session_shows(s, "u8 0  u16 0  u32 0"),
		  "the counter is 0");
	ok(write(r->in, "x", 1) == 1, "it counts");
	screen_ok(s, session_shows(s, "u8 1  u16 1  u32 1"),
		  "S13, T17 what changed is read anew");
	screen_ok(s, session_shows(s, "changed 0."), "and said to have");
	session_type(s, "km");
	screen_ok(s, session_shows(s, "since the mark at "), "T17 m: a mark");
	ok(write(r->in, "x", 1) == 1, "it counts again");
	screen_ok(s, session_shows(s, "~"), "what differs is marked");
	session_type(s, "j");
	screen_ok(s, session_shows(s, "was 01 at the mark"),
		  "with what it was");
	session_type(s, "M");
	screen_ok(s, session_hides(s, "since the mark"), "M: no more");
}

static void pointers(struct session *s)
{
	session_type(s, "k");
	screen_ok(s, session_shows(s, "s+0x100"),
		  "a pointer, and where to");
	session_type(s, "\r");
	screen_ok(s, session_shows(s, " +0x100 "), "S13, T17 Enter follows it");
	screen_ok(s, session_shows(s, "the-target"), "to what is there");
	session_type(s, "\033");
	screen_ok(s, session_shows(s, " +0x20 "), "Esc goes back");
	session_type(s, "/far-away\r");
	screen_ok(s, session_shows(s, " +0x40000 "), "S13, T17 what is far is found");
	session_type(s, ":go of-known+0x100\r");
	screen_ok(s, session_shows(s, " +0x100 "), ":go goes there");
	/* The sentence may be the one of the find before: where the cursor is
	 * tells that it is found. */
	session_type(s, ":pointers\r");
	screen_ok(s, session_hides(s, " +0x100 ") &&
		      session_shows(s, "Found at "), "what points there too");
	session_type(s, ":go of-known\r");
	screen_ok(s, session_shows(s, " +0x0 "), "and to the beginning");
	session_type(s, ":find-bytes 74 68 65 2d 74\r");
	screen_ok(s, session_shows(s, " +0x100 "), "bytes are found");
}

static void opened(struct session *s)
{
	char *hex;
	int col, row;

	session_type(s, ":go of-known\r");
	screen_ok(s, session_shows(s, TEXT), "back at the beginning");
	row = session_find(s, TEXT, &col);
	session_mouse(s, 2, col + 6, row, 'M');
	session_mouse(s, 2, col + 6, row, 'm');
	screen_ok(s, session_shows(s, "Open with: [1 "),
		  "the right button asks with what");
	screen_ok(s, session_shows(s, " +0x2 "), "the cursor is there");
	session_answer(s, "\r");
	ok(session_until(s, was_edited, NULL), "T17 the editor has it");
	hex = edited();
	ok(hex && !strncmp(hex, "00000000: 4b4e 4f57 4e2d 4259 5445 5300 ", 40)
	   && strstr(hex, "KNOWN-BYTES"), "as hex");
	free(hex);
	screen_ok(s, session_shows(s, TEXT), "the screen is back");
	session_type(s, "O");
	screen_ok(s, session_shows(s, "Open with: [1 "), "O asks too");
	session_answer(s, "\033");
	screen_ok(s, session_hides(s, "Open with: [1 "), "Esc ends it");
}

static void decoded(struct session *s, const struct run *r)
{
	session_type(s, ":decoder char text[16]; u64 _[2]; ptr to; u64 _; "
			"u32 count\r");
	screen_ok(s, session_shows(s, "text: \"KNOWN-BYTES\""),
		  "T18 a layout decodes them");
	screen_ok(s, session_shows(s, "count: 2 (0x2)"), "the counter too");
	ok(write(r->in, "x", 1) == 1, "it counts on");
	screen_ok(s, session_shows(s, "count: 3 (0x3)"), "T18 decoded anew");
	session_type(s, ":decoder off\r");
	screen_ok(s, session_hides(s, "count: "), "off");
}

static void live(void)
{
	struct run r;
	struct session s;
	char pid[16];

	start(&r);
	snprintf(pid, sizeof pid, "%d", r.pid);
	session_start(&s, 24, 80, (const char *[]){ "-p", pid, NULL });
	screen_ok(&s, session_shows(&s, "Regions"), "the screen comes up");
	screen_ok(&s, session_shows(&s, "of-known"), "the region is there");
	bytes(&s, &r);
	pointers(&s);
	opened(&s);
	decoded(&s, &r);
	session_type(&s, "d");
	screen_ok(&s, session_shows(&s, "as last read"),
		  "T17 what was let go is not called live");
	session_type(&s, "q");
	ok(session_end(&s) == 0, "left");
	session_release(&s);
	run_release(&r);
}

/* --- frames ------------------------------------------------------------------------- */

static void frames(void)
{
	struct run r;
	struct session s;
	char pid[16], option[96];

	start(&r);
	snprintf(pid, sizeof pid, "%d", r.pid);
	snprintf(option, sizeof option, "--save-mmap=%s/capture", folder);
	session_start(&s, 24, 80, (const char *[]){ option, "-p", pid, NULL });
	screen_ok(&s, session_shows(&s, "of-known"), "captured: the region");
	session_type(&s, ":contents of-known\r");
	screen_ok(&s, session_shows(&s, "live, 1 frame"), "T17 there is a frame");
	ok(write(r.in, "x", 1) == 1, "it counts");
	screen_ok(&s, session_shows(&s, "live, 2 frames"), "and a second");
	session_type(&s, ",");
	screen_ok(&s, session_shows(&s, "frame 2 of 2"), "T17 , shows it");
	session_type(&s, "jjj");
	screen_ok(&s, session_shows(&s, "u8 1  u16 1  u32 1"),
		  "with the bytes that it has");
	screen_ok(&s, session_shows(&s, "changed in this frame"),
		  "and what changed");
	session_type(&s, ",");
	screen_ok(&s, session_shows(&s, "frame 1 of 2"), "T17 , the one before");
	screen_ok(&s, session_shows(&s, "u8 0  u16 0  u32 0"),
		  "with what was there then");
	session_type(&s, "l");
	screen_ok(&s, session_shows(&s, "live, 2 frames"), "l: live again");
	session_type(&s, ":frame 1\r");
	screen_ok(&s, session_shows(&s, "frame 1 of 2"), "T17 :frame 1");
	session_leave(&s);
	ok(session_end(&s) == 0, "left");
	session_release(&s);
	run_release(&r);
}

/* --- captures ------------------------------------------------------------------------ */

/* Another one, of the processes 4121 and 4122, whose bytes are known. */
static void make_capture(void)
{
	char *text;

	if (asprintf(&text, "%s/tests/support/makecapture %s/other >%s/name",
		     getenv("top_builddir"), folder, folder) < 0 ||
	    system(text) != 0)
		bail("no capture");
	free(text);
}

/* Both at once, in the panes of a live session. */
static void several(void)
{
	struct session s;
	char one[80], other[80];

	make_capture();
	snprintf(one, sizeof one, "%s/capture", folder);
	snprintf(other, sizeof other, "%s/other", folder);
	session_start(&s, 40, 120, (const char *[]){ "contents", one, other,
						     NULL });
	screen_ok(&s, session_row_shows(&s, 0, "victims/known"),
		  "T20 contents DIR DIR: a screen of both");
	screen_ok(&s, session_row_shows(&s, 1, "processes 3"),
		  "T20 all their processes");
	screen_ok(&s, session_shows(&s, "producer"), "T20 by name");
	session_type(&s, ":contents of-known\r");
	screen_ok(&s, session_shows(&s, "frame 2 of 2"),
		  "T16, T20 the newest frame of a region");
	session_type(&s, "jjj");
	screen_ok(&s, session_shows(&s, "changed in this frame"),
		  "T20 with what changed");
	session_type(&s, ",");
	screen_ok(&s, session_shows(&s, "frame 1 of 2"), "T17, T20 the first");
	screen_ok(&s, session_shows(&s, "u8 0  u16 0  u32 0"),
		  "T17, T20 and its bytes");
	session_type(&s, ":decoder char text[16]; u64 _[4]; u32 count\r");
	screen_ok(&s, session_shows(&s, "count: 0 (0x0)"),
		  "T18, T20 decoded");
	session_type(&s, ".");
	screen_ok(&s, session_shows(&s, "count: 1 (0x1)"),
		  "T18 and anew in the next frame");
	session_type(&s, ":decoder off\r:go of-known\r/far-away\r");
	screen_ok(&s, session_shows(&s, " +0x40000 "),
		  "T17, T20 text is found, whatever region it is in");
	session_type(&s, "n");
	screen_ok(&s, session_shows(&s, "there is no process to do that"),
		  "nothing is there to be traced");
	session_type(&s, "p\033:process 4121\r");
	session_type(&s, ":contents queue\r:frame 2\r/Hello\r");
	screen_ok(&s, session_shows(&s, "frame 2 of 3") &&
		      session_shows(&s, " +0x1388 "),
		  "T20 the other capture's");
	session_resize(&s, 24, 80);
	screen_ok(&s, session_row_shows(&s, 23, "q Leave"),
		  "80x24: no question is asked");
	screen_ok(&s, session_shows(&s, "frame 2 of 3"), "it is there still");
	session_type(&s, "q");
	ok(session_end(&s) == 0, "left");
	session_release(&s);
}

static bool is_gone(void *arg)
{
	return task_state(*(pid_t *)arg) == 0;
}

/* There is no engine to do it. */
static void killed(void)
{
	struct session s;
	char other[80];
	pid_t second;

	snprintf(other, sizeof other, "%s/other", folder);
	session_start(&s, 24, 80, (const char *[]){ "contents", other, NULL });
	session_shows(&s, "producer");
	second = child_of(s.pid, "mmtop-rescuer");
	send_to(s.pid, SIGKILL);
	ok(session_end(&s) == -SIGKILL && session_restores(&s),
	   "contents killed: the terminal is put back");
	ok(second && wait_for(is_gone, &second), "and no process stays behind");
	session_release(&s);
}

int main(void)
{
	char *text;

	snprintf(folder, sizeof folder, "%s/mmtop-contents.XXXXXX",
		 getenv("TMPDIR") && strlen(getenv("TMPDIR")) < 30 ?
		 getenv("TMPDIR") : "/tmp");
	if (!mkdtemp(folder))
		bail("no folder");
	plan(69);
	set_editor();
	live();
	frames();
	several();
	killed();
	if (asprintf(&text, "rm -rf %s", folder) > 0) {
		ok(system(text) == 0, "nothing is left behind");
		free(text);
	}
	return done();
}
