/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * While a traced program sleeps, mmtop wakes only a few times a second, and
 * logs later events as usual.
 */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "live.h"

/* Wakeups a second; without rest, the clock alone causes twenty. */
#define MOST 10

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

struct waking {
	pid_t pid;
	double since;
	long then, per_second;
};

/* True if the process woke so rarely in the last second. */
static bool wakes_rarely(void *arg)
{
	struct waking *w = arg;
	long is = status_field(w->pid, "voluntary_ctxt_switches");

	if (w->since > 0 && now() < w->since + 1)
		return false;
	w->per_second = w->since > 0 ? (long)((double)(is - w->then) /
					      (now() - w->since)) : MOST + 1;
	w->since = now();
	w->then = is;
	return w->per_second <= MOST;
}

static void check(const char *level)
{
	char *log = work_file("log"), option[32], pid[16];
	char *const argv[] = { (char *)"/bin/sh", (char *)"-c",
			       (char *)"read x; exec sleep 600", NULL };
	struct waking w = { 0 };
	struct run v, m;

	run_start(&v, argv);
	snprintf(option, sizeof option, "--level=%s", level);
	snprintf(pid, sizeof pid, "%d", (int)v.pid);
	run_mmtop(&m, "-b", "-o", log, "-d", "60", option, "-p", pid, NULL);
	ok(file_holds(log, " attach "), "level %s: attached", level);
	/* The front only waits: the engine has the clock. */
	w.pid = engine_of(m.pid);
	if (!ok(w.pid && wait_for(wakes_rarely, &w),
		"level %s: mmtop rests", level))
		diag("mmtop woke %ld times a second", w.per_second);
	if (write(v.in, "x\n", 2) != 2)
		bail("write");
	ok(file_holds(log, " exec "), "level %s: a later event is logged",
	   level);
	w.since = 0;
	ok(wait_for(wakes_rarely, &w), "level %s: mmtop rests again", level);
	send_to(m.pid, SIGTERM);
	ok(run_wait(&m), "level %s: mmtop exits", level);
	run_release(&m);
	run_release(&v);
	free(log);
}

int main(void)
{
	plan(2 * 5);
	check("watch");
	check("calls");
	return done();
}
