/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * T17, T18: the contents of a real program on the screen: its bytes, marks of
 * changes, a followed pointer, a distant match; the right button opens the
 * bytes in the editor and the screen comes back; captured frames are read from
 * their folder. T16, T20: several captures in the same panes.
 */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "session.h"

/* The bytes of the row with the text, as drawn after the mark. */
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
	if (!ok(wait_for(is_ready, r), "the victim is ready"))
		bail("the victim does not start");
}

static void write_file(const char *path, const char *text, mode_t mode)
{
	FILE *f = fopen(path, "w");

	if (!f || fputs(text, f) < 0 || fclose(f) || chmod(path, mode))
		bail("cannot write a file");
}

/* An editor that keeps a copy of the file that it is called with. */
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

static void check_bytes(struct session *s, const struct run *r)
{
	session_type(s, ":contents of-known\r");
	screen_ok(s, session_shows(s, TEXT),
		  "T17 x: the contents are the program's bytes");
	screen_ok(s, session_shows(s, "KNOWN-BYTES."), "their text is shown");
	/* The text is in the first row, the counter three rows below. */
	session_type(s, "jjj");
	screen_ok(s, session_shows(s, "u8 0  u16 0  u32 0"),
		  "the counter is 0");
	ok(write(r->in, "x", 1) == 1, "the program increments the counter");
	screen_ok(s, session_shows(s, "u8 1  u16 1  u32 1"),
		  "S13, T17 changed bytes are read again");
	screen_ok(s, session_shows(s, "changed 0."),
		  "the time of the change is shown");
	session_type(s, "km");
	screen_ok(s, session_shows(s, "since the mark at "),
		  "T17 m: sets a mark");
	ok(write(r->in, "x", 1) == 1,
	   "the program increments the counter again");
	screen_ok(s, session_shows(s, "~"),
		  "bytes that differ from the mark are marked");
	session_type(s, "j");
	screen_ok(s, session_shows(s, "was 01 at the mark"),
		  "their value at the mark is shown");
	session_type(s, "M");
	screen_ok(s, session_hides(s, "since the mark"), "M: removes the mark");
}

static void check_pointers(struct session *s)
{
	session_type(s, "k");
	screen_ok(s, session_shows(s, "s+0x100"),
		  "a pointer is shown with its target");
	session_type(s, "\r");
	screen_ok(s, session_shows(s, " +0x100 "),
		  "S13, T17 Enter follows the pointer");
	screen_ok(s, session_shows(s, "the-target"), "the target is shown");
	session_type(s, "\033");
	screen_ok(s, session_shows(s, " +0x20 "), "Esc returns to the pointer");
	session_type(s, "/far-away\r");
	screen_ok(s, session_shows(s, " +0x40000 "),
		  "S13, T17 text far away is found");
	session_type(s, ":go of-known+0x100\r");
	screen_ok(s, session_shows(s, " +0x100 "),
		  ":go moves the cursor to an address");
	/* The previous search may have left the same message: the cursor shows
	 * whether this one found something. */
	session_type(s, ":pointers\r");
	screen_ok(s, session_hides(s, " +0x100 ") &&
		      session_shows(s, "Found at "),
		  ":pointers finds a pointer to the cursor's address");
	session_type(s, ":go of-known\r");
	screen_ok(s, session_shows(s, " +0x0 "),
		  ":go moves the cursor to the start of the region");
	session_type(s, ":find-bytes 74 68 65 2d 74\r");
	screen_ok(s, session_shows(s, " +0x100 "), ":find-bytes finds bytes");
}

