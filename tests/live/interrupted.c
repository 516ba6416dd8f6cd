/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Blocking calls while ignored signals arrive.  These wake a thread only
 * because it is traced, and not always the thread that takes them.  No call
 * fails with EINTR, none ends early, and none lasts longer than untraced.  A
 * signal with a handler interrupts every call once; a stop by job control
 * interrupts the same calls as untraced.
 */
#include <config.h>

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "live.h"
#include "sitting.h"

#define WAIT_MS 40
#define WAITS 12
#define HANDLED 3
#define STOPS 3

/* --- ignored signals ------------------------------------------------------ */

/* The counters of each slot before the storm of signals. */
struct start {
	uint64_t returned, total_ms;
};

struct storm {
	struct sitting *s;
	const struct start *from;
	struct driver *holder;		/* holds and continues instead of
					 * signals; NULL: signals */
};

static bool is_timed(const volatile struct blocking_slot *slot)
{
	return slot->timed && !slot->absent;
}

/* For wait_for(): sends the next signals, until all calls have returned often
 * enough.  The signals come together to wake several threads. */
static bool storm_is_over(void *arg)
{
	static const int signals[] = { SIGWINCH, SIGURG, SIGCHLD, SIGIO,
				       SIGCONT };
	static bool more;
	const struct storm *storm = arg;
	struct sitting *s = storm->s;

	if (storm->holder && !driver_do(storm->holder, "hc"))
		bail("the driver cannot hold and continue");
	/* SIGCONT wakes all threads. */
	for (size_t i = 0; !storm->holder &&
			   i < sizeof signals / sizeof *signals - more; i++)
		kill(s->pids[0], signals[i]);
	more = !more;
	for (int i = 0; i < BLOCKING_CALLS; i++)
		if (is_timed(&s->slots[i]) &&
		    s->slots[i].returned < storm->from[i].returned + WAITS)
			return false;
	return true;
}

/* The mean time of each slot's calls, in milliseconds; false if the calls did
 * not return often enough. */
static bool storm_waits(struct sitting *s, struct driver *holder, double *mean)
{
	struct start from[BLOCKING_CALLS];
	struct storm storm = { s, from, holder };
	bool over;

	for (int i = 0; i < BLOCKING_CALLS; i++)
		from[i] = (struct start){ s->slots[i].returned,
					  s->slots[i].total_ms };
	over = wait_for(storm_is_over, &storm);
	for (int i = 0; i < BLOCKING_CALLS; i++) {
		uint64_t n = s->slots[i].returned - from[i].returned;

		mean[i] = n ? (double)(s->slots[i].total_ms -
				       from[i].total_ms) / (double)n : 0;
		if (!over && is_timed(&s->slots[i]) && n < WAITS)
			diag("%s: %llu of %d waits, state %c",
			     (const char *)s->slots[i].name,
			     (unsigned long long)n, WAITS,
			     task_state(s->slots[i].tid));
	}
	return over;
}

static int slot_of(const struct sitting *s, const char *name)
{
	int i = 0;

	while (i < BLOCKING_CALLS - 1 &&
	       strcmp((const char *)s->slots[i].name, name))
		i++;
	return i;
}

/*
 * exits: mmtop sees the exit of each call.  If not, a call fails with EINTR if
 * another thread takes the signal that woke it (a few, not most), and the
 * timeout of a socket may restart with each signal.
 */
static int count_bad(struct sitting *s, bool exits, const double *mean,
		     const double *untraced)
{
	int bad = sitting_broken(s, exits ? 0 : 25);

	for (int i = 0; i < BLOCKING_CALLS; i++) {
		const volatile struct blocking_slot *slot = &s->slots[i];
		/* The kernel stores the deadline of these calls: only the stops
		 * themselves delay them. */
		bool late = exits &&
			    mean[i] > 2 * mean[slot_of(s, "nanosleep")] +
					   untraced[i];

		if (!is_timed(slot) || (!slot->wrong && !slot->early && !late))
			continue;
		bad++;
		diag("%s: %llu waits, %llu wrong, %llu early, %.0f ms, "
		     "untraced %.0f ms", (const char *)slot->name,
		     (unsigned long long)slot->returned,
		     (unsigned long long)slot->wrong,
		     (unsigned long long)slot->early, mean[i], untraced[i]);
	}
	return bad;
}

struct way {
	const char *name;
	bool attach, exits;
	const char *options[6];
};

static void ignored(const char *program, const struct way *way,
		    const double *untraced, const char *bits)
{
	char *log = work_file("log");
	const char *options[10] = { "-b", "-o", log };
	double mean[BLOCKING_CALLS];
	struct sitting s;
	struct run r;
	bool over;

	memcpy(options + 3, way->options, sizeof way->options);
	if (way->attach) {
		sitting_start(&s, program, true, WAIT_MS);
		sitting_watched(&s, &r, options);
		if (!file_holds(log, " attach "))
			bail("mmtop does not attach");
	} else {
		sitting_launched(&s, program, WAIT_MS, options);
	}
	over = storm_waits(&s, NULL, mean);
	ok(over && !count_bad(&s, way->exits, mean, untraced),
	   "%s, %s: ignored signals change no wait", bits, way->name);
	sitting_release(&s);
	if (way->attach) {
		run_wait(&r);
		run_release(&r);
	}
	free(log);
}

/* mmtop's holds interrupt calls, too; mmtop has seen their entries. */
static void held_and_continued(const char *program, const double *untraced)
{
	double mean[BLOCKING_CALLS];
	struct sitting s;
	struct driver d;
	bool over;

	sitting_start(&s, program, true, WAIT_MS);
	over = driver_start(&d, s.pids, s.n, LEVEL_CALLS, 0) &&
	       storm_waits(&s, &d, mean);
	ok(over && driver_end(&d) &&
	   !count_bad(&s, true, mean, untraced),
	   "held and continued: no timeout starts again");
	sitting_release(&s);
}

