/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sitting.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* With a shorter timeout, the test does not wait until all sleep in their
 * calls. */
#define SETTLED_MS 1000
#define SHORT_MS 300
#define TINY_MS 2
#define OPTIONS_MAX 8
#define SIZE (sizeof(struct blocking_slot) * BLOCKING_CALLS)

/* The thread sleeps in its call, by the IDs that the victim stores.  A stopped
 * thread has another state. */
static bool sleeps(const volatile struct blocking_slot *slot)
{
	return slot->absent || (slot->entered > slot->returned &&
				task_state(slot->tid) == 'S');
}

/* True if the thread sleeps in its call, untraced. */
static bool sits(const volatile struct blocking_slot *slot)
{
	return sleeps(slot) &&
	       (slot->absent || status_field(slot->tid, "TracerPid") == 0);
}

static bool all_sleep(void *arg)
{
	struct sitting *s = arg;

	for (int i = 0; i < BLOCKING_CALLS; i++)
		if (!sleeps(&s->slots[i]))
			return false;
	return true;
}

bool sitting_calm(struct sitting *s)
{
	return wait_for(all_sleep, s);
}

static bool all_sit(void *arg)
{
	struct sitting *s = arg;

	for (int i = 0; i < BLOCKING_CALLS; i++)
		if (!sits(&s->slots[i]))
			return false;
	return true;
}

static bool all_began(void *arg)
{
	struct sitting *s = arg;

	for (int i = 0; i < BLOCKING_CALLS; i++)
		if (!s->slots[i].entered)
			return false;
	return true;
}

bool sitting_settled(struct sitting *s)
{
	if (wait_for(all_sit, s))
		return true;
	for (int i = 0; i < BLOCKING_CALLS; i++)
		if (!sits(&s->slots[i]))
			diag("%s: state %c, entered %llu, returned %llu",
			     (const char *)s->slots[i].name,
			     task_state(s->slots[i].tid),
			     (unsigned long long)s->slots[i].entered,
			     (unsigned long long)s->slots[i].returned);
	return false;
}