static void check_editor(struct session *s)
{
	char *hex;
	int col, row;

	session_type(s, ":go of-known\r");
	screen_ok(s, session_shows(s, TEXT),
		  "the cursor is at the start again");
	row = session_find(s, TEXT, &col);
	session_mouse(s, 2, col + 6, row, 'M');
	session_mouse(s, 2, col + 6, row, 'm');
	screen_ok(s, session_shows(s, "Open with: [1 "),
		  "the right button asks which program to open with");
	screen_ok(s, session_shows(s, " +0x2 "),
		  "the right button moves the cursor");
	session_answer(s, "\r");
	ok(session_until(s, was_edited, NULL),
	   "T17 the editor is called with a file");
	hex = edited();
	ok(hex && !strncmp(hex, "00000000: 4b4e 4f57 4e2d 4259 5445 5300 ", 40)
	   && strstr(hex, "KNOWN-BYTES"),
	   "the file is a hex dump of the bytes");
	free(hex);
	screen_ok(s, session_shows(s, TEXT),
		  "the screen comes back after the editor");
	session_type(s, "O");
	screen_ok(s, session_shows(s, "Open with: [1 "),
		  "O asks which program to open with");
	session_answer(s, "\033");
	screen_ok(s, session_hides(s, "Open with: [1 "),
		  "Esc closes the question");
}

static void check_decoder(struct session *s, const struct run *r)
{
	session_type(s, ":decoder char text[16]; u64 _[2]; ptr to; u64 _; "
			"u32 count\r");
	screen_ok(s, session_shows(s, "text: \"KNOWN-BYTES\""),
		  "T18 a layout decodes the bytes");
	screen_ok(s, session_shows(s, "count: 2 (0x2)"),
		  "the layout decodes the counter");
	ok(write(r->in, "x", 1) == 1,
	   "the program increments the counter once more");
	screen_ok(s, session_shows(s, "count: 3 (0x3)"),
		  "T18 a change is decoded again");
	session_type(s, ":decoder off\r");
	screen_ok(s, session_hides(s, "count: "), "off");
}

static void check_live(void)
{
	struct run r;
	struct session s;
	char pid[16];

	start(&r);
	snprintf(pid, sizeof pid, "%d", r.pid);
	session_start(&s, 24, 80, (const char *[]){ "-p", pid, NULL });
	screen_ok(&s, session_shows(&s, "Regions"), "the screen appears");
	screen_ok(&s, session_shows(&s, "of-known"), "the region is listed");
	check_bytes(&s, &r);
	check_pointers(&s);
	check_editor(&s);
	check_decoder(&s, &r);
	session_type(&s, "d");
	screen_ok(&s, session_shows(&s, "as last read"),
		  "T17 after a detach, the bytes are not called live");
	session_type(&s, "q");
	ok(session_end(&s) == 0, "left");
	session_release(&s);
	run_release(&r);
}

/* --- frames --------------------------------------------------------------- */

static void check_frames(void)
{
	struct run r;
	struct session s;
	char pid[16], option[96];

	start(&r);
	snprintf(pid, sizeof pid, "%d", r.pid);
	snprintf(option, sizeof option, "--save-mmap=%s/capture", folder);
	session_start(&s, 24, 80, (const char *[]){ option, "-p", pid, NULL });
	screen_ok(&s, session_shows(&s, "of-known"),
		  "the captured region is listed");
	session_type(&s, ":contents of-known\r");
	screen_ok(&s, session_shows(&s, "live, 1 frame"),
		  "T17 the first frame is counted");
	ok(write(r.in, "x", 1) == 1, "the program increments the counter");
	screen_ok(&s, session_shows(&s, "live, 2 frames"),
		  "a change makes a second frame");
	session_type(&s, ",");
	screen_ok(&s, session_shows(&s, "frame 2 of 2"),
		  "T17 , shows the newest frame");
	session_type(&s, "jjj");
	screen_ok(&s, session_shows(&s, "u8 1  u16 1  u32 1"),
		  "the frame has its bytes");
	screen_ok(&s, session_shows(&s, "changed in this frame"),
		  "the bytes changed in the frame are named");
	session_type(&s, ",");
	screen_ok(&s, session_shows(&s, "frame 1 of 2"),
		  "T17 , shows the frame before");
	screen_ok(&s, session_shows(&s, "u8 0  u16 0  u32 0"),
		  "the older frame has its bytes");
	session_type(&s, "l");
	screen_ok(&s, session_shows(&s, "live, 2 frames"),
		  "l: shows the live bytes");
	session_type(&s, ":frame 1\r");
	screen_ok(&s, session_shows(&s, "frame 1 of 2"),
		  "T17 :frame 1 shows the first frame");
	session_leave(&s);
	ok(session_end(&s) == 0, "left");
	session_release(&s);
	run_release(&r);
}

