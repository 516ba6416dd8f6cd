/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen on a real terminal: it appears, and follows keys and sizes. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session.h"

static void start_and_panes(char *talker)
{
	struct session s;

	session_start(&s, 24, 80, (const char *[]){ talker, NULL });
	screen_ok(&s, session_row_shows(&s, 0, "RUN"),
		  "row 1 shows that the program runs");
	screen_ok(&s, session_row_shows(&s, 0, "talker"),
		  "row 1 shows its name");
	screen_ok(&s, session_row_shows(&s, 1, "RSS"),
		  "row 2 shows its memory");
	screen_ok(&s, session_shows(&s, "1 Regions"),
		  "Regions is shown at 80x24");
	screen_ok(&s, session_shows(&s, "[stack]") ||
		  session_has(&s, "libc"), "regions are listed");
	screen_ok(&s, session_shows(&s, "3 Calls"), "the last calls are shown");
	screen_ok(&s, session_row_shows(&s, 23, "q Quit"),
		  "the key bar is shown");
	session_type(&s, "s");
	screen_ok(&s, session_shows(&s, "6 System"), "s opens System");
	session_type(&s, "\033");
	screen_ok(&s, session_shows(&s, "1 Regions"), "Esc closes it");
	session_type(&s, "?");
	screen_ok(&s, session_shows(&s, "Help: Regions"), "? opens help");
	session_type(&s, "\033");
	screen_ok(&s, session_hides(&s, "Help: Regions"), "Esc closes help");
	session_type(&s, "p");
	screen_ok(&s, session_hides(&s, "1 Regions"), "p opens Process");
	session_type(&s, "p7");
	screen_ok(&s, session_shows(&s, "is ready"),
		  "P58 7 shows the output of the program");
	session_type(&s, "Thello\r");
	screen_ok(&s, session_shows(&s, "heard: hello"),
		  "P59 T types into the program");
	screen_ok(&s, session_row_shows(&s, 23, "TYPING"),
		  "the bottom row shows that typing is on");
	session_type(&s, "\035");
	screen_ok(&s, session_hides(&s, "TYPING"), "Ctrl-] ends typing");
	session_type(&s, "\032");
	screen_ok(&s, session_shows(&s, "Ctrl-Z needs a shell"),
		  "P55 Ctrl-Z without a shell shows a message");
	session_resize(&s, 40, 120);
	screen_ok(&s, session_shows(&s, "7 Output"), "P56 a resize is followed");
	session_type(&s, "1");
	screen_ok(&s, session_shows(&s, "5 Processes") &&
		  session_shows(&s, "2 Pages") &&
		  session_shows(&s, "4 Signals"),
		  "all panes are shown at 120x40");
	screen_ok(&s, strstr(session_row(&s, 3), "┬") != NULL,
		  "separators are between the panes");
	session_resize(&s, 4, 19);
	screen_ok(&s, session_shows(&s, "mmtop needs"),
		  "P56 a terminal that is too small gets a message");
	session_resize(&s, 24, 80);
	screen_ok(&s, session_shows(&s, "1 Regions"),
		  "P56 a larger terminal gets the screen again");
	session_type(&s, "q");
	screen_ok(&s, session_row_shows(&s, 23, "Kill talker"),
		  "q asks before quitting");
	session_type(&s, "\r");
	session_answer(&s, "\033");
	screen_ok(&s, session_row_shows(&s, 23, "q Quit"),
		  "Enter does not answer yes, Esc stays");
	session_type(&s, "\003");
	screen_ok(&s, session_row_shows(&s, 23, "Kill talker"),
		  "Ctrl-C asks the same question");
	session_answer(&s, "y");
	ok(session_end(&s) == 0, "y quits with status 0");
	ok(session_restored(&s), "the terminal is restored");
	session_release(&s);
}

static void stepping(char *talker)
{
	struct session s;

	session_start(&s, 24, 80, (const char *[]){ "-s", talker, NULL });
	screen_ok(&s, session_row_shows(&s, 0, "HELD"),
		  "with -s the program starts held");
	session_type(&s, "n");
	screen_ok(&s, session_row_shows(&s, 0, "before") ||
		  session_row_shows(&s, 0, "after"), "n makes a step");
	session_type(&s, "c");
	screen_ok(&s, session_row_shows(&s, 0, "RUN"),
		  "c continues the program");
	session_type(&s, "7");
	screen_ok(&s, session_shows(&s, "is ready"), "the program runs");
	session_type(&s, "i");
	screen_ok(&s, session_row_shows(&s, 0, "HELD"), "i holds the program");
	session_leave(&s);
	ok(session_end(&s) == 0, "quitting with a held program exits with 0");
	ok(session_restored(&s),
	   "the terminal is restored after a held program");
	session_release(&s);
}