static void prepare(struct sitting *s)
{
	static int files;
	char name[32];
	int fd;

	memset(s, 0, sizeof *s);
	snprintf(name, sizeof name, "sitting.%d", ++files);
	s->path = work_file(name);
	fd = open(s->path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	/* Writable for any user that the victim runs as. */
	if (fd < 0 || fchmod(fd, 0666) || ftruncate(fd, (off_t)SIZE))
		bail(s->path);
	s->slots = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (s->slots == MAP_FAILED)
		bail("mmap");
	close(fd);
}

static void await(struct sitting *s, int timeout_ms)
{
	if (!(timeout_ms < SETTLED_MS ? wait_for(all_began, s)
				      : sitting_settled(s)))
		bail("the victims do not sleep in their calls");
}

void sitting_start(struct sitting *s, const char *program, bool threads,
		   int timeout_ms)
{
	char call[24], ms[16];

	prepare(s);
	snprintf(ms, sizeof ms, "%d", timeout_ms);
	s->n = threads ? 1 : BLOCKING_CALLS;
	for (size_t i = 0; i < s->n; i++) {
		snprintf(call, sizeof call, "%zu", i);
		run_start(&s->runs[i], (char *[]){
			  (char *)program, s->path,
			  threads ? (char *)"all" : call, ms, NULL });
		s->pids[i] = s->runs[i].pid;
	}
	await(s, timeout_ms);
}

void sitting_launched(struct sitting *s, const char *program, int timeout_ms,
		      const char *const *options)
{
	char *argv[OPTIONS_MAX + 8] = { getenv("MMTOP") }, ms[16];
	size_t n = 1;

	prepare(s);
	snprintf(ms, sizeof ms, "%d", timeout_ms);
	for (size_t i = 0; options[i] && i < OPTIONS_MAX; i++)
		argv[n++] = (char *)(uintptr_t)options[i];
	argv[n++] = (char *)"--";
	argv[n++] = (char *)(uintptr_t)program;
	argv[n++] = s->path;
	argv[n++] = (char *)"all";
	argv[n++] = ms;
	s->n = 1;
	run_start(&s->runs[0], argv);
	await(s, timeout_ms < SETTLED_MS ? timeout_ms : 0);
	/* The main thread makes the first call. */
	s->pids[0] = s->slots[0].tid;
}

int sitting_broken(struct sitting *s, unsigned percent)
{
	int broken = 0;

	for (int i = 0; i < BLOCKING_CALLS; i++) {
		const volatile struct blocking_slot *slot = &s->slots[i];

		if (slot->broken * 100 <= slot->returned * percent)
			continue;
		broken++;
		diag("%s returned EINTR %llu times of %llu",
		     (const char *)slot->name,
		     (unsigned long long)slot->broken,
		     (unsigned long long)slot->returned);
	}
	return broken;
}

int sitting_disturbed(struct sitting *s, int from, int to)
{
	int disturbed = 0;

	for (int i = from; i < to; i++) {
		const volatile struct blocking_slot *slot = &s->slots[i];

		if (slot->absent || !slot->returned)
			continue;
		disturbed++;
		diag("%s returned %llu times: %s", (const char *)slot->name,
		     (unsigned long long)slot->returned,
		     strerror(slot->error));
	}
	return disturbed;
}

bool sitting_undisturbed(struct sitting *s, const char *name)
{
	bool settled = sitting_settled(s);
	int early = sitting_disturbed(s, 0, BLOCKING_EARLY);
	int others = sitting_disturbed(s, BLOCKING_EARLY, BLOCKING_CALLS);

	return ok(settled && !early && !others,
		  "%s: %d of %d blocking calls disturbed (and %d of %d that "
		  "restart by themselves)", name, early, BLOCKING_EARLY,
		  others, BLOCKING_CALLS - BLOCKING_EARLY);
}

struct turns {
	struct sitting *s;
	uint64_t n;
};

static bool all_back(void *arg)
{
	const struct turns *t = arg;

	for (int i = 0; i < BLOCKING_CALLS; i++)
		if (t->s->slots[i].timed && !t->s->slots[i].absent &&
		    t->s->slots[i].returned < t->n)
			return false;
	return true;
}

/* The clock is read before and after the call, in whole milliseconds. */
static bool in_time(const volatile struct blocking_slot *slot, int timeout_ms)
{
	if (!slot->timed || slot->absent ||
	    (slot->error == slot->wanted &&
	     slot->elapsed_ms + 1 >= (uint64_t)timeout_ms))
		return true;
	diag("%s returned after %llu ms: %s", (const char *)slot->name,
	     (unsigned long long)slot->elapsed_ms, strerror(slot->error));
	return false;
}

bool sitting_in_time(struct sitting *s, uint64_t times, int timeout_ms)
{
	struct turns t = { s, times };
	bool good = wait_for(all_back, &t);

	for (int i = 0; i < BLOCKING_CALLS; i++)
		good = in_time(&s->slots[i], timeout_ms) && good;
	return good;
}

void sitting_release(struct sitting *s)
{
	for (size_t i = 0; i < s->n; i++) {
		kill(s->pids[i], SIGTERM);
		run_wait(&s->runs[i]);
		run_release(&s->runs[i]);
	}
	munmap((void *)s->slots, SIZE);
	free(s->path);
}

/* --- with the engine ----------------------------------------------------------- */

bool sitting_rounds(struct sitting *s, const struct sitting_round *round,
		    int times)
{
	struct driver d;
	bool good = true;

	for (int i = 0; good && i < times; i++) {
		good = driver_start(&d, s->pids, s->n, round->level,
				    round->flags) &&
		       driver_do(&d, round->letters);
		if (!good) {
			driver_kill(&d);
			break;
		}
		/* Killed during a stop, mmtop could not repair the call. */
		if (round->kills) {
			good = sitting_calm(s) &&
			       (!round->before || round->before(s));
			driver_kill(&d);
		} else {
			good = driver_end(&d);
		}
		good = good && sitting_settled(s);
	}
	return good;
}

/* Calls that are being entered, or are about to return. */
void sitting_short_calls(const char *program, unsigned flags,
			 const char *const *letters, int n, int times,
			 const char *name)
{
	struct sitting s;
	struct driver d;
	bool good = true;

	sitting_start(&s, program, true, TINY_MS);
	for (int i = 0; good && i < times; i++) {
		good = driver_start(&d, s.pids, s.n,
				    i % 3 ? LEVEL_CALLS : LEVEL_WATCH, flags) &&
		       driver_do(&d, letters[i % n]) && driver_end(&d);
		if (!good)
			diag("time %d, '%s'", i, letters[i % n]);
	}
	ok(!sitting_broken(&s, 0) && good,
	   "%s: no short call is interrupted", name);
	sitting_release(&s);
}

void sitting_timeouts(const char *program, bool threads, unsigned flags,
		      const char *letters, const char *name)
{
	struct sitting s;
	struct driver d;
	uint64_t times = 0;
	bool good = true;

	sitting_start(&s, program, threads, SHORT_MS);
	while (good && times++ < 3)
		good = driver_start(&d, s.pids, s.n, LEVEL_CALLS, flags) &&
		       driver_do(&d, letters) && driver_end(&d) &&
		       sitting_in_time(&s, times, SHORT_MS);
	ok(good, "%s: no timeout is shortened", name);
	sitting_release(&s);
}

void sitting_watched(struct sitting *s, struct run *r,
		     const char *const *options)
{
	char numbers[BLOCKING_CALLS][16];
	char *argv[2 + OPTIONS_MAX + 2 * BLOCKING_CALLS] = { getenv("MMTOP") };
	size_t n = 1;

	for (size_t i = 0; options[i] && i < OPTIONS_MAX; i++)
		argv[n++] = (char *)(uintptr_t)options[i];
	for (size_t i = 0; i < s->n; i++) {
		snprintf(numbers[i], sizeof numbers[i], "%d", s->pids[i]);
		argv[n++] = (char *)"-p";
		argv[n++] = numbers[i];
	}
	run_start(r, argv);
}
