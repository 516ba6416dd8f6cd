/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Nobody notices that mmtop came and went: blocking calls go on as if nothing
 * had been, and end when they should.
 */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "live.h"
#include "sitting.h"

#define LONG_MS 600000
#define SHORT_MS 300
#define TINY_MS 2
#define CYCLES test_times(10, 3)

static const char *const level_names[] = { "watch", "calls" };

static bool none(struct sitting *s, const char *name)
{
	bool settled = sitting_settled(s);
	int early = sitting_disturbed(s, 0, BLOCKING_EARLY);
	int others = sitting_disturbed(s, BLOCKING_EARLY, BLOCKING_CALLS);

	return ok(settled && !early && !others,
		  "%s: %d of %d blocking calls disturbed (and %d of %d that "
		  "restart by themselves)", name, early, BLOCKING_EARLY,
		  others, BLOCKING_CALLS - BLOCKING_EARLY);
}

/* --- with the engine, many times ---------------------------------------------------- */

/* Letters: see driver.h. */
static void cycles(const char *program, bool threads, enum level level,
		   const char *letters, bool kills, const char *name)
{
	struct sitting s;
	struct driver d;
	char full[128];
	bool good = true;

	snprintf(full, sizeof full, "%s, %s, %s", name,
		 threads ? "threads" : "processes", level_names[level]);
	sitting_start(&s, program, threads, LONG_MS);
	for (int i = 0; good && i < CYCLES; i++) {
		good = driver_start(&d, s.pids, s.n, level, 0) &&
		       driver_do(&d, letters);
		if (!good)
			break;
		/* Killed while it stops them, nobody could repair it. */
		if (kills) {
			good = sitting_calm(&s);
			driver_kill(&d);
		} else {
			good = driver_end(&d);
		}
		good = good && sitting_settled(&s);
	}
	if (!good)
		diag("a cycle failed");
	none(&s, full);
	sitting_release(&s);
}

/* Calls that are just being entered, or are about to return. */
static void short_calls(const char *program, const char *bits)
{
	static const char *const letters[] = {
		"", "d", "h", "hc", "lw", "wlwl", "dad", "nn", "hchc", "hd",
	};
	struct sitting s;
	struct driver d;
	bool good = true;

	sitting_start(&s, program, true, TINY_MS);
	for (int i = 0; good && i < 6 * CYCLES; i++)
		good = driver_start(&d, s.pids, s.n,
				    i % 3 ? LEVEL_CALLS : LEVEL_WATCH, 0) &&
		       driver_do(&d, letters[i % 10]) && driver_end(&d);
	ok(!sitting_broken(&s) && good, "%s: of calls that come and go none "
	   "is broken off", bits);
	sitting_release(&s);
}

/* All these tests can fail. */
static void without_repair(const char *program)
{
	struct sitting s;
	struct driver d;

	sitting_start(&s, program, true, LONG_MS);
	ok(driver_start(&d, s.pids, s.n, LEVEL_CALLS, DRIVER_NO_REPAIR) &&
	   driver_do(&d, ".") && driver_end(&d) && sitting_settled(&s) &&
	   sitting_broken(&s) >= 5, "without the repair some are disturbed");
	sitting_release(&s);
}

static void with_engine(const char *program, const char *bits)
{
	char name[64];

	for (enum level l = LEVEL_WATCH; l <= LEVEL_CALLS; l++) {
		snprintf(name, sizeof name, "%s: attach, detach", bits);
		cycles(program, true, l, ".", false, name);
		cycles(program, false, l, ".", false, name);
	}
	snprintf(name, sizeof name, "%s: hold, continue", bits);
	cycles(program, false, LEVEL_CALLS, ".hchc.", false, name);
	snprintf(name, sizeof name, "%s: detached while held", bits);
	cycles(program, true, LEVEL_CALLS, ".h", false, name);
	snprintf(name, sizeof name, "%s: levels changed", bits);
	cycles(program, true, LEVEL_WATCH, ".l.w.l.", false, name);
	snprintf(name, sizeof name, "%s: attached again and again", bits);
	cycles(program, false, LEVEL_CALLS, "dadadada", false, name);
	snprintf(name, sizeof name, "%s: kill -9", bits);
	cycles(program, false, LEVEL_CALLS, "hc.", true, name);
}

/* --- they still end when they should ------------------------------------------------- */

struct rounds {
	struct sitting *s;
	uint64_t round;
};

static bool all_back(void *arg)
{
	const struct rounds *r = arg;

	for (int i = 0; i < BLOCKING_CALLS; i++)
		if (r->s->slots[i].timed && !r->s->slots[i].absent &&
		    r->s->slots[i].returned < r->round)
			return false;
	return true;
}

/* The clock is read before and after the call, in whole milliseconds. */
static bool in_time(const volatile struct blocking_slot *slot)
{
	if (!slot->timed || slot->absent ||
	    (slot->error == slot->wanted && slot->elapsed_ms >= SHORT_MS - 1))
		return true;
	diag("%s ended after %llu ms: %s", (const char *)slot->name,
	     (unsigned long long)slot->elapsed_ms, strerror(slot->error));
	return false;
}

static void timeouts(const char *program, const char *bits)
{
	struct sitting s;
	struct driver d;
	struct rounds r = { .s = &s };
	bool good = true;

	sitting_start(&s, program, true, SHORT_MS);
	while (good && r.round++ < 3) {
		good = driver_start(&d, s.pids, s.n, LEVEL_CALLS, 0) &&
		       driver_do(&d, "..d") && driver_end(&d) &&
		       wait_for(all_back, &r);
		for (int i = 0; i < BLOCKING_CALLS; i++)
			good = good && in_time(&s.slots[i]);
	}
	ok(good, "%s: timeouts are what they were, not shorter", bits);
	sitting_release(&s);
}

/* --- the program itself ------------------------------------ */

/* Each process with a -p of its own. */
static void with_program(const char *program, const char *level)
{
	char *log = work_file("log"), numbers[BLOCKING_CALLS][16];
	char *argv[8 + 2 * BLOCKING_CALLS] = { getenv("MMTOP"), (char *)"-b",
					       (char *)"-o", log };
	char name[64];
	struct sitting s;
	struct run r;
	size_t n = 4;

	snprintf(name, sizeof name, "--level=%s", level);
	argv[n++] = name;
	sitting_start(&s, program, false, LONG_MS);
	for (size_t i = 0; i < s.n; i++) {
		snprintf(numbers[i], sizeof numbers[i], "%d", s.pids[i]);
		argv[n++] = (char *)"-p";
		argv[n++] = numbers[i];
	}
	run_start(&r, argv);
	ok(file_holds(log, " attach "), "mmtop %s attaches to %zu processes",
	   name, s.n);
	kill(r.pid, SIGTERM);
	ok(run_wait(&r) && run_status(&r) == 128 + SIGTERM, "and leaves them");
	none(&s, name);
	run_release(&r);
	sitting_release(&s);
	free(log);
}

int main(void)
{
	char *v64 = victim("blocking"), *v32 = victim32("blocking");

	plan((v32 ? 2 : 1) * (9 + 2) + 1 + 2 * 3);
	with_engine(v64, "64-bit");
	timeouts(v64, "64-bit");
	short_calls(v64, "64-bit");
	without_repair(v64);
	if (v32) {
		with_engine(v32, "32-bit");
		timeouts(v32, "32-bit");
		short_calls(v32, "32-bit");
	}
	with_program(v64, "watch");
	with_program(v64, "calls");
	free(v64);
	free(v32);
	return done();
}
