/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that a signal ends: b shows how it came to that, and nothing waited
 * for it.  And b where it is held, on the real screen. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session.h"

static char *program;

static void crashed(void)
{
	struct session s;

	session_start(&s, 24, 80, (const char *[]){ program, "crash", NULL });
	session_row_shows(&s, 0, "ENDED");
	session_type(&s, "b");
	screen_ok(&s, session_shows(&s, " caller+") &&
		  session_shows(&s, " main+"),
		  "who made the call that ended it");
	screen_ok(&s, session_shows(&s, "was ended there by SIGSEGV."),
		  "and what ended it");
	session_type(&s, "\x1b""4");
	screen_ok(&s, session_shows(&s, "nothing is mapped there  ??"),
		  "the signal says where it was");
	session_type(&s, "q");
	ok(session_end(&s) == -11, "it ended as it would have");
	session_release(&s);
}

/* One that is caught or ignored ends nothing. */
static void survived(const char *way, const char *what)
{
	struct session s;

	session_start(&s, 24, 80,
		      (const char *[]){ program, way, NULL });
	session_row_shows(&s, 0, "ENDED");
	session_type(&s, "b");
	screen_ok(&s, session_shows(&s, "its frames went with it"), what);
	session_type(&s, "q");
	session_end(&s);
	session_release(&s);
}

static void held(void)
{
	struct session s;

	session_start(&s, 24, 80,
		      (const char *[]){ "-s", program, "chain", NULL });
	session_row_shows(&s, 0, "HELD");
	session_type(&s, ":catch getppid\nnb");
	screen_ok(&s, session_row_shows(&s, 0, "before getppid") &&
		  session_shows(&s, " inner+") && session_shows(&s, " main+"),
		  "b: the frames where it is held");
	session_type(&s, "j");
	screen_ok(&s, session_shows(&s, "/* here it stops */"),
		  "and the source of the one that is selected");
	session_type(&s, "c");
	screen_ok(&s, session_row_shows(&s, 0, "ENDED"), "it goes on");
	session_type(&s, "\x1bq");
	ok(session_end(&s) == 0, "and ends");
	session_release(&s);
}

/* The keys come together: it goes on long before its files are read. */
static void moved(void)
{
	struct session s;

	session_start(&s, 24, 80,
		      (const char *[]){ "-s", program, "thread", NULL });
	session_row_shows(&s, 0, "HELD");
	session_type(&s, "bc");
	screen_ok(&s, session_shows(&s, "went on meanwhile: this may be wrong"),
		  "frames of one that did not wait for them are told as such");
	screen_ok(&s, session_row_shows(&s, 0, "RUN"), "and it did not wait");
	session_release(&s);
}

int main(void)
{
	plan(12);
	program = victim("frames");
	crashed();
	survived("nowhere", "a signal that is caught leaves none behind");
	survived("ignored", "nor does one that is ignored");
	held();
	moved();
	free(program);
	return done();
}