/* --- captures ------------------------------------------------------------- */

/* Another capture, with known bytes of the processes 4121 and 4122. */
static void make_capture(void)
{
	char *text;

	if (asprintf(&text, "%s/tests/support/makecapture %s/other >%s/name",
		     getenv("top_builddir"), folder, folder) < 0 ||
	    system(text) != 0)
		bail("cannot make the capture");
	free(text);
}

/* Both captures, in the panes of a live session. */
static void check_captures(void)
{
	struct session s;
	char one[80], other[80];

	make_capture();
	snprintf(one, sizeof one, "%s/capture", folder);
	snprintf(other, sizeof other, "%s/other", folder);
	session_start(&s, 40, 120, (const char *[]){ "contents", one, other,
						     NULL });
	screen_ok(&s, session_row_shows(&s, 0, "victims/known"),
		  "T20 contents DIR DIR: one screen shows both captures");
	screen_ok(&s, session_row_shows(&s, 1, "processes 3"),
		  "T20 all processes of both are counted");
	screen_ok(&s, session_shows(&s, "producer"),
		  "T20 the processes have their names");
	session_type(&s, ":contents of-known\r");
	screen_ok(&s, session_shows(&s, "frame 2 of 2"),
		  "T16, T20 the newest frame of a region is shown");
	session_type(&s, "jjj");
	screen_ok(&s, session_shows(&s, "changed in this frame"),
		  "T20 the bytes changed in the frame are named");
	session_type(&s, ",");
	screen_ok(&s, session_shows(&s, "frame 1 of 2"),
		  "T17, T20 , shows the frame before");
	screen_ok(&s, session_shows(&s, "u8 0  u16 0  u32 0"),
		  "T17, T20 the frame has its bytes");
	session_type(&s, ":decoder char text[16]; u64 _[4]; u32 count\r");
	screen_ok(&s, session_shows(&s, "count: 0 (0x0)"),
		  "T18, T20 a layout decodes the frame");
	session_type(&s, ".");
	screen_ok(&s, session_shows(&s, "count: 1 (0x1)"),
		  "T18 the next frame is decoded again");
	session_type(&s, ":decoder off\r:go of-known\r/far-away\r");
	screen_ok(&s, session_shows(&s, " +0x40000 "),
		  "T17, T20 text is found in any region");
	session_type(&s, "n");
	screen_ok(&s, session_shows(&s, "there is no running process"),
		  "n: there is no process to step");
	session_type(&s, "p\033:process 4121\r");
	session_type(&s, ":contents queue\r:frame 2\r/Hello\r");
	screen_ok(&s, session_shows(&s, "frame 2 of 3") &&
		      session_shows(&s, " +0x1388 "),
		  "T20 the frames of the other capture are shown");
	session_resize(&s, 24, 80);
	screen_ok(&s, session_row_shows(&s, 23, "q Quit"),
		  "80x24: leaving asks no question");
	screen_ok(&s, session_shows(&s, "frame 2 of 3"),
		  "a resize keeps the frame");
	session_type(&s, "q");
	ok(session_end(&s) == 0, "left");
	session_release(&s);
}

static bool is_gone(void *arg)
{
	return task_state(*(pid_t *)arg) == 0;
}

/* Without an engine, mmtop-rescuer restores the terminal. */
static void check_killed(void)
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
	   "contents killed: the terminal is restored");
	ok(second && wait_for(is_gone, &second),
	   "contents killed: no process is left");
	session_release(&s);
}

int main(void)
{
	char *text;

	snprintf(folder, sizeof folder, "%s/mmtop-contents.XXXXXX",
		 getenv("TMPDIR") && strlen(getenv("TMPDIR")) < 30 ?
		 getenv("TMPDIR") : "/tmp");
	if (!mkdtemp(folder))
		bail("cannot make a folder");
	plan(69);
	set_editor();
	check_live();
	check_frames();
	check_captures();
	check_killed();
	if (asprintf(&text, "rm -rf %s", folder) > 0) {
		ok(system(text) == 0, "the test's folder is removed");
		free(text);
	}
	return done();
}
