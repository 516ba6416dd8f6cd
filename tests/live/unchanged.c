/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The values of a program in /proc are the same before and after mmtop, however
 * mmtop ended: masks, dispositions, pending signals, seccomp state, affinity,
 * maps, descriptors, timers; for a running and a stopped program, and one with
 * many threads.
 */
#include <config.h>

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "facts.h"
#include "live.h"
#include "victims/many.h"
#include "words.h"

static const char *const level_names[] = { "watch", "calls" };

struct kind {
	const char *name, *threads;
	int bits;
	bool stopped;
};

/* True if every thread is in that state; the leader, which counts, only matters
 * for 'T'. */
static bool all_are(pid_t pid, char state)
{
	bool all = true;
	char path[32];
	struct dirent *e;
	DIR *d;

	snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
	d = opendir(path);
	while (d && (e = readdir(d))) {
		pid_t tid = (pid_t)atoi(e->d_name);

		if (tid && (tid != pid || state == 'T'))
			all = all && task_state(tid) == state;
	}
	if (d)
		closedir(d);
	return d && all;
}

static bool is_asleep(void *arg)
{
	return all_are(*(pid_t *)arg, 'S');
}

static bool is_stopped(void *arg)
{
	return all_are(*(pid_t *)arg, 'T');
}

static bool start_victim(struct words *w, const struct kind *k)
{
	uint64_t waiting = strtoul(k->threads, NULL, 10) - 1;

	if (!words_start(w, "many", k->bits, MANY_WORDS, k->threads))
		return false;
	if (!words_reach(w, MANY_COUNT, 10) ||
	    !words_reach(w, MANY_READY, waiting))
		bail("the victim does not count");
	/* The waiting threads may not yet sleep in their call. */
	wait_for(is_asleep, &w->pid);
	if (k->stopped) {
		kill(w->pid, SIGSTOP);
		wait_for(is_stopped, &w->pid);
	}
	return true;
}

/* The program exits by itself, with the signals that were pending from the
 * start. */
static void end_victim(struct words *w, const struct kind *k, bool same)
{
	w->v[MANY_STOP] = 1;
	if (k->stopped)
		kill(w->pid, SIGCONT);
	if (!ok(run_wait(&w->run) && run_status(&w->run) == 0 && same &&
		!w->v[MANY_EARLY], "%s: /proc is unchanged", k->name))
		diag("status %d, %llu threads woken", run_status(&w->run),
		     (unsigned long long)w->v[MANY_EARLY]);
	words_release(w);
}

/* --- with the engine ------------------------------------------------------ */

static const struct {
	const char *letters;
	bool kills;
} ways[] = {
	{ ".", false }, { ".h", false }, { ".hcn.", false }, { ".wlw.", false },
	{ "dada", false }, { "..", true }, { ".h", true }, { ".n", true },
};

static bool one_cycle(struct words *w, enum level level, size_t way)
{
	struct driver d;
	bool good = driver_start(&d, &w->pid, 1, level, DRIVER_PIN) &&
		    driver_do(&d, ways[way].letters);

	if (!good) {
		diag("the engine failed at level %s, '%s'",
		     level_names[level], ways[way].letters);
		driver_kill(&d);
	} else if (ways[way].kills) {
		driver_kill(&d);
	} else {
		good = driver_end(&d);
	}
	return good;
}

static void with_engine(const struct kind *k)
{
	struct words w;
	bool same = true;
	char *before;

	if (!start_victim(&w, k)) {
		skip(k->name, "32-bit programs cannot be built");
		return;
	}
	before = facts_of(w.pid);
	for (enum level l = LEVEL_WATCH; l <= LEVEL_CALLS; l++)
		for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
			same = same && one_cycle(&w, l, i) &&
			       facts_same(w.pid, before);
	free(before);
	end_victim(&w, k, same);
}

/* --- with mmtop itself ---------------------------------------------------- */

static bool is_traced(void *arg)
{
	return status_field(*(pid_t *)arg, "TracerPid") > 0;
}

/* SIGTERM to mmtop, or SIGKILL to its engine. */
static bool one_run(struct words *w, const char *level, bool kills)
{
	char *log = work_file("log"), option[32], pid[16];
	struct run r;
	pid_t tracer;
	bool good;

	snprintf(option, sizeof option, "--level=%s", level);
	snprintf(pid, sizeof pid, "%d", w->pid);
	run_mmtop(&r, "-b", "-o", log, option, "-p", pid, NULL);
	good = file_holds(log, " attach ") && wait_for(is_traced, &w->pid);
	tracer = (pid_t)status_field(w->pid, "TracerPid");
	/* If mmtop is one process, none is left to restore the affinity. */
	if (tracer == r.pid)
		kills = false;
	kill(kills ? tracer : r.pid, kills ? SIGKILL : SIGTERM);
	good = run_wait(&r) && good;
	run_release(&r);
	free(log);
	return good;
}

static void with_program(const struct kind *k)
{
	struct words w;
	bool same = true;
	char *before;

	start_victim(&w, k);
	before = facts_of(w.pid);
	for (enum level l = LEVEL_WATCH; l <= LEVEL_CALLS; l++)
		for (int kills = 0; kills < 2; kills++)
			same = same && one_run(&w, level_names[l], kills) &&
			       facts_same(w.pid, before);
	free(before);
	end_victim(&w, k, same);
}

int main(void)
{
	static const struct kind kinds[] = {
		{ "one thread", "1", 64, false },
		{ "stopped", "1", 64, true },
		{ "8 threads, stopped", "8", 64, true },
		{ "200 threads", "200", 64, false },
		{ "32-bit", "5", 32, false },
	};
	static const struct kind programs[] = {
		{ "mmtop itself, one thread", "1", 64, false },
		{ "mmtop itself, 8 threads, stopped", "8", 64, true },
		{ "mmtop itself, 100 threads", "100", 64, false },
	};

	plan(5 + 3);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		with_engine(&kinds[i]);
	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
		with_program(&programs[i]);
	return done();
}
