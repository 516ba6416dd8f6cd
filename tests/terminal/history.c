/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The paused view of a live program: the view stands still, the program does
 * not; back in time, memory is as it was; live again, it is as it is now.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session.h"

#define SIZE "0x700000"			/* 1,792 pages */
#define PRESSES 60

/* Starts the victim.  Returns the address of its memory, 0 if it has none. */
static unsigned long start(struct run *r)
{
	char *path = victim("toucher"), *out;
	unsigned long at = 0;

	run_start(r, (char *[]){ path, (char *)SIZE, (char *)"touch", NULL });
	free(path);
	if (!run_printed(r, " at\n"))
		return 0;
	out = read_file(r->out_path, NULL);
	if (out)
		sscanf(out, "%lx at", &at);
	free(out);
	return at;
}

static bool touch(struct run *r, int pages)
{
	bool all = true;

	for (int i = 0; i < pages; i++)
		all = write(r->in, "x", 1) == 1 && all;
	return all;
}

/* Goes back by seconds until a row shows the text. */
static bool goes_back_to(struct session *s, const char *text)
{
	for (int i = 0; i < PRESSES; i++) {
		char before[256];

		snprintf(before, sizeof before, "%s", session_row(s, 0));
		session_type(s, "[");
		if (!session_hides(s, before))
			return false;
		if (session_has(s, text))
			return true;
	}
	return false;
}

static void attached(void)
{
	struct run r;
	struct session s;
	char pid[16], go[64];
	unsigned long at = start(&r);

	if (!ok(at, "the victim is ready"))
		bail("the victim does not start");
	snprintf(pid, sizeof pid, "%d", r.pid);
	session_start(&s, 36, 80, (const char *[]){ "-p", pid, NULL });
	snprintf(go, sizeof go, ":go %lx\r1z", at);
	session_shows(&s, "7.00M");
	session_type(&s, go);
	screen_ok(&s, session_shows(&s, "LIVE   ") &&
		  session_hides(&s, "LIVE   0.") &&
		  session_hides(&s, "LIVE   1.") &&
		  session_hides(&s, "LIVE   2."), "three seconds pass");
	touch(&r, 3);
	screen_ok(&s, session_shows(&s, " 3 of 1,792 pages resident"),
		  "three pages are touched");
	session_type(&s, " ");
	screen_ok(&s, session_shows(&s, "PAUSED"), "Space pauses the view");
	touch(&r, 2);
	screen_ok(&s, session_hides(&s, "PAUSED   -0.") &&
		  session_hides(&s, "PAUSED   -1."),
		  "the program runs on, two pages are touched");
	screen_ok(&s, session_has(&s, " 3 of 1,792 pages resident") &&
		  session_has(&s, "The program keeps running: "),
		  "the view stands still");
	screen_ok(&s, goes_back_to(&s, " 0 of 1,792 pages resident"),
		  "[ goes back to the time without a page");
	session_type(&s, "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]");
	screen_ok(&s, session_shows(&s, " 5 of 1,792 pages resident") &&
		  session_has(&s, "PAUSED"), "] goes to the newest moment");
	session_type(&s, " ");
	screen_ok(&s, session_shows(&s, "LIVE") &&
		  session_shows(&s, " 5 of 1,792 pages resident"),
		  "Space returns to live");
	touch(&r, 1);
	screen_ok(&s, session_shows(&s, " 6 of 1,792 pages resident"),
		  "and the next page is shown");
	session_leave(&s);
	ok(session_end(&s) == 0, "left");
	session_release(&s);
	run_release(&r);
}

/* The calls of a launched program, one by one. */
static void launched(void)
{
	struct session s;

	session_start(&s, 24, 80,
		      (const char *[]){ "/bin/sh", "-c", "exit 3", NULL });
	screen_ok(&s, session_shows(&s, "ENDED"), "a program ends");
	session_type(&s, "3");
	screen_ok(&s, session_shows(&s, "exited with status 3"),
		  "its last event is its exit");
	session_type(&s, ",,");
	screen_ok(&s, session_hides(&s, "exited with status 3") &&
		  session_has(&s, "PAUSED") &&
		  !session_has(&s, "ENDED"), ", goes back before the end");
	session_type(&s, "Z");
	screen_ok(&s, session_shows(&s, "exited with status 3") &&
		  session_shows(&s, "ENDED"), "Z returns to the end");
	session_leave(&s);
	ok(session_end(&s) == 3, "left");
	session_release(&s);
}

static void none(void)
{
	struct session s;

	session_start(&s, 24, 80,
		      (const char *[]){ "--history=0", "/bin/cat", NULL });
	screen_ok(&s, session_shows(&s, "RUN"), "a program without history");
	session_type(&s, "[");
	screen_ok(&s, session_shows(&s, "No history is stored"),
		  "--history=0: [ explains why it cannot go back");
	session_type(&s, "\033 ");
	screen_ok(&s, session_shows(&s, "PAUSED"), "Space still pauses");
	session_leave(&s);
	session_end(&s);
	session_release(&s);
}

int main(void)
{
	plan(19);
	attached();
	launched();
	none();
	return done();
}
