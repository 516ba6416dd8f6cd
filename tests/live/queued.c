/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Real-time signals with a payload, sent while mmtop attaches and detaches:
 * none is lost, none is delivered twice, and those of one number stay in order;
 * also if the engine is killed at any moment, or the siginfo looks like a
 * ptrace stop.
 */
#include <config.h>

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "driver.h"
#include "live.h"
#include "victims/queue.h"
#include "words.h"

#define CYCLES test_times(100, 10)
#define PER_CYCLE 200
#define SIGNALS (CYCLES * PER_CYCLE)

struct sender {
	struct words *w;
	int sent[QUEUE_SIGNALS];
};

static bool queue_one(struct sender *s, int i)
{
	union sigval value = { .sival_int = s->sent[i] };

	/* EAGAIN: RLIMIT_SIGPENDING counts all programs of the user. */
	while (sigqueue(s->w->pid, SIGRTMIN + i, value) < 0) {
		if (errno != EAGAIN)
			return false;
		poll(NULL, 0, 1);
	}
	s->sent[i]++;
	return true;
}

static bool queue_some(struct sender *s, int n)
{
	for (int i = 0; i < n; i++)
		if (!queue_one(s, i % QUEUE_SIGNALS))
			return false;
	return true;
}

static bool all_taken(void *arg)
{
	const struct sender *s = arg;

	for (int i = 0; i < QUEUE_SIGNALS; i++)
		if (s->w->v[i] < (uint64_t)s->sent[i])
			return false;
	return true;
}

/* Sends one more signal of each number: duplicates would arrive before it. */
static bool check_taken(struct sender *s)
{
	bool good = wait_for(all_taken, s) && queue_some(s, QUEUE_SIGNALS) &&
		    wait_for(all_taken, s) && !s->w->v[QUEUE_BAD];

	for (int i = 0; i < QUEUE_SIGNALS; i++)
		good = good && s->w->v[i] == (uint64_t)s->sent[i];
	if (!good)
		for (int i = 0; i < QUEUE_SIGNALS; i++)
			diag("SIGRTMIN+%d: sent %d, taken %llu, %llu bad", i,
			     s->sent[i], (unsigned long long)s->w->v[i],
			     (unsigned long long)s->w->v[QUEUE_BAD]);
	return good;
}

/* --- with the engine, repeatedly ------------------------------------------ */

static bool one_cycle(struct sender *s, int i, bool kills)
{
	/* driver_end() waits for the requests, also for a hold. */
	static const char *const letters[2][4] = {
		{ ".", "..h.", "h.c", ".n.n." }, { ".", "", "wl", "l.w" },
	};
	struct driver d;
	bool good;

	good = queue_some(s, PER_CYCLE / 4) &&
	       driver_start(&d, &s->w->pid, 1, i % 3 ? LEVEL_CALLS
						     : LEVEL_WATCH, 0) &&
	       queue_some(s, PER_CYCLE / 4);
	if (!good)
		return false;
	driver_begin(&d, letters[kills][i % 4]);
	good = queue_some(s, PER_CYCLE / 4);
	if (kills)
		driver_kill(&d);
	else
		good = driver_end(&d) && good;
	return queue_some(s, PER_CYCLE / 4) && good;
}

static void with_engine(int bits, bool kills)
{
	const char *how = kills ? "kill -9" : "attach and detach";
	struct words w;
	struct sender s = { .w = &w };
	bool good = true;

	if (!words_start(&w, "queue", bits, QUEUE_WORDS, NULL)) {
		skip("32-bit", "32-bit programs cannot be built");
		return;
	}
	words_reach(&w, QUEUE_READY, 1);
	for (int i = 0; good && i < CYCLES; i++)
		good = one_cycle(&s, i, kills) && is_let_go(w.pid);
	if (!good)
		diag("a cycle failed");
	ok(check_taken(&s) && good,
	   "P47 %d-bit: %d queued signals, %d times %s: none lost, none "
	   "doubled, in order", bits, SIGNALS,
	   CYCLES, how);
	words_release(&w);
}

/* --- mmtop itself ------------------------------------------------------------------ */

static bool is_traced(void *arg)
{
	return status_field(*(pid_t *)arg, "TracerPid") > 0;
}

static bool one_run(struct sender *s, int sig)
{
	char pid[16];
	struct run r;
	bool good;

	snprintf(pid, sizeof pid, "%d", s->w->pid);
	run_mmtop(&r, "-b", "-o", "/dev/null", "--level=calls", "-p", pid, NULL);
	good = queue_some(s, PER_CYCLE / 2) &&
	       wait_for(is_traced, &s->w->pid) &&
	       queue_some(s, PER_CYCLE / 2);
	kill(sig == SIGKILL ? (pid_t)status_field(s->w->pid, "TracerPid") :
			      r.pid, sig);
	good = queue_some(s, PER_CYCLE) && good;
	good = run_wait(&r) && is_let_go(s->w->pid) && good;
	run_release(&r);
	return good;
}

static void with_program(int sig, const char *name)
{
	struct words w;
	struct sender s = { .w = &w };
	bool good = true;

	words_start(&w, "queue", 64, QUEUE_WORDS, NULL);
	words_reach(&w, QUEUE_READY, 1);
	for (int i = 0; good && i < 10; i++)
		good = one_run(&s, sig);
	ok(check_taken(&s) && good, "P47 mmtop, %s: none lost, none doubled",
	   name);
	words_release(&w);
}

/* --- siginfo like that of a ptrace stop ----------------------------------- */

/* The program sends itself such signals.  mmtop must also check the state of a
 * task that is alone on its CPU, and of one of several threads. */
static void forged(const char *code, const char *threads, const char *option)
{
	char *program = victim("forged");
	struct run r;
	int status;

	run_mmtop(&r, "-o", "/dev/null", option, "--", program, code, "2000",
		  threads, NULL);
	status = run_wait(&r) ? run_status(&r) : -1000;
	ok(status == 0, "signals with si_code %s, %s: none lost (%d)", code,
	   option, status);
	run_release(&r);
	free(program);
}

int main(void)
{
	plan(9);
	with_engine(64, false);
	with_engine(64, true);
	with_engine(32, false);
	with_engine(32, true);
	with_program(SIGTERM, "SIGTERM");
	with_program(SIGKILL, "tracer killed");
	/* si_code: SIGTRAP with PTRACE_EVENT_SECCOMP or PTRACE_EVENT_EXIT above
	 * it; 0x85: SIGTRAP | 0x80. */
	forged("0x705", "0", "--batch");
	forged("0x605", "1", "--summary");
	forged("0x85", "0", "--batch");
	return done();
}
