/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Nobody notices that what it writes is tracked, on and off again: blocking
 * calls go on as if nothing had been, though one of the tasks was made to do
 * two others; and what a kill of mmtop leaves behind is nothing.
 */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../src/sys/uffd.h"
#include "driver.h"
#include "live.h"
#include "sitting.h"

#define LONG_MS 600000
#define SHORT_MS 300
#define TINY_MS 2
#define NOBODY 65534
#define CYCLES test_times(6, 2)

/* What tracking leaves in a process while it is on. */
static bool is_marked(pid_t pid)
{
	char path[64], *text;
	bool marked;

	snprintf(path, sizeof path, "/proc/%d/smaps", (int)pid);
	text = read_file(path, NULL);
	marked = text && strstr(text, " uw");
	free(text);
	return marked;
}

static bool not_marked(void *arg)
{
	return !is_marked(*(pid_t *)arg);
}

static bool none_marked(void *arg)
{
	const struct sitting *s = arg;

	for (size_t i = 0; i < s->n; i++)
		if (is_marked(s->pids[i]))
			return false;
	return true;
}

static bool all_marked(void *arg)
{
	const struct sitting *s = arg;

	for (size_t i = 0; i < s->n; i++)
		if (!is_marked(s->pids[i]))
			return false;
	return true;
}

static void none(struct sitting *s, const char *name)
{
	bool settled = sitting_settled(s);
	int early = sitting_disturbed(s, 0, BLOCKING_EARLY);
	int others = sitting_disturbed(s, BLOCKING_EARLY, BLOCKING_CALLS);

	ok(settled && !early && !others,
	   "%s: %d of %d blocking calls disturbed (and %d of %d that restart "
	   "by themselves)", name, early, BLOCKING_EARLY, others,
	   BLOCKING_CALLS - BLOCKING_EARLY);
	ok(wait_for(none_marked, s), "%s: no mark stays behind", name);
}

/* --- with the engine, many times ----------------------------------------------- */

/* Letters: see driver.h. */
static void cycles(const char *program, bool threads, enum level level,
		   const char *letters, bool kills, const char *name)
{
	struct sitting s;
	struct driver d;
	char full[128];
	bool good = true;

	snprintf(full, sizeof full, "%s, %s", name,
		 threads ? "threads" : "processes");
	sitting_start(&s, program, threads, LONG_MS);
	for (int i = 0; good && i < CYCLES; i++) {
		good = driver_start(&d, s.pids, s.n, level, DRIVER_PAGES) &&
		       driver_do(&d, letters);
		if (!good)
			break;
		/* Killed while it stops them, nobody could repair it. */
		if (kills) {
			good = sitting_calm(&s) && all_marked(&s);
			driver_kill(&d);
		} else {
			good = driver_end(&d);
		}
		good = good && sitting_settled(&s);
	}
	ok(good, "%s: tracked %d times", full, CYCLES);
	none(&s, full);
	sitting_release(&s);
}

static void with_engine(const char *program, const char *bits)
{
	char name[64];

	snprintf(name, sizeof name, "%s: on, off, on, level watch", bits);
	cycles(program, false, LEVEL_WATCH, "tutu.t", false, name);
	snprintf(name, sizeof name, "%s: on, off, on, level calls", bits);
	cycles(program, true, LEVEL_CALLS, "tutu.t", false, name);
	snprintf(name, sizeof name, "%s: kill -9 while it is on", bits);
	cycles(program, false, LEVEL_CALLS, "t.", true, name);
}

/* Calls that are just being entered, or are about to return. */
static void short_calls(const char *program, const char *bits)
{
	struct sitting s;
	struct driver d;
	bool good = true;

	sitting_start(&s, program, true, TINY_MS);
	for (int i = 0; good && i < 4 * CYCLES; i++)
		good = driver_start(&d, s.pids, s.n,
				    i % 2 ? LEVEL_CALLS : LEVEL_WATCH,
				    DRIVER_PAGES) &&
		       driver_do(&d, i % 3 ? "t" : "tut") && driver_end(&d);
	ok(good && !sitting_broken(&s), "%s: of calls that come and go none is "
	   "broken off", bits);
	sitting_release(&s);
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

	sitting_start(&s, program, false, SHORT_MS);
	while (good && r.round++ < 3) {
		good = driver_start(&d, s.pids, s.n, LEVEL_CALLS,
				    DRIVER_PAGES) &&
		       driver_do(&d, "td") && driver_end(&d) &&
		       wait_for(all_back, &r);
		for (int i = 0; i < BLOCKING_CALLS; i++)
			good = good && in_time(&s.slots[i]);
	}
	ok(good, "%s: timeouts are what they were, not shorter", bits);
	sitting_release(&s);
}

