/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Detaching at any moment (P46, P48), and attaching while threads start and
 * exit (P49): the program computes the same results as without mmtop.
 */
#include <config.h>

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "driver.h"
#include "live.h"
#include "victims/jobs.h"
#include "words.h"

#define MANY 1000
#define FEW 200
#define ATTACHES 100

/* The sum of one round of an untraced program. */
static uint64_t sum_alone(int bits)
{
	struct words w;
	uint64_t sum = 0;

	if (words_start(&w, "jobs", bits, JOBS_WORDS, "2") &&
	    run_wait(&w.run) && run_status(&w.run) == 0)
		sum = w.v[JOBS_SUM];
	words_release(&w);
	return sum;
}

static bool good_jobs(struct words *w, uint64_t sum)
{
	if (sum && w->v[JOBS_SUM] == sum && !w->v[JOBS_BAD])
		return true;
	diag("sum %#llx, alone %#llx; %llu of %llu rounds differ; line %llu: "
	     "%s", (unsigned long long)w->v[JOBS_SUM],
	     (unsigned long long)sum, (unsigned long long)w->v[JOBS_BAD],
	     (unsigned long long)w->v[JOBS_ROUNDS],
	     (unsigned long long)w->v[JOBS_LINE],
	     strerror((int)w->v[JOBS_ERRNO]));
	return false;
}

/* The program exits by itself with the right results. */
static bool finish(struct words *w, uint64_t sum)
{
	uint64_t rounds = w->v[JOBS_ROUNDS];
	bool good = words_reach(w, JOBS_ROUNDS, rounds + 2) &&
		    good_jobs(w, sum);

	w->v[JOBS_STOP] = 1;
	return run_wait(&w->run) && run_status(&w->run) == 0 && good;
}

/* Its pid might be that of another process by now. */
static void signal_is_refused(void)
{
	uint64_t sum = sum_alone(64);
	struct words w;
	struct driver d;

	if (!words_start(&w, "jobs", 64, JOBS_WORDS, NULL))
		bail("cannot start jobs");
	words_reach(&w, JOBS_ROUNDS, 2);
	ok(driver_start(&d, &w.pid, 1, LEVEL_WATCH, 0) &&
	   driver_do(&d, "sd") && driver_end(&d),
	   "no signal to a process with another start time");
	ok(finish(&w, sum), "the process runs on");
	words_release(&w);
}

/* --- P46, P48 -------------------------------------------------------------------- */

/* Each sequence begins and ends detached. */
static const char *const ways[] = {
	"ad", "ahd", "and", "annd", "anhd", "awld", "ahcd", "a.d", "ah.nd",
	"annnnd",
};

static void any_moment(int bits, unsigned flags, int cycles, const char *name)
{
	uint64_t sum = sum_alone(bits);
	struct words w;
	struct driver d;
	bool good;

	if (!words_start(&w, "jobs", bits, JOBS_WORDS, NULL)) {
		skip(name, "32-bit programs cannot be made");
		return;
	}
	words_reach(&w, JOBS_ROUNDS, 2);
	good = driver_start(&d, &w.pid, 1, LEVEL_CALLS, flags) &&
	       driver_do(&d, "d");
	for (int i = 0; good && i < cycles; i++) {
		good = driver_do(&d, ways[i % 10]);
		if (!good)
			diag("cycle %d: '%s'", i, ways[i % 10]);
	}
	good = driver_end(&d) && good && is_let_go(w.pid);
	good = finish(&w, sum) && good;
	ok(good, "P46 P48 %s: detached %d times, running, held, at calls and "
		 "at events: every sum is right", name, cycles);
	words_release(&w);
}

/* --- P49 ------------------------------------------------------------------------- */

/* A thread that the tracer does not trace; 0 if it traces all. */
static pid_t one_missed(pid_t pid, pid_t tracer)
{
	char path[64];
	struct dirent *e;
	pid_t missed = 0;
	DIR *d;

	snprintf(path, sizeof path, "/proc/%d/task", pid);
	d = opendir(path);
	while (d && !missed && (e = readdir(d))) {
		pid_t tid = (pid_t)strtol(e->d_name, NULL, 10);
		char state = tid ? task_state(tid) : 0;

		/* A zombie has no tracer. */
		if (state && !strchr("ZX", state) &&
		    status_field(tid, "TracerPid") != tracer &&
		    task_state(tid) == state)
			missed = tid;
	}
	if (d)
		closedir(d);
	return missed;
}

struct missed {
	pid_t pid, tracer, tid;
};

static bool none_missed(void *arg)
{
	struct missed *m = arg;

	m->tid = one_missed(m->pid, m->tracer);
	return !m->tid;
}

/* A thread may be missed while it is being created, but only for a moment. */
static void while_threads_come(int bits)
{
	char name[64];
	struct missed m = { .tid = 0 };
	struct words w;
	struct driver d;
	uint64_t before;
	bool good;

	snprintf(name, sizeof name,
		 "P49 %d-bit: threads that start while mmtop attaches", bits);
	if (!words_start(&w, "creator", bits, 1, NULL)) {
		skip(name, "32-bit programs cannot be made");
		skip(name, "32-bit programs cannot be made");
		return;
	}
	words_reach(&w, 0, 100);
	before = w.v[0];
	good = driver_start(&d, &w.pid, 1, LEVEL_CALLS, 0);
	m.pid = w.pid;
	m.tracer = d.pid;
	for (int i = 0; good && i < ATTACHES; i++)
		good = wait_for(none_missed, &m) && driver_do(&d, "da");
	if (!ok(good, "%s: none is missed in %d attaches", name, ATTACHES))
		diag("thread %d is not traced", m.tid);
	ok(driver_end(&d) && is_let_go(w.pid) &&
	   words_reach(&w, 0, before + 200), "%s: threads still start", name);
	words_release(&w);
}

int main(void)
{
	plan(2 + 4 + 4);
	signal_is_refused();
	any_moment(64, 0, FEW, "64-bit");
	any_moment(64, DRIVER_FOLLOW, MANY, "64-bit, children too");
	any_moment(32, 0, FEW, "32-bit");
	any_moment(32, DRIVER_FOLLOW, FEW, "32-bit, children too");
	while_threads_come(64);
	while_threads_come(32);
	return done();
}
