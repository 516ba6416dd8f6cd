/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A program does not notice that mmtop attaches and detaches: blocking calls
 * continue, and return when they should.
 */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "driver.h"
#include "live.h"
#include "sitting.h"

#define CYCLES test_times(10, 3)

static const char *const level_names[] = { "watch", "calls" };

/* --- with the engine, repeatedly ------------------------------------------ */

/* For the letters see driver.h. */
static void cycles(const char *program, bool threads, enum level level,
		   const char *letters, bool kills, const char *name)
{
	const struct sitting_round round = {
		.level = level, .letters = letters, .kills = kills,
	};
	struct sitting s;
	char full[128];

	snprintf(full, sizeof full, "%s, %s, %s", name,
		 threads ? "threads" : "processes", level_names[level]);
	sitting_start(&s, program, threads, LONG_MS);
	if (!sitting_rounds(&s, &round, CYCLES))
		diag("a cycle failed");
	sitting_undisturbed(&s, full);
	sitting_release(&s);
}

static void short_calls(const char *program, const char *bits)
{
	static const char *const letters[] = {
		"", "d", "h", "hc", "lw", "wlwl", "dad", "nn", "hchc", "hd",
	};

	sitting_short_calls(program, 0, letters, 10, 6 * CYCLES, bits);
}

/* Proves that these tests can fail. */
static void without_repair(const char *program)
{
	struct sitting s;
	struct driver d;

	sitting_start(&s, program, true, LONG_MS);
	ok(driver_start(&d, s.pids, s.n, LEVEL_CALLS, DRIVER_NO_REPAIR) &&
	   driver_do(&d, ".") && driver_end(&d) && sitting_settled(&s) &&
	   sitting_broken(&s, 0) >= 5,
	   "without the repair, some calls are disturbed");
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

/* --- with mmtop itself ------------------------------------- */

/* mmtop gets a -p for each process. */
static void with_program(const char *program, const char *level)
{
	char *log = work_file("log"), name[64];
	struct sitting s;
	struct run r;

	snprintf(name, sizeof name, "--level=%s", level);
	sitting_start(&s, program, false, LONG_MS);
	sitting_watched(&s, &r,
			(const char *[]){ "-b", "-o", log, name, NULL });
	ok(file_holds(log, " attach "), "mmtop %s attaches to %zu processes",
	   name, s.n);
	kill(r.pid, SIGTERM);
	ok(run_wait(&r) && run_status(&r) == 128 + SIGTERM,
	   "TERM ends mmtop, and it detaches");
	sitting_undisturbed(&s, name);
	run_release(&r);
	sitting_release(&s);
	free(log);
}

int main(void)
{
	char *v64 = victim("blocking"), *v32 = victim32_or_skip("blocking");

	plan((v32 ? 2 : 1) * (9 + 2) + 1 + 2 * 3);
	with_engine(v64, "64-bit");
	sitting_timeouts(v64, true, 0, "..d", "64-bit");
	short_calls(v64, "64-bit");
	without_repair(v64);
	if (v32) {
		with_engine(v32, "32-bit");
		sitting_timeouts(v32, true, 0, "..d", "32-bit");
		short_calls(v32, "32-bit");
	}
	with_program(v64, "watch");
	with_program(v64, "calls");
	free(v64);
	free(v32);
	return done();
}
