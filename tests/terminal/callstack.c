/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Enter on a past call shows the stack that mmtop stored when the call mapped
 * memory. */
#include <config.h>

#include <stdlib.h>

#include "session.h"

int main(void)
{
	char *owners = victim("owners");
	struct session s;

	plan(4);
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
	return done();
}
