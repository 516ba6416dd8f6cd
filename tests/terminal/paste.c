/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A paste acts only in a text line. No paste may end the program, with or
 * without bracketed paste, whatever it contains.
 */
#include <config.h>

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "session.h"

#define BEGIN "\033[200~"
#define END "\033[201~"
enum { LARGE = 1 << 20 };

static char *talker;

/* --- helpers -------------------------------------------------------------- */

static bool is_taken(void *arg)
{
	const struct session *s = arg;
	int waiting = -1;

	return ioctl(s->slave, FIONREAD, &waiting) == 0 && waiting == 0;
}

/* Types, and waits until mmtop has read all of it. */
static bool type_and_wait(struct session *s, const char *bytes)
{
	session_type(s, bytes);
	return session_until(s, is_taken, s);
}

struct large {
	struct session *s;
	const char *at;
	size_t n;
};

static bool is_written(void *arg)
{
	struct large *l = arg;
	ssize_t n;

	while (l->n && (n = write(l->s->master, l->at, l->n)) > 0) {
		l->at += n;
		l->n -= (size_t)n;
	}
	return !l->n;
}

static bool type_large(struct session *s, const char *bytes, size_t n)
{
	struct large l = { s, bytes, n };

	return session_until(s, is_written, &l) &&
	       session_until(s, is_taken, s);
}

static bool is_running(struct session *s)
{
	return session_row_shows(s, 0, "RUN") && s->status < 0;
}

static void start(struct session *s)
{
	session_start(s, 24, 80, (const char *[]){ talker, NULL });
	session_shows(s, "1 Regions");
}

static void leave(struct session *s, const char *name)
{
	session_leave(s);
	ok(session_end(s) == 0 && session_restored(s),
	   "%s: a typed y leaves, and bracketed paste is off", name);
	session_release(s);
}

/* --- with brackets -------------------------------------------------------- */

static void outside_a_line(void)
{
	static const char *const texts[] = {
		"query", "quit\ny", ":quit\ny\n", "qy", "K\033[<0;3;24M",
		"\033\033q", "", "\033[201q", "q\003\003y",
	};
	struct session s;
	char paste[64];

	start(&s);
	ok(s.raw && strstr(s.raw, "\033[?2004h"),
	   "mmtop enables bracketed paste");
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		snprintf(paste, sizeof paste, BEGIN "%s" END, texts[i]);
		type_and_wait(&s, paste);
		screen_ok(&s, session_row_shows(&s, 23, "Pasted text is ignored"),
			  "outside a line, a paste is ignored");
		type_and_wait(&s, "\033");
		screen_ok(&s, session_row_shows(&s, 23, "q Quit"),
			  "an ignored paste opens no question");
	}
	leave(&s, "brackets");
}

static void within_a_line(void)
{
	struct session s;

	start(&s);
	type_and_wait(&s, ":" BEGIN "quit\ny\n" END);
	screen_ok(&s, session_row_shows(&s, 23, ":quit y") && is_running(&s),
		  "in a line, a paste is text and its line breaks are blanks");
	type_and_wait(&s,
		      "\025" "ab\002" BEGIN "\033[31m\001é\377\n\303" END "c");
	screen_ok(&s, session_row_shows(&s, 23, ":a[31mécb"),
		  "control characters are dropped, the cursor is after the "
		  "paste");
	type_and_wait(&s, "\033/" BEGIN "stack\n" END);
	screen_ok(&s, session_row_shows(&s, 23, "/stack") &&
		  session_row_shows(&s, 23, "1 of 1 at"),
		  "/ searches for the pasted text");
	type_and_wait(&s, "\033");
	session_row_shows(&s, 23, "q Quit");
	type_and_wait(&s, "f" BEGIN "stack\n" END);
	screen_ok(&s, session_row_shows(&s, 23, "f stack") &&
		  session_hides(&s, "libc.so"), "f filters by the pasted text");
	type_and_wait(&s, "\033");
	session_row_shows(&s, 23, "q Quit");
	leave(&s, "in a line");
}

static void in_pieces(void)
{
	static char large[LARGE + 2 * 6 + 1];
	struct session s;
	long before, after;

	start(&s);
	type_and_wait(&s, ":" BEGIN "qu");
	type_and_wait(&s, "it\n\033[2");
	type_and_wait(&s, "01");
	type_and_wait(&s, "~z");
	screen_ok(&s, session_row_shows(&s, 23, ":quitz"),
		  "a paste may arrive in pieces");
	type_and_wait(&s, "\025" BEGIN "no end\r");
	screen_ok(&s, session_row_shows(&s, 23, ":no end") && is_running(&s),
		  "a paste without an end mark ends after a timeout");
	type_and_wait(&s, "!");
	screen_ok(&s, session_row_shows(&s, 23, ":no end!"),
		  "then keys are keys again");
	type_and_wait(&s, "\025");
	before = status_field(s.pid, "VmHWM");
	memset(large, 'q', LARGE + 6);
	memcpy(large, BEGIN, 6);
	memcpy(large + LARGE + 6, END, 6);
	ok(type_large(&s, large, sizeof large - 1), "a large paste is read");
	screen_ok(&s, session_row_shows(&s, 23, "qqqq"),
		  "the end of a large paste is recognized");
	after = status_field(s.pid, "VmHWM");
	ok(before > 0 && after - before < LARGE / 1024 / 2 * SLOWER,
	   "a large paste is not stored (%ld KiB more)", after - before);
	type_and_wait(&s, "\033");
	session_row_shows(&s, 23, "q Quit");
	leave(&s, "in pieces");
}

