/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A paste acts only where text is typed.  No paste ends the program, with
 * bracketed paste or without, whatever it contains.
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

/* --- helpers ------------------------------------------------------------------ */

static bool is_taken(void *arg)
{
	const struct session *s = arg;
	int waiting = -1;

	return ioctl(s->slave, FIONREAD, &waiting) == 0 && waiting == 0;
}

/* Types, and waits until mmtop has read it. */
static bool types(struct session *s, const char *bytes)
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

static bool types_much(struct session *s, const char *bytes, size_t n)
{
	struct large l = { s, bytes, n };

	return session_until(s, is_written, &l) &&
	       session_until(s, is_taken, s);
}

static bool runs(struct session *s)
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
	   "%s: y, typed, leaves; pastes are the terminal's own again", name);
	session_release(s);
}

/* --- with brackets ------------------------------------------------------------- */

static void outside_a_line(void)
{
	static const char *const texts[] = {
		"query", "quit\ny", ":quit\ny\n", "qy", "K\033[<0;3;24M",
		"\033\033q", "", "\033[201q", "q\003\003y",
	};
	struct session s;
	char paste[64];

	start(&s);
	ok(s.raw && strstr(s.raw, "\033[?2004h"), "bracketed paste is on");
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		snprintf(paste, sizeof paste, BEGIN "%s" END, texts[i]);
		types(&s, paste);
		screen_ok(&s, session_row_shows(&s, 23, "Pasted text is ignored"),
			  "outside a line a paste is ignored");
		types(&s, "\033");
		screen_ok(&s, session_row_shows(&s, 23, "q Quit"),
			  "and asks nothing");
	}
	leave(&s, "brackets");
}

static void within_a_line(void)
{
	struct session s;

	start(&s);
	types(&s, ":" BEGIN "quit\ny\n" END);
	screen_ok(&s, session_row_shows(&s, 23, ":quit y") && runs(&s),
		  "in a line a paste is text, its line breaks are blanks");
	types(&s, "\025" "ab\002" BEGIN "\033[31m\001é\377\n\303" END "c");
	screen_ok(&s, session_row_shows(&s, 23, ":a[31mécb"),
		  "what cannot be drawn is left out; the cursor is behind it");
	types(&s, "\033/" BEGIN "stack\n" END);
	screen_ok(&s, session_row_shows(&s, 23, "/stack") &&
		  session_row_shows(&s, 23, "1 of 1 at"), "/ finds what is pasted");
	types(&s, "\033");
	session_row_shows(&s, 23, "q Quit");
	types(&s, "f" BEGIN "stack\n" END);
	screen_ok(&s, session_row_shows(&s, 23, "f stack") &&
		  session_hides(&s, "libc.so"), "f filters by what is pasted");
	types(&s, "\033");
	session_row_shows(&s, 23, "q Quit");
	leave(&s, "in a line");
}

static void in_pieces(void)
{
	static char large[LARGE + 2 * 6 + 1];
	struct session s;
	long before, after;

	start(&s);
	types(&s, ":" BEGIN "qu");
	types(&s, "it\n\033[2");
	types(&s, "01");
	types(&s, "~z");
	screen_ok(&s, session_row_shows(&s, 23, ":quitz"),
		  "a paste may come in pieces");
	types(&s, "\025" BEGIN "no end\r");
	screen_ok(&s, session_row_shows(&s, 23, ":no end") && runs(&s),
		  "without an end it is over after a while");
	types(&s, "!");
	screen_ok(&s, session_row_shows(&s, 23, ":no end!"),
		  "and keys are keys again");
	types(&s, "\025");
	before = status_field(s.pid, "VmHWM");
	memset(large, 'q', LARGE + 6);
	memcpy(large, BEGIN, 6);
	memcpy(large + LARGE + 6, END, 6);
	ok(types_much(&s, large, sizeof large - 1), "a large one is read");
	screen_ok(&s, session_row_shows(&s, 23, "qqqq"), "to its end");
	after = status_field(s.pid, "VmHWM");
	ok(before > 0 && after - before < LARGE / 1024 / 2 * SLOWER,
	   "without being kept (%ld KiB more)", after - before);
	types(&s, "\033");
	session_row_shows(&s, 23, "q Quit");
	leave(&s, "in pieces");
}

static void for_the_program(void)
{
	struct session s;

	start(&s);
	types(&s, "7T" BEGIN "qy" END "\r");
	screen_ok(&s, session_shows(&s, "heard: qy"),
		  "T: a program that did not ask gets the text alone");
	types(&s, "brackets\r");
	session_shows(&s, "brackets are on");
	types(&s, BEGIN "one\rtwo" END "\r");
	screen_ok(&s, session_shows(&s, "heard: ^[[200~one") &&
		  session_shows(&s, "heard: two^[[201~"),
		  "one that asked gets the brackets too");
	types(&s, "\035");
	session_row_shows(&s, 23, "q Quit");
	leave(&s, "T");
}

/* --- without brackets ------------------------------------------------------------ */

/* A burst of keys that opens a question does not answer it. */
static void burst(struct session *s, const char *keys, const char *question)
{
	types(s, keys);
	screen_ok(s, session_row_shows(s, 23, question),
		  "a burst of keys opens a question");
	/* In a burst behind the drawing: y has keys before it. */
	types(s, "uery");
	session_answer(s, "\033");
	screen_ok(s, session_row_shows(s, 23, "q Quit") && runs(s),
		  "and does not answer it");
}

static void keys_in_a_burst(void)
{
	struct session s;

	start(&s);
	burst(&s, "query", "Kill talker");
	burst(&s, "qy", "Kill talker");
	burst(&s, "qd", "Kill talker");
	burst(&s, ":quit\ry", "Kill talker");
	burst(&s, ":kill\ryy", "Kill talker");
	burst(&s, "\003yyyyyyyy", "Kill talker");
	burst(&s, "t\t\r", "Enter");
	screen_ok(&s, session_row_shows(&s, 0, "calls"), "t: the level stays");
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
	types(&s, "\032");
	ok(session_until(&s, is_off, &s), "Ctrl-Z gives pastes back");
	session_continue(&s);
	ok(session_until(&s, is_on, &s), "fg takes them again");
	kill(s.pid, SIGKILL);
	ok(session_until(&s, is_off, &s), "kill -9 gives them back");
	ok(session_restores(&s), "with all of the terminal");
	session_release(&s);
	session_start(&s, 24, 80, (const char *[]){ talker, NULL });
	session_shows(&s, "1 Regions");
	send_fault(s.pid, SIGSEGV);
	ok(session_until(&s, is_off, &s) && session_restores(&s),
	   "so does a crash");
	session_release(&s);
}

static void chooser(void)
{
	struct session s;

	session_start(&s, 24, 80, (const char *[]){ NULL });
	session_shows(&s, "PID");
	types(&s, BEGIN "mmtop\n" END);
	screen_ok(&s, session_shows(&s, "mmtop") && s.status < 0 &&
		  !session_has(&s, "RUN"),
		  "the chooser finds what is pasted, and attaches to nothing");
	types(&s, "\003");
	ok(session_end(&s) == 0 && session_restored(&s),
	   "the chooser gives pastes back");
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
	chooser();
	free(talker);
	return done();
}
