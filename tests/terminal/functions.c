/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of functions on the screen: the stack that mmtop stored when a call
 * mapped memory, and the code that causes page faults. */
#include <config.h>

#include <stdlib.h>

#include "session.h"

/* Enter on a past call shows its stack. */
static void stack_of_a_call(void)
{
	char *owners = victim("owners");
	struct session s;

	session_start(&s, 36, 100, (const char *[]){ owners, NULL });
	screen_ok(&s, session_shows(&s, "ready"),
		  "the program has mapped its memory");
	session_type(&s, "3z/shared anon\r");
	screen_ok(&s, session_shows(&s, "shared anon"), "the call is found");
	session_type(&s, "\r");
	screen_ok(&s, session_shows(&s, " < shared < main"),
		  "the functions that led to the call are shown");
	session_leave(&s);
	ok(session_end(&s) == 0, "q leaves");
	session_release(&s);
	free(owners);
}

static bool has_perf(void)
{
	struct run r;
	bool works;

	run_mmtop(&r, "-b", "-o", "/dev/null", "--perf", "true", NULL);
	run_wait(&r);
	works = run_status(&r) == 0;
	run_release(&r);
	return works;
}

/* Each byte that the program reads touches a page, in main(). */
static void code_of_faults(void)
{
	char *toucher = victim("toucher");
	struct session s;

	if (!has_perf()) {
		skip("the function that causes faults", "perf is refused here");
		free(toucher);
		return;
	}
	session_start(&s, 40, 120, (const char *[]){ toucher, "419430400",
		      "touch", NULL });
	session_shows(&s, "1 Regions");
	session_type(&s, "fsize > 300M\r");
	session_shows(&s, "1 of ");
	session_type(&s, "T");
	session_shows(&s, "TYPING");
	session_type(&s, "aaa\r\035");
	screen_ok(&s, session_shows(&s, "toucher main"),
		  "the function that causes faults is shown");
	session_leave(&s);
	session_end(&s);
	session_release(&s);
	free(toucher);
}

int main(void)
{
	plan(5);
	stack_of_a_call();
	code_of_faults();
	return done();
}
