/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * --heap delays no process: programs that allocate without a pause fork,
 * execute and exit about as fast as without it, and mmtop ends on request (F1,
 * R6, P77).  Blocks are reported for the program that allocated them, even if
 * mmtop reads their records after its exit.
 *
 * MMTOP_TEST_LONG=1: 20 programs of 1 to 16 threads, and 100 ends.
 */
#include <config.h>

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "live.h"

/* Pairs of runs, with and without --heap; the best pair counts. */
#define TRIES 3
/* The times are about the same unless mmtop delays the program: then they are
 * tens to hundreds of times longer. */
#define TIMES 6

struct took {
	double wall, pair;		/* s */
};

static bool is_long;

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

/* Starts mmtop with that victim; heap is "--heap" or "". */
static void start_victim(struct run *r, const char *heap,
			 const char *const victim[])
{
	const char *args[16] = { getenv("MMTOP"), "-b", "-o", "/dev/null" };
	size_t n = 4;

	if (*heap)
		args[n++] = heap;
	args[n++] = "--";
	while (*victim)
		args[n++] = *victim++;
	/* run_start() does not write to the strings. */
	run_start(r, (char *const *)args);
}

/* Runs the victim and reads the times that it prints. */
static bool measure(struct took *out, const char *heap,
		    const char *const victim[])
{
	long wall, pair;
	struct run r;
	bool good;

	start_victim(&r, heap, victim);
	good = run_wait(&r) && run_status(&r) == 0 &&
	       sscanf(r.out, "wall %ld pair %ld", &wall, &pair) == 2;
	if (!good)
		diag("%s: status %d\n%s", heap, run_status(&r),
		     r.err ? r.err : "");
	run_release(&r);
	if (good)
		*out = (struct took){ (double)wall / 1e6, (double)pair / 1e6 };
	return good;
}

static void keep_best(struct took *best, const struct took *t)
{
	if (!best->wall || t->wall < best->wall)
		best->wall = t->wall;
	if (!best->pair || t->pair < best->pair)
		best->pair = t->pair;
}

static void does_not_delay(const char *what, const char *const victim[])
{
	struct took bare = { 0 }, heap = { 0 }, t;
	bool good = true;

	for (int i = 0; i < TRIES && good; i++) {
		good = measure(&t, "", victim);
		if (good)
			keep_best(&bare, &t);
		good = good && measure(&t, "--heap", victim);
		if (good)
			keep_best(&heap, &t);
	}
	diag("%s: %.2f s, with --heap %.2f s; longest wait for a child "
	     "%.0f ms, with --heap %.0f ms", what, bare.wall, heap.wall,
	     bare.pair * 1e3, heap.pair * 1e3);
	ok(good && heap.wall < TIMES * bare.wall,
	   "F1 %s: --heap does not delay the program", what);
	ok(good && heap.pair < TIMES * bare.pair,
	   "R6 %s: --heap does not delay the start of a child", what);
}

/* Seconds from the signal to the exit; negative if mmtop did not exit. */
static double end_takes(const char *heap, const char *const victim[], int ms)
{
	struct run r;
	double since, took = -1;
	pid_t group;

	start_victim(&r, heap, victim);
	group = r.pid;
	poll(NULL, 0, ms);
	since = now();
	kill(r.pid, SIGTERM);
	if (run_wait(&r))
		took = now() - since;
	/* The program runs on, in the group that run_start() made. */
	kill(-group, SIGKILL);
	run_release(&r);
	return took;
}

/* mmtop exits as fast as without --heap, or within a second on an idle
 * machine. */
static void mmtop_exits_at_once(const char *const victim[])
{
	double worst = 0, bare = 0, took = 0;
	int n = is_long ? 100 : 8, i;

	for (i = 0; i < n && took >= 0; i++) {
		int ms = 20 + i * 7919 % 2000;

		took = i % 4 ? 0 : end_takes("", victim, ms);
		bare = took > bare ? took : bare;
		if (took >= 0)
			took = end_takes("--heap", victim, ms);
		worst = took > worst ? took : worst;
	}
	diag("%d exits: at most %.0f ms with --heap, %.0f ms without", i,
	     worst * 1e3, bare * 1e3);
	ok(took >= 0 && worst < 1 + TIMES * bare,
	   "F1 mmtop exits at once at any moment");
}

/* mmtop reports each of n programs with its own blocks: all that it allocated,
 * none freed.  Late reading makes no program unwatched.  All records fit: none
 * is lost. */
static void own_blocks(const char *what, int n, const char *const victim[])
{
	char *log = work_file("owns.log"), *text, *at;
	unsigned long long got = strtoull(victim[3], NULL, 10), blocks, allocs;
	int totals = 0, good = 0;
	bool known;
	struct run r;

	run_mmtop(&r, "-b", "--heap", "-o", log, "--", victim[0], victim[1],
		  victim[2], victim[3], NULL);
	if (!run_wait(&r) || run_status(&r))
		diag("status %d\n%s", run_status(&r), r.err ? r.err : "");
	run_release(&r);
	text = read_file(log, NULL);
	for (at = text; at && (at = strstr(at, " heap total ")); at++) {
		totals++;
		good += sscanf(at, " heap total size=%*u blocks=%llu allocs=%llu",
			       &blocks, &allocs) == 2 &&
			blocks == got && allocs == got;
	}
	known = text && strstr(text, " lost=0 ") &&
		!strstr(text, " heap unknown ");
	ok(known && totals == n && good == n,
	   "P77 %s: %d are reported, %d correctly", what, totals, good);
	free(text);
	free(log);
}

static bool has_namespaces(char *program)
{
	static char how[] = "spaces", once[] = "1";
	char *const args[] = { program, how, once, once, NULL };
	struct run r;
	bool has;

	run_start(&r, args);
	has = run_wait(&r) && run_status(&r) == 0;
	run_release(&r);
	return has;
}

int main(void)
{
	const char *text = getenv("MMTOP_TEST_LONG");
	char *program = victim("heapchurn");
	const char *sleepy[] = { program, "sleepy", "4", NULL };
	const char *churn[] = { program, "churn", "4", "3", "3", NULL };
	const char *endless[] = { program, "churn", "4", "3", "100000", NULL };
	const char *execs[] = { program, "execs", "20", "20000" };
	const char *spaces[] = { program, "spaces", "8", "100000" };

	is_long = text && *text && strcmp(text, "0") != 0;
	if (is_long) {
		churn[2] = endless[2] = "20";
		churn[3] = endless[3] = "16";
		sleepy[2] = "20";
	}
	if (test_slow() > 4)
		skip_all("too much for an emulated machine");
	plan(7);
	does_not_delay("a child that sleeps while a thread allocates",
		       sleepy);
	does_not_delay("programs that allocate, fork, execute and exit", churn);
	mmtop_exits_at_once(endless);
	own_blocks("20 programs of one process", 20, execs);
	if (has_namespaces(program))
		own_blocks("12 programs of 8 processes 1", 12, spaces);
	else
		skip("12 programs of 8 processes 1",
		     "no PID namespace can be made");
	free(program);
	return done();
}
