/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Many threads are stopped a few at a time (P79), and "worst stop" is how long
 * one of them stood still.
 *
 * How many stand still at a time does not depend on the machine's speed: the
 * engine is stopped in the middle of its work, and they are counted.
 */
#include <config.h>

#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver.h"
#include "live.h"
#include "victims/many.h"
#include "words.h"

#define THREADS test_times(2000, 200)
#define ROUNDS 12
/* 16 are interrupted at a time; as many may be at the entry of the call that
 * they go on with; and those that had no CPU for long. */
#define STOPPED_MAX 64

#define CALLERS 500
#define TRIES 5

/* --- waves ----------------------------------------------------------------- */

struct counted {
	int stopped, traced, all;
};

static struct counted count(pid_t pid)
{
	struct counted c = { 0 };
	struct dirent *e;
	char path[64];
	DIR *d;

	snprintf(path, sizeof path, "/proc/%d/task", pid);
	d = opendir(path);
	while (d && (e = readdir(d))) {
		pid_t tid = (pid_t)strtol(e->d_name, NULL, 10);

		if (!tid)
			continue;
		c.all++;
		c.stopped += task_state(tid) == 't';
		c.traced += status_field(tid, "TracerPid") > 0;
	}
	if (d)
		closedir(d);
	return c;
}

/* The engine begins, and is stopped a moment later. */
static struct counted in_the_middle(struct driver *d, pid_t pid,
				    const char *letter, int ms)
{
	struct counted c;

	driver_begin(d, letter);
	poll(NULL, 0, ms);
	send_to(d->pid, SIGSTOP);
	while (task_state(d->pid) != 'T')
		poll(NULL, 0, 1);
	/* Interrupted threads reach their stops now. */
	poll(NULL, 0, 20);
	c = count(pid);
	send_to(d->pid, SIGCONT);
	return c;
}

static void waves(const char *letter, const char *back, const char *name)
{
	int most = 0, between = 0;
	bool good, detach = *letter == 'd';
	struct driver d;
	struct words w;
	char n[16];

	snprintf(n, sizeof n, "%d", THREADS);
	words_start(&w, "many", 64, MANY_WORDS, n);
	good = words_reach(&w, MANY_READY, (uint64_t)THREADS - 1) &&
	       driver_start(&d, &w.pid, 1, LEVEL_WATCH, DRIVER_FOLLOW);
	if (!good)
		bail("not attached to");
	for (int i = 0; good && i < ROUNDS; i++) {
		struct counted c = in_the_middle(&d, w.pid, letter,
						 2 * i + 1);

		between += c.stopped || (c.traced && c.traced < c.all);
		if (c.stopped > most)
			most = c.stopped;
		good = driver_wait(&d) && driver_do(&d, back);
		if (detach)
			continue;
		/* All stops are over: the next round begins anew. */
		good = good && driver_do(&d, "d") && driver_do(&d, "a");
	}
	diag("%s: %d of %d threads stopped at a time, %d of %d times in the "
	     "middle", name, most, THREADS, between, ROUNDS);
	ok(good && between && most <= STOPPED_MAX, "P79 %s: few threads are "
	   "stopped at a time", name);
	good = driver_do(&d, "d") && is_let_go(w.pid);
	ok(driver_end(&d) && good && !w.v[MANY_EARLY],
	   "P79 %s: all are detached, none was disturbed", name);
	w.v[MANY_STOP] = 1;
	ok(run_wait(&w.run) && run_status(&w.run) == 0,
	   "P79 %s: and go on", name);
	words_release(&w);
}

/* --- worst stop ------------------------------------------------------------- */

/* The victim's figures of its own calls since the last request. */
static long longest_call(struct run *v, int *lines)
{
	char *text, *at;
	long us = -1;

	run_poke(v);
	for (bool more = true; more;) {
		int n = 0;

		text = read_file(v->out_path, NULL);
		for (at = text; at && (at = strstr(at, "call ")) &&
				strchr(at, '\n'); at++)
			if (++n > *lines)
				us = strtol(at + 5, NULL, 10);
		more = us < 0 && n <= *lines && task_state(v->pid);
		*lines = us < 0 ? *lines : n;
		free(text);
		if (more)
			poll(NULL, 0, 5);
	}
	return us;
}

static double worst_stop_us(const char *log)
{
	char *text = read_file(log, NULL);
	char *at = text ? strstr(text, "worst_stop_ns=") : NULL;
	double us = at ? strtod(at + 14, NULL) / 1e3 : -1;

	free(text);
	return us;
}

static void worst_stop(void)
{
	const char *name = "the worst stop is what a thread waited for";
	char *program = victim("pauses"), *log = work_file("worst");
	char n[16], pid[16];
	int tried = 0, good = 0, lines = 0;
	struct run v;

	snprintf(n, sizeof n, "%d", CALLERS);
	run_start(&v, (char *[]){ program, n, (char *)"300",
				  (char *)"together", NULL });
	run_printed(&v, "\n");
	snprintf(pid, sizeof pid, "%d", v.pid);
	for (int i = 0; i < TRIES; i++) {
		long alone, traced;
		struct run r;
		double us;

		longest_call(&v, &lines);
		poll(NULL, 0, 1000);
		alone = longest_call(&v, &lines);
		run_mmtop(&r, "-b", "--level=calls", "--duration=1", "-o", log,
			  "-p", pid, NULL);
		run_wait(&r);
		run_release(&r);
		traced = longest_call(&v, &lines);
		us = worst_stop_us(log);
		diag("longest call %ld us, traced %ld us, worst stop %.0f us",
		     alone, traced, us);
		/* Else it did not wait for mmtop. */
		if (traced < 3 * alone)
			continue;
		tried++;
		/* A call has two stops, and its thread waits for a CPU after
		 * each. */
		good += us > (double)traced / 5 && us < (double)traced * 2;
	}
	if (tried)
		ok(good > tried / 2, "%s", name);
	else
		skip(name, "calls take as long without mmtop");
	close(v.in);
	v.in = -1;
	ok(run_wait(&v) && run_status(&v) == 0, "and it goes on");
	run_release(&v);
	free(program);
	free(log);
}

int main(void)
{
	setenv("ASAN_OPTIONS", "detect_leaks=0:quarantine_size_mb=1", 1);
	plan(2 * 3 + 2);
	waves("d", "a", "detach");
	waves("l", "w", "to level calls");
	worst_stop();
	return done();
}
