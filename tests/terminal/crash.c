/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that a signal kills: b shows the frames of the crash, and the
 * program is not stopped for them. Also: b for a held program, on the real
 * screen. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session.h"

static char *program;

static void check_crash(void)
{
	struct session s;

	session_start(&s, 24, 80, (const char *[]){ program, "crash", NULL });
	session_row_shows(&s, 0, "ENDED");
	session_type(&s, "b");
	screen_ok(&s, session_shows(&s, " caller+") &&
		  session_shows(&s, " main+"),
		  "b shows the callers of the crash");
	screen_ok(&s, session_shows(&s, "was killed there by SIGSEGV."),
		  "b shows the signal that killed the program");
	session_type(&s, "\x1b""4");
	screen_ok(&s, session_shows(&s, "unmapped  ??"),
		  "the signal has its address");
	session_type(&s, "q");
	ok(session_end(&s) == -11, "mmtop ends with the program's signal");
	session_release(&s);
}

/* A signal that is caught or ignored leaves no frames. */
static void check_survived(const char *way, const char *what)
{
	struct session s;

	session_start(&s, 24, 80,
		      (const char *[]){ program, way, NULL });
	session_row_shows(&s, 0, "ENDED");
	session_type(&s, "b");
	screen_ok(&s, session_shows(&s, "no backtrace was kept"), what);
	session_type(&s, "q");
	session_end(&s);
	session_release(&s);
}

static void check_held(void)
{
	struct session s;

	session_start(&s, 24, 80,
		      (const char *[]){ "-s", program, "chain", NULL });
	session_row_shows(&s, 0, "HELD");
	session_type(&s, ":catch getppid\nnb");
	screen_ok(&s, session_row_shows(&s, 0, "before getppid") &&
		  session_shows(&s, " inner+") && session_shows(&s, " main+"),
		  "b: shows the frames where the program is held");
	session_type(&s, "j");
	screen_ok(&s, session_shows(&s, "/* here it stops */"),
		  "b shows the source of the selected frame");
	session_type(&s, "c");
	screen_ok(&s, session_row_shows(&s, 0, "ENDED"),
		  "c continues the program");
	session_type(&s, "\x1bq");
	ok(session_end(&s) == 0, "mmtop ends with the program's status");
	session_release(&s);
}

/* Both keys arrive together: the program continues before its files are
 * read. */
static void check_continued(void)
{
	struct session s;

	session_start(&s, 24, 80,
		      (const char *[]){ "-s", program, "thread", NULL });
	session_row_shows(&s, 0, "HELD");
	session_type(&s, "bc");
	screen_ok(&s, session_shows(&s, "ran during the read: frames "
				    "may be wrong"),
		  "frames of a program that continued are marked as doubtful");
	screen_ok(&s, session_row_shows(&s, 0, "RUN"),
		  "the program did not wait for its frames");
	session_release(&s);
}

int main(void)
{
	plan(12);
	program = victim("frames");
	check_crash();
	check_survived("nowhere", "a caught signal leaves no frames");
	check_survived("ignored", "an ignored signal leaves no frames");
	check_held();
	check_continued();
	free(program);
	return done();
}