/* --- signals that have a handler ------------------------------------------------- */

struct aim {
	struct sitting *s;
	int slot;
	uint64_t broken;
};

static bool sits_again(void *arg)
{
	const struct aim *a = arg;
	const volatile struct blocking_slot *slot = &a->s->slots[a->slot];

	return slot->absent || (slot->broken >= a->broken &&
				slot->entered > slot->returned &&
				task_state(slot->tid) == 'S');
}

/* Every call except the main thread's: any thread may take its signals. */
static int count_unbroken(struct sitting *s)
{
	int bad = 0;

	for (struct aim a = { s, 1, 0 }; a.slot < BLOCKING_CALLS; a.slot++) {
		const volatile struct blocking_slot *slot = &s->slots[a.slot];

		for (a.broken = 0; wait_for(sits_again, &a) &&
		     a.broken < HANDLED; a.broken++) {
			kill(s->pids[0], SIGWINCH);
			syscall(SYS_tgkill, s->pids[0], slot->tid, SIGUSR1);
		}
		if (slot->absent || (slot->broken == HANDLED &&
				     slot->handled == HANDLED))
			continue;
		bad++;
		diag("%s: %llu handlers, %llu times EINTR",
		     (const char *)slot->name,
		     (unsigned long long)slot->handled,
		     (unsigned long long)slot->broken);
	}
	return bad;
}

static void handled(const char *program, const char *level)
{
	char *log = work_file("log");
	struct sitting s;
	struct run r;

	sitting_start(&s, program, true, LONG_MS);
	sitting_watched(&s, &r,
			(const char *[]){ "-b", "-o", log, level, NULL });
	ok(file_holds(log, " attach ") && !count_unbroken(&s),
	   "%s: a handler interrupts each call once", level);
	sitting_release(&s);
	run_wait(&r);
	run_release(&r);
	free(log);
}

/* --- stops by job control ---------------------------------------------------------- */

static bool all_stand(void *arg)
{
	const struct sitting *s = arg;

	for (int i = 0; i < BLOCKING_CALLS; i++)
		if (!strchr("Tt", task_state(s->slots[i].tid)))
			return false;
	return true;
}

/* Counts how often each call failed with EINTR after a stop and SIGCONT of its
 * process; level NULL: untraced. */
static bool stop_and_go(const char *program, const char *level,
			uint64_t *broken)
{
	char *log = work_file("log");
	struct sitting s;
	struct run r;
	bool good = true;

	sitting_start(&s, program, true, LONG_MS);
	if (level) {
		sitting_watched(&s, &r, (const char *[]){ "-b", "-o", log,
							  level, NULL });
		good = file_holds(log, " attach ");
	}
	for (int i = 0; good && i < STOPS; i++) {
		good = sitting_calm(&s) && !kill(s.pids[0], SIGSTOP) &&
		       wait_for(all_stand, &s) && !kill(s.pids[0], SIGCONT);
	}
	good = good && sitting_calm(&s);
	for (int i = 0; i < BLOCKING_CALLS; i++)
		broken[i] = s.slots[i].broken;
	sitting_release(&s);
	if (level) {
		run_wait(&r);
		run_release(&r);
	}
	free(log);
	return good;
}

static void job_control(const char *program, const char *level,
			const uint64_t *untraced)
{
	uint64_t broken[BLOCKING_CALLS];
	bool good = stop_and_go(program, level, broken);

	for (int i = 0; i < BLOCKING_CALLS; i++)
		if (broken[i] != untraced[i]) {
			good = false;
			diag("call %d: EINTR %llu times, untraced %llu", i,
			     (unsigned long long)broken[i],
			     (unsigned long long)untraced[i]);
		}
	ok(good, "%s: a stop interrupts the same calls as untraced",
	   level);
}

int main(void)
{
	static const struct way ways[] = {
		{ "attached at calls", true, true, { "--level=calls" } },
		{ "attached at calls with children", true, true,
		  { "--level=calls", "-f" } },
		{ "attached at watch", true, false, { "--level=watch" } },
		{ "launched at watch", false, false, { "--level=watch" } },
		{ "launched at calls", false, false, { "--level=calls" } },
		{ "launched without a filter", false, true,
		  { "--level=calls", "--no-filter" } },
	};
	static const char *const names[] = { "blocking", "blocking32" };
	char *programs[] = { victim("blocking"), victim32("blocking") };
	size_t n = sizeof ways / sizeof *ways;

	uint64_t broken[BLOCKING_CALLS];

	plan((int)(programs[1] ? 2 * n : n) + 5);
	for (size_t i = 0; i < 2 && programs[i]; i++) {
		double untraced[BLOCKING_CALLS];
		struct sitting s;

		sitting_start(&s, programs[i], true, WAIT_MS);
		if (!storm_waits(&s, NULL, untraced))
			bail("the calls do not return");
		sitting_release(&s);
		for (size_t k = 0; k < n; k++)
			ignored(programs[i], &ways[k], untraced, names[i]);
		if (!i)
			held_and_continued(programs[i], untraced);
	}
	handled(programs[0], "--level=watch");
	handled(programs[0], "--level=calls");
	if (!stop_and_go(programs[0], NULL, broken))
		bail("the calls do not stop and continue");
	job_control(programs[0], "--level=watch", broken);
	job_control(programs[0], "--level=calls", broken);
	free(programs[0]);
	free(programs[1]);
	return done();
}