static void for_the_program(void)
{
	struct session s;

	start(&s);
	type_and_wait(&s, "7T" BEGIN "qy" END "\r");
	screen_ok(&s, session_shows(&s, "heard: qy"),
		  "T: a program without bracketed paste gets the text only");
	type_and_wait(&s, "brackets\r");
	session_shows(&s, "brackets are on");
	type_and_wait(&s, BEGIN "one\rtwo" END "\r");
	screen_ok(&s, session_shows(&s, "heard: ^[[200~one") &&
		  session_shows(&s, "heard: two^[[201~"),
		  "T: a program with bracketed paste gets the brackets, too");
	type_and_wait(&s, "\035");
	session_row_shows(&s, 23, "q Quit");
	leave(&s, "T");
}

/* --- without brackets ----------------------------------------------------- */

/* Keys in a burst may open a question, but not answer it. */
static void burst(struct session *s, const char *keys, const char *question)
{
	type_and_wait(s, keys);
	screen_ok(s, session_row_shows(s, 23, question),
		  "a burst of keys opens a question");
	/* A burst that mmtop reads after it has drawn: y has keys before it. */
	type_and_wait(s, "uery");
	session_answer(s, "\033");
	screen_ok(s, session_row_shows(s, 23, "q Quit") && is_running(s),
		  "a burst of keys does not answer the question");
}

static void keys_in_a_burst(void)
{
	struct session s;

	start(&s);
	burst(&s, "query", "Kill talker");
	burst(&s, "qy", "Kill talker");
	burst(&s, "qd", "Kill talker");
	burst(&s, ":quit\ry", "Kill talker");
	burst(&s, ":kill KILL\ryy", "SIGKILL");
	burst(&s, "\003yyyyyyyy", "Kill talker");
	burst(&s, "t\t\r", "Enter");
	screen_ok(&s, session_row_shows(&s, 0, "calls"),
		  "t in a burst: the level is unchanged");
	leave(&s, "a burst");
}

/* --- other roles with the terminal ---------------------------------------- */

static bool is_off(void *arg)
{
	const struct session *s = arg;
	const char *on = NULL, *off = NULL;

	for (const char *p = s->raw; p && (p = strstr(p, "\033[?2004")); p++)
		if (p[7] == 'h')
			on = p;
		else
			off = p;
	return on && off && off > on;
}

static bool is_on(void *arg)
{
	const struct session *s = arg;

	return s->raw && strstr(s->raw, "\033[?2004h") && !is_off(arg);
}

static void stopped_and_killed(void)
{
	struct session s;

	session_start_job(&s, 24, 80, (const char *[]){ talker, NULL });
	session_shows(&s, "1 Regions");
	type_and_wait(&s, "\032");
	ok(session_until(&s, is_off, &s), "Ctrl-Z disables bracketed paste");
	session_continue(&s);
	ok(session_until(&s, is_on, &s), "fg enables bracketed paste again");
	kill(s.pid, SIGKILL);
	ok(session_until(&s, is_off, &s),
	   "after kill -9 bracketed paste is disabled");
	ok(session_restores(&s), "after kill -9 the terminal is restored");
	session_release(&s);
	session_start(&s, 24, 80, (const char *[]){ talker, NULL });
	session_shows(&s, "1 Regions");
	send_fault(s.pid, SIGSEGV);
	ok(session_until(&s, is_off, &s) && session_restores(&s),
	   "after a crash the terminal is restored, too");
	session_release(&s);
}

static void paste_into_picker(void)
{
	struct session s;

	session_start(&s, 24, 80, (const char *[]){ NULL });
	session_shows(&s, "PID");
	type_and_wait(&s, BEGIN "mmtop\n" END);
	screen_ok(&s, session_shows(&s, "mmtop") && s.status < 0 &&
		  !session_has(&s, "RUN"),
		  "the picker searches for the pasted text and attaches to "
		  "nothing");
	type_and_wait(&s, "\003");
	ok(session_end(&s) == 0 && session_restored(&s),
	   "the picker disables bracketed paste");
	session_release(&s);
}

int main(void)
{
	talker = built("tests/terminal/talker");
	plan(1 + 9 * 2 + 1 + 5 + 7 + 3 + 7 * 2 + 2 + 5 + 2);
	outside_a_line();
	within_a_line();
	in_pieces();
	for_the_program();
	keys_in_a_burst();
	stopped_and_killed();
	paste_into_picker();
	free(talker);
	return done();
}
