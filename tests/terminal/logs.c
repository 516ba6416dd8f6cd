/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A log beside the screen: what --events asks for and nothing else, and what a
 * person is told when it cannot be written. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session.h"

/* The lines between start and end with a word of these, and all of them. */
static int lines_with(const char *text, const char *const *words, int *all)
{
	int n = 0;

	*all = 0;
	while (*text) {
		size_t len = strcspn(text, "\n");
		char *line = strndup(text, len);
		bool found = false;

		for (const char *const *w = words; *w; w++)
			found |= strstr(line, *w) != NULL;
		if (!strstr(line, " start version=") &&
		    !strstr(line, " end events=")) {
			(*all)++;
			n += found;
			if (!found)
				diag("%s", line);
		}
		free(line);
		text += len + (text[len] == '\n');
	}
	return n;
}

static void beside(char *talker)
{
	static const char *const words[] = { " launch ", " exec ", " exited ",
					     "--- SIG", NULL };
	char *log = work_file("log"), *text;
	struct session s;
	int all = 0;

	session_start(&s, 24, 80, (const char *[]){ "-o", log,
		      "--events=process,signal", talker, NULL });
	ok(session_shows(&s, "1 Regions"), "a log beside the screen");
	ok(file_holds(log, " launch "), "is written while it is shown");
	session_type(&s, "Texit 3\r");
	session_row_shows(&s, 0, "ENDED");
	session_type(&s, "q");
	ok(session_end(&s) == 3, "the screen ends with the program's status");
	text = read_file(log, NULL);
	ok(text && lines_with(text, words, &all) == all && all >= 2,
	   "the log holds what --events names and nothing else");
	ok(text && strstr(text, " end events="), "to its end");
	free(text);
	free(log);
	session_release(&s);
}

static void full(char *talker)
{
	struct session s;

	session_start(&s, 24, 80, (const char *[]){ "-o", "/dev/full", talker,
						    NULL });
	ok(session_shows(&s, "The log ends here"), "a full disk is told");
	session_type(&s, "Texit 0\r");
	ok(session_row_shows(&s, 0, "exited 0"), "and the program goes on");
	session_type(&s, "q");
	ok(session_end(&s) == 125, "mmtop ends with 125");
	session_release(&s);
}

int main(void)
{
	char *talker = built("tests/terminal/talker");

	plan(8);
	beside(talker);
	full(talker);
	free(talker);
	return done();
}
