/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A new child does not wait for its creator to get the CPU: mmtop finds the
 * creator and the kind of the child without the creator's event (P21).
 *
 * MMTOP_FAULT=late-creator delays the creator's event until the child has
 * continued, or for the longest time that a child ever waits.  The control is
 * the same program without that fault.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "live.h"

#define TIMES 4
#define TRIES 3
/* mmtop keeps a child without a creator for PARK_NS (source/trace/core/tracer.h).
 * At least 6 children a round, and a program in which only half of them wait,
 * takes longer than this; so does one that takes LATE_TIMES as long. */
#define WAITS_US (6 * TIMES * 200000 / 2)
#define LATE_TIMES 8

struct made {
	int pid, tid, alone;
	long us;
	char *log;
};

static bool run_makers(struct made *m, const char *level, const char *program,
		       bool threads)
{
	char *path = work_file("log"), times[16];
	struct run r;
	bool good;

	snprintf(times, sizeof times, "%d", TIMES);
	run_mmtop(&r, "-b", level, "-o", path, "--", program, times,
		  threads ? "1" : "0", NULL);
	good = run_wait(&r) && run_status(&r) == 0 &&
	       sscanf(r.out, "pid %d tid %d alone %d us %ld", &m->pid, &m->tid,
		      &m->alone, &m->us) == 4;
	if (!good)
		diag("status %d\n%s%s", run_status(&r), r.out ? r.out : "",
		     r.err ? r.err : "");
	m->log = good ? read_file(path, NULL) : NULL;
	run_release(&r);
	free(path);
	return m->log != NULL;
}

static int count(const struct made *m, const char *what)
{
	int n = 0;

	for (const char *at = m->log; (at = strstr(at, what)); at++)
		n++;
	return n;
}

/* True if each child is logged once, with its creator and kind. */
static bool is_right(const struct made *m, bool threads)
{
	const struct {
		const char *how;
		int n;		/* per round */
	} ways[] = {
		/* by clone and clone3 */
		{ "fork", 2 }, { "vfork", 2 }, { "clone", 2 }, { "thread", threads },
	};
	bool good = true;
	char what[64];

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		int n;

		snprintf(what, sizeof what, " %d/%d %s ", m->pid, m->tid,
			 ways[i].how);
		n = count(m, what);
		if (n != ways[i].n * TIMES)
			diag("%s: %d times, not %d", what, n,
			     ways[i].n * TIMES);
		good = good && n == ways[i].n * TIMES;
	}
	snprintf(what, sizeof what, " %d fork ", m->alone);
	return good && count(m, what) == 1 && count(m, " fork ") == 3 * TIMES &&
	       count(m, " vfork ") == 2 * TIMES &&
	       count(m, " clone ") == 2 * TIMES;
}

static void no_wait(const char *level, const char *program, bool threads)
{
	long alone = 0, late = 0;
	bool good = true, right = true;

	for (int i = 0; i < 2 * TRIES && good; i++) {
		struct made m = { .log = NULL };
		long *best = i % 2 ? &late : &alone;

		if (i % 2)
			setenv("MMTOP_FAULT", "late-creator", 1);
		good = run_makers(&m, level, program, threads);
		unsetenv("MMTOP_FAULT");
		if (!good)
			break;
		right = right && is_right(&m, threads);
		*best = !*best || m.us < *best ? m.us : *best;
		free(m.log);
	}
	diag("%s: %ld us, with late creators %ld us", level, alone, late);
	ok(good && right,
	   "P21 %s: each child is logged with its creator", level);
	ok(good && (late < WAITS_US || late < LATE_TIMES * alone),
	   "P21 %s: no child waits for its creator's event", level);
}

int main(void)
{
	char *program = victim("makers");

#ifndef __x86_64__
	skip_all("a new task does not know the call that it comes from");
#endif
	plan(4);
	/* Only the filter shows the creator of a thread. */
	no_wait("--level=watch", program, false);
	no_wait("--level=calls", program, filters_here());
	free(program);
	return done();
}