/* --- threads that write ----------------------------------------------------------- */

/* On, off and on again, let go or killed, while four threads write. */
static void writers(const char *bits)
{
	char *program = strcmp(bits, "32-bit") ? victim("trackee")
					       : victim32("trackee");
	char *const argv[] = { program, (char *)"threads", NULL };
	struct run v;
	struct driver d;
	bool good, ended;

	run_start(&v, argv);
	good = run_printed(&v, "at 0x");
	for (int i = 0; good && i < 2 * CYCLES; i++) {
		good = driver_start(&d, &v.pid, 1,
				    i % 3 ? LEVEL_CALLS : LEVEL_WATCH,
				    DRIVER_PAGES | DRIVER_FOLLOW) &&
		       driver_do(&d, "t.ut.") && is_marked(v.pid);
		if (good && i % 2)
			good = driver_end(&d);
		else
			driver_kill(&d);
		good = good && wait_for(not_marked, &v.pid);
	}
	ok(good, "%s: threads that write, tracked %d times", bits, 2 * CYCLES);
	close(v.in);
	v.in = -1;
	ended = run_wait(&v);
	if (!ok(ended && run_status(&v) == 0 && strstr(v.out, "\nok "),
		"%s: and all that they wrote is there", bits))
		diag("status %d: %s", run_status(&v), v.out);
	run_release(&v);
	free(program);
}

/* --- the program itself ----------------------------------------------------------------- */

struct lines {
	const char *log;
	size_t n;
};

static bool all_on(void *arg)
{
	const struct lines *l = arg;
	char *text = read_file(l->log, NULL);
	size_t n = 0;

	for (char *p = text; p && (p = strstr(p, " writes on")); p++)
		n++;
	free(text);
	return n >= l->n;
}

/* As one user or another; sig: how mmtop ends. */
static void with_program(const char *program, uid_t uid, int sig,
			 const char *name)
{
	char numbers[BLOCKING_CALLS][16];
	char *argv[8 + 2 * BLOCKING_CALLS] = { getenv("MMTOP"), (char *)"-b",
					       (char *)"--track-writes" };
	struct sitting s;
	struct run r;
	struct lines lines;
	size_t n = 3;
	bool on;

	run_as(uid);
	sitting_start(&s, program, false, LONG_MS);
	for (size_t i = 0; i < s.n; i++) {
		snprintf(numbers[i], sizeof numbers[i], "%d", s.pids[i]);
		argv[n++] = (char *)"-p";
		argv[n++] = numbers[i];
	}
	run_start(&r, argv);
	run_as(0);
	lines = (struct lines){ r.err_path, s.n };
	on = wait_for(all_on, &lines);
	ok(on && all_marked(&s), "%s: %zu processes are tracked", name, s.n);
	kill(r.pid, sig);
	ok(run_wait(&r) && run_status(&r) == (sig == SIGKILL ? -SIGKILL
							     : 128 + sig),
	   "%s: it ends", name);
	none(&s, name);
	run_release(&r);
	sitting_release(&s);
}

int main(void)
{
	char *v64 = victim("blocking"), *v32 = victim32("blocking"), *program;
	uid_t other = geteuid() == 0 ? NOBODY : 0;
	int r = uffd_probe();

	if (r < 0)
		skip_all("no asynchronous userfaultfd: %s", strerror(-r));
	plan((v32 ? 2 : 1) * (3 * 3 + 2 + 2) + 3 * 4);
	with_engine(v64, "64-bit");
	timeouts(v64, "64-bit");
	short_calls(v64, "64-bit");
	writers("64-bit");
	if (v32) {
		with_engine(v32, "32-bit");
		timeouts(v32, "32-bit");
		short_calls(v32, "32-bit");
		writers("32-bit");
	}
	program = copy_of(v64, "blocking", 0755);
	/* The directory it lies in may be for root only. */
	if (geteuid() == 0 && getenv("MMTOP"))
		setenv("MMTOP", copy_of(getenv("MMTOP"), "mmtop", 0755), 1);
	with_program(program, 0, SIGTERM, "mmtop");
	with_program(program, other, SIGTERM, "an ordinary user's");
	with_program(program, other, SIGKILL, "an ordinary user's, killed");
	free(program);
	free(v64);
	free(v32);
	return done();
}
