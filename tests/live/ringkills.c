/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * kill -9 of a tracer that uses the trace ring, at any moment: no instance is
 * left; the front removes it, or, if that is killed too, the next start.  The
 * global settings are unchanged, and the program runs on with the right
 * results.
 */
#include <config.h>

#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "live.h"
#include "tracing.h"
#include "victims/jobs.h"
#include "words.h"

#define KILLS 50
/* A slow machine does as many kills as it can in that time. */
#define SECONDS (60 * test_slow())

/* The phase of mmtop in which it is killed, a moment after its start. */
enum phase { STARTING, MADE, RUNNING, ENDING, PHASES };

struct kill {
	struct run r;
	pid_t engine;
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void a_moment(int i)
{
	const struct timespec t = { .tv_nsec = i * 7919L % 60 * 1000000 };

	nanosleep(&t, NULL);
}

/* True if the instance records events. */
static bool is_running(void *arg)
{
	const struct kill *k = arg;
	char pattern[80], *text = NULL;
	glob_t found;
	bool runs;

	snprintf(pattern, sizeof pattern,
		 TRACING "/instances/mmtop-%d-*/tracing_on", (int)k->engine);
	if (glob(pattern, 0, NULL, &found) == 0) {
		text = read_file(found.gl_pathv[0], NULL);
		globfree(&found);
	}
	runs = text && *text == '1';
	free(text);
	return runs;
}

static void start_mmtop(struct kill *k, pid_t pid)
{
	char number[16];

	snprintf(number, sizeof number, "%d", (int)pid);
	run_mmtop(&k->r, "-b", "-o", "/dev/null", "--level=watch", "--ftrace",
		  "-p", number, NULL);
	k->engine = engine_of(k->r.pid);
}

/* False if mmtop does not reach the phase. */
static bool reach_phase(struct kill *k, enum phase phase)
{
	switch (phase) {
	case MADE:
		return wait_for(has_instance, &k->engine);
	case RUNNING:
		return wait_for(is_running, k);
	case ENDING:
		if (!wait_for(is_running, k))
			return false;
		send_to(k->r.pid, SIGTERM);
		return true;
	default:
		return k->engine > 0;
	}
}

static bool kill_one(pid_t pid, int i, pid_t *engine)
{
	bool both = i / PHASES % 2, good;
	struct kill k;

	start_mmtop(&k, pid);
	good = reach_phase(&k, (enum phase)(i % PHASES));
	*engine = k.engine;
	a_moment(i);
	/* Otherwise the front would remove the instance. */
	if (both)
		send_to(k.r.pid, SIGSTOP);
	send_to(k.engine, SIGKILL);
	if (both)
		send_to(k.r.pid, SIGKILL);
	/* If both are killed, the engine is reaped late: until then, the kernel
	 * does not let the next tracer attach to the program. */
	good = run_wait(&k.r) && is_let_go(pid) && good;
	if (good && !both)
		good = has_none(engine);
	if (!good)
		diag("kill %d in phase %d: %s %s", i, i % PHASES,
		     has_none(engine) ? "cleaned up" : "an instance is left",
		     k.r.err ? k.r.err : "");
	run_release(&k.r);
	return good;
}

/* A run of mmtop that exits by itself. */
static bool next_start(pid_t pid)
{
	char number[16];
	struct run r;
	bool good;

	snprintf(number, sizeof number, "%d", (int)pid);
	run_mmtop(&r, "-b", "-o", "/dev/null", "--level=watch",
		  "--duration=0.1", "-p", number, NULL);
	good = run_wait(&r) && run_status(&r) == 0;
	run_release(&r);
	return good;
}

static bool none_left(const pid_t *engines, int n)
{
	bool good = true;

	for (int i = 0; i < n; i++)
		if (!has_none((void *)(uintptr_t)&engines[i])) {
			diag("kill %d: its instance is left", i);
			good = false;
		}
	return good;
}

int main(void)
{
	double until = now() + SECONDS;
	char *before, *after;
	pid_t engines[KILLS];
	bool good = true;
	struct words w;
	int n = 0;

	tracing_begin();
	plan(4);
	before = global_state();
	if (!words_start(&w, "jobs", 64, JOBS_WORDS, NULL))
		bail("no victim");
	words_reach(&w, JOBS_ROUNDS, 2);
	while (good && n < KILLS && now() < until) {
		good = kill_one(w.pid, n, &engines[n]);
		n++;
	}
	diag("%d kills", n);
	ok(good, "the engine is killed: the front removes its instance");
	ok(next_start(w.pid) && none_left(engines, n),
	   "both are killed: the next start removes the instance");
	after = global_state();
	if (!ok(!strcmp(before, after), "the global settings are unchanged"))
		diag("before:\n%safter:\n%s", before, after);
	good = is_let_go(w.pid) &&
	       words_reach(&w, JOBS_ROUNDS, w.v[JOBS_ROUNDS] + 3) &&
	       !w.v[JOBS_BAD];
	w.v[JOBS_STOP] = 1;
	ok(run_wait(&w.run) && run_status(&w.run) == 0 && good,
	   "the program runs on, every sum is right");
	words_release(&w);
	free(before);
	free(after);
	return done();
}