static void endings(char *talker)
{
	struct session s;

	session_start(&s, 24, 80, (const char *[]){ talker, NULL });
	session_shows(&s, "1 Regions");
	session_type(&s, "Texit 7\r");
	screen_ok(&s, session_row_shows(&s, 0, "ENDED"),
		  "the end of the program is shown");
	screen_ok(&s, session_row_shows(&s, 0, "exited 7"),
		  "its exit status is shown");
	session_type(&s, "q");
	ok(session_end(&s) == 7, "q exits with its status, without a question");
	session_release(&s);

	session_start(&s, 24, 80, (const char *[]){ talker, NULL });
	session_shows(&s, "1 Regions");
	session_type(&s, "Tdie\r");
	screen_ok(&s, session_row_shows(&s, 0, "SIGUSR1"),
		  "its signal is shown");
	session_type(&s, "q");
	ok(session_end(&s) == -10, "mmtop ends with the same signal");
	ok(session_restored(&s), "the terminal is restored after a signal");
	session_release(&s);
}

static void cannot_start(void)
{
	char *log = work_file("failed"), *text;
	struct session s;
	size_t size = 1;

	session_start(&s, 24, 80, (const char *[]){ "/nonexistent/prog", NULL });
	ok(session_end(&s) == 127, "an unknown program exits with 127");
	ok(session_has(&s, "Cannot run /nonexistent/prog"),
	   "a message names the program");
	ok(!strstr(s.raw, "1049"), "the screen was not used for it");
	session_release(&s);
	/* The log is created, but there are no events. */
	session_start(&s, 24, 80, (const char *[]){ "-o", log,
						    "/nonexistent/prog", NULL });
	ok(session_end(&s) == 127, "with a log, the exit status is the same");
	text = read_file(log, &size);
	ok(text && !size, "the log is empty");
	free(text);
	free(log);
	session_release(&s);
}

/* True if the attributes contain a colour other than 39 and 49, the
 * defaults. */
static bool has_color(const char *raw)
{
	for (const char *p = raw; p && (p = strstr(p, "\033[")); p++) {
		const char *end = p + 2 + strspn(p + 2, "0123456789;");
		if (*end != 'm')
			continue;
		for (const char *n = p + 2; n < end;) {
			char *next;
			long v = strtol(n, &next, 10);
			if ((v >= 30 && v <= 38) || (v >= 40 && v <= 48) ||
			    v >= 90)
				return true;
			n = next > n ? next : n + 1;
			n += *n == ';';
		}
	}
	return false;
}

static void other_terminals(char *talker)
{
	struct session s;

	setenv("TEST_TERM", "vt100", 1);
	session_start(&s, 24, 80, (const char *[]){ "--ascii", talker, NULL });
	screen_ok(&s, session_shows(&s, "= 1 Regions"),
		  "monochrome, in ASCII");
	session_leave(&s);
	ok(session_end(&s) == 0, "mmtop exits with 0");
	ok(s.raw && !has_color(s.raw), "monochrome: no colour is sent");
	session_release(&s);
	setenv("TEST_TERM", "xterm", 1);
	setenv("NO_COLOR", "1", 1);
	session_start(&s, 24, 80, (const char *[]){ talker, NULL });
	screen_ok(&s, session_shows(&s, "1 Regions"),
		  "8 colours with NO_COLOR: the screen appears");
	session_leave(&s);
	session_end(&s);
	ok(s.raw && !has_color(s.raw), "NO_COLOR: no colour is sent");
	session_release(&s);
	unsetenv("NO_COLOR");
	session_start(&s, 24, 80, (const char *[]){ talker, NULL });
	session_shows(&s, "1 Regions");
	session_leave(&s);
	session_end(&s);
	ok(has_color(s.raw), "without NO_COLOR colours are sent");
	session_release(&s);
	setenv("TEST_TERM", "no-such-terminal", 1);
	session_start(&s, 24, 80, (const char *[]){ talker, NULL });
	ok(session_end(&s) == 125, "an unknown terminal exits with 125");
	ok(session_has(&s, "no-such-terminal"), "a message names the terminal");
	session_release(&s);
	unsetenv("TEST_TERM");
}

int main(void)
{
	char *talker = built("tests/terminal/talker");

	plan(53);
	start_and_panes(talker);
	stepping(talker);
	endings(talker);
	cannot_start();
	other_terminals(talker);
	free(talker);
	return done();
}
