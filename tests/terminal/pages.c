/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How fast memory is shown: a page after it is touched; a reservation of 20 TiB
 * as fast as one of 7 MiB, in 40 MB. Each is measured several times and the
 * median counts, as a busy machine may have a slow turn.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "session.h"

#define TOUCHES 9
#define STARTS 5
#define SIZE "0x700000"			/* 1,792 pages; this number identifies
					 * the region */
#define HUGE_SIZE "0x140000000000"	/* 20 TiB */

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

/* Starts the victim. Returns the address of its memory, 0 if it has none. */
static unsigned long start(struct run *r, const char *size, const char *touch)
{
	char *path = victim("toucher"), *out;
	unsigned long at = 0;

	run_start(r, (char *[]){ path, (char *)size, (char *)touch, NULL });
	free(path);
	if (!run_printed(r, " at\n"))
		return 0;
	out = read_file(r->out_path, NULL);
	if (out)
		sscanf(out, "%lx at", &at);
	free(out);
	return at;
}

static void touched_page(void)
{
	struct run r;
	struct session s;
	char pid[16], want[64];
	unsigned long at = start(&r, SIZE, "touch");
	bool all = true;

	if (!ok(at, "the victim is ready"))
		bail("the victim does not start");
	snprintf(pid, sizeof pid, "%d", r.pid);
	session_start(&s, 24, 80, (const char *[]){ "-p", pid, NULL });
	screen_ok(&s, session_shows(&s, "7.00M"), "its region is listed");
	snprintf(want, sizeof want, ":go %lx\r1", at);
	session_type(&s, want);
	screen_ok(&s, session_shows(&s, "of 1,792 pages resident"),
		  "its region can be selected");
	for (int i = 0; i < TOUCHES; i++) {
		snprintf(want, sizeof want, " %d of 1,792 pages resident",
			 i + 1);
		all = write(r.in, "x", 1) == 1 && session_shows(&s, want) &&
		      all;
	}
	screen_ok(&s, all, "every touched page is shown");
	session_leave(&s);
	ok(session_end(&s) == 0, "left");
	session_release(&s);
	run_release(&r);
}

/* Seconds from the start to the first picture; kib: mmtop's memory at its
 * peak. */
static double start_screen(const char *pid, const char *row, bool *all, long *kib)
{
	double from = now(), took;
	struct session s;

	session_start(&s, 24, 80, (const char *[]){ "-p", pid, NULL });
	*all = session_shows(&s, row) && session_shows(&s, "RSS") && *all;
	took = now() - from;
	if (status_field(s.pid, "VmHWM") > *kib)
		*kib = status_field(s.pid, "VmHWM");
	session_leave(&s);
	session_end(&s);
	session_release(&s);
	return took;
}

static void reservation(void)
{
	struct run large, small;
	char large_pid[16], small_pid[16];
	double least = 1e9, best = 1e9;
	long kib = 0, ignored = 0;
	bool all = true;

	if (!start(&large, HUGE_SIZE, NULL)) {
		skip("20 TiB", "20 TiB cannot be reserved here");
		skip("20 TiB", "20 TiB cannot be reserved here");
		skip("20 TiB", "20 TiB cannot be reserved here");
		run_release(&large);
		return;
	}
	start(&small, SIZE, NULL);
	snprintf(large_pid, sizeof large_pid, "%d", large.pid);
	snprintf(small_pid, sizeof small_pid, "%d", small.pid);
	for (int i = 0; i < STARTS; i++) {
		double took = start_screen(small_pid, "7.00M     0", &all,
					   &ignored);

		least = took < least ? took : least;
		took = start_screen(large_pid, "20.0T     0", &all, &kib);
		best = took < best ? took : best;
	}
	ok(all, "20 TiB of PROT_NONE are shown");
	diag("first frame of 7 MiB after %.0f ms, of 20 TiB after %.0f ms, %ld KiB",
	     least * 1e3, best * 1e3, kib);
	ok(best < 10 * least, "20 TiB are shown about as fast as 7 MiB");
	ok(kib > 0 && kib < 40960 * SLOWER, "20 TiB need at most 40 MB");
	run_release(&large);
	run_release(&small);
}

int main(void)
{
	plan(8);
	touched_page();
	reservation();
	return done();
}
