/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Captures of a program that changes its memory: one frame for each change,
 * with exactly the pages that changed (T4, T7, T8).
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "framed.h"
#include "live.h"
#include "victims/changer.h"

/* Removes " missed=N": a loaded machine may skip captures, which is no error if
 * all frames are right. */
static void drop_missed(struct str *s)
{
	char *at;

	while ((at = strstr(s->data, " missed="))) {
		size_t n = strcspn(at, "\n");

		memmove(at, at + n, strlen(at + n) + 1);
	}
}

static void check(struct str *got, const char *want, const char *name,
		  const char *how)
{
	drop_missed(got);
	if (!ok(!strcmp(got->data, want), "%s, %s", name, how))
		diag("wanted:\n%sgot:\n%s", want, got->data);
}

/* Captures may take only a part of the time: on a busy machine, one may be
 * skipped. */
#define TRIES 5

/* The expected lines of both regions. */
struct wanted {
	const char *shared, *private;
};

static void capture(const struct framed *how, const char *words,
		    struct wanted w, const char *name, const char *way)
{
	struct framed f;

	for (int tries = TRIES; tries-- > 0;) {
		f = *how;
		framed_run(&f, words);
		if (!tries || (!strcmp(f.shared.data, w.shared) &&
			       !strcmp(f.private.data, w.private)))
			break;
		framed_release(&f);
	}
	check(&f.shared, w.shared, name, way);
	check(&f.private, w.private, name, way);
	framed_release(&f);
}

/* Runs the words in each mode.  Expects `memory` if only memory calls stop the
 * program, `every` if all calls do. */
static void each_way_by_stops(const char *words, struct wanted memory,
			      struct wanted every, const char *name)
{
	static const struct framed ways[] = {
		{ .filter = true }, { .filter = false }, { .attach = true },
	};
	static const char *const names[] = {
		"launched", "launched without a filter", "attached to",
	};

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		capture(&ways[i], words, ways[i].filter ? memory : every,
			name, names[i]);
}

static void each_way(const char *words, const char *shared,
		     const char *private, const char *name)
{
	const struct wanted same = { shared, private };

	each_way_by_stops(words, same, same, name);
}

/* --- calls that hand memory to other tasks -------------------------------- */

static void at_calls(const char *words, const char *shared,
		     const char *private, const char *name)
{
	static const struct framed ways[] = {
		{ .filter = true, .at_calls = true },
		{ .at_calls = true },
		{ .attach = true, .at_calls = true },
		{ .filter = false },
		{ .attach = true },
	};
	static const char *const names[] = {
		"capture_at calls", "capture_at calls, without a filter",
		"capture_at calls, attached to", "without a filter",
		"attached to",
	};

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		capture(&ways[i], words, (struct wanted){ shared, private },
			name, names[i]);
}

/* Each call once, after a change of both regions. */
static void handovers(void)
{
	static const struct {
		const char *word, *call;
	} table[] = {
		{ "nap", NULL }, { "write", "write" }, { "writev", "writev" },
		{ "send", "sendto" }, { "sendmsg", "sendmsg" },
		{ "recv", "recvfrom" }, { "msync", "msync" },
		{ "wake", "futex" }, { "wait", "futex" }, { "kill", "kill" },
		{ "poll", "ppoll" }, { "nap", "clock_nanosleep" },
		{ "yield", "sched_yield" }, { "lock", "flock" },
		{ "ioctl", "ioctl" }, { "close", "close" },
	};
	struct str words = STR_INIT, shared = STR_INIT, private = STR_INIT;
	struct str *lines[] = { &shared, &private };

	for (unsigned i = 0; i < sizeof table / sizeof *table; i++) {
		unsigned n = i + 1;

		str_addf(&words, "s%u p%u =%s ", n, n, table[i].word);
		for (int k = 0; k < 2; k++) {
			str_addf(lines[k], "a:%c1.%u ", "SP"[k], n);
			if (table[i].call)
				str_addf(lines[k], "call:%s",
					 table[i].call);
			else
				str_adds(lines[k], "first");
			str_addf(lines[k], " %u=%u\n", n % 8, n);
		}
	}
	at_calls(words.data, shared.data, private.data,
		 "T4 a frame before each call that hands over memory");
	str_release(&words);
	str_release(&shared);
	str_release(&private);
}

static void by_others(void)
{
	at_calls("s1 p1 V2 V11 T4 T13",
		 "a:S1.1 first 1=1\na:S1.2 call:exit_group 2=2\n"
		 "a:S1.3 call:exit_group 3=11\na:S1.4 call:exit 4=4\n"
		 "a:S1.5 call:exit 5=13\n",
		 "a:P1.1 first 1=1\na:P1.2 call:exit_group 2=2\n"
		 "a:P1.3 call:exit_group 3=11\na:P1.4 call:exit 4=4\n"
		 "a:P1.5 call:exit 5=13\n",
		 "T4 frames of a vfork child's and a thread's writes");
	at_calls("p1 P p2 r p3 r p11 r X", "",
		 "a:P1.1 first 1=1\n" "b:P2.1 first 1=1\n"
		 "a:P1.2 call:process_vm_readv 2=2\n"
		 "a:P1.3 call:process_vm_readv 3=3\n"
		 "a:P1.4 call:process_vm_readv 3=11\n",
		 "T4 a frame before a peer reads the memory");
}

/* --- timed captures ------------------------------------------------------- */

#define PACE_NS 50000000ull

static void only_shared(const struct capture_region *r,
			struct capture_choice *out)
{
	*out = (struct capture_choice){
		.size = r->start == CHANGER_SHARED ? r->end - r->start : 0,
		.period_ns = PACE_NS,
	};
}

#define NAPS "s1 w s2 w s3 w s9 w"
#define BY_TIME "a:S1.1 first 1=1\n" \
		"a:S1.2 timer 2=2\n" \
		"a:S1.3 timer 3=3\n" \
		"a:S1.4 timer 1=9\n"

static void by_time(void)
{
	struct framed watched = { .attach = true, .watch = true,
				  .period_ns = PACE_NS, .pokes = true };
	struct framed asked = { .attach = true, .watch = true,
				.choose = only_shared, .pokes = true };

	framed_run(&watched, NAPS);
	check(&watched.shared, BY_TIME, "T4 timed captures", "at level watch");
	framed_release(&watched);
	framed_run(&asked, NAPS);
	check(&asked.shared, BY_TIME, "T4 timed captures", "at a chosen rate");
	check(&asked.private, "", "T4 timed captures",
	      "no frame of other regions");
	framed_release(&asked);
}

/* The number of values of the third page; -1 if one is not greater than the
 * value before. */
static int ascending(const char *lines)
{
	unsigned long long last = 0, v;
	int n = 0;

	for (const char *at = lines; (at = strstr(at, " 3=")); n++) {
		v = strtoull(at += 3, NULL, 10);
		if (v <= last || v % 8 != 3)
			return -1;
		last = v;
	}
	return n;
}

static void while_it_writes(void)
{
	struct framed f = { .attach = true, .choose = only_shared,
			    .pokes = true };
	int n;

	framed_run(&f, "c3 m");
	n = ascending(f.shared.data);
	if (!ok(n >= 3 && f.status == 0,
		"T4 pages that change while mmtop reads them: %d frames", n))
		diag("%s", f.shared.data);
	framed_release(&f);
}

/* One letter for each msync, at its return. */
static void when_asked(void)
{
	struct framed once = { .asks = "-oo-" }, on = { .asks = "b--s-" };

	framed_run(&once, "s1 m s2 m m s3 m");
	check(&once.shared, "a:S1.1 asked 1=1 2=2\na:S1.2 asked\n",
	      "T4 on request", "a frame each time");
	check(&once.private, "", "T4 on request", "no other frame");
	framed_release(&once);
	framed_run(&on, "s1 m z200 s2 m s3 m s4 m s5 m");
	check(&on.shared, "a:S1.1 first 1=1\na:S1.2 call:msync 2=2\n"
	      "a:S1.3 call:msync 3=3\na:S1.4 call:msync 4=4\n",
	      "T4 on request", "all frames from begin to stop");
	framed_release(&on);
}

static uint64_t cpu_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* The CPU time for following a program that creates that many regions. */
static uint64_t cost_of(const char *words, bool *good)
{
	struct framed f = { .filter = true };
	uint64_t begun = cpu_us();

	framed_run(&f, words);
	*good = *good && f.status == 0;
	framed_release(&f);
	return cpu_us() - begun;
}

/* Large memory and many regions: mmtop reads them while the program runs, and
 * captures at stops only the regions that the call concerns. Otherwise each
 * call would cost time in proportion to the number of regions. */
static void beside_much(void)
{
	struct framed big = { .filter = true };
	uint64_t few, many;
	bool good = true;

	framed_run(&big, "B64 s1 m s2 m s3 m s4 m s5 m");
	drop_missed(&big.shared);
	check(&big.shared, "a:S1.1 first 1=1\na:S1.2 call:msync 2=2\n"
	      "a:S1.3 call:msync 3=3\na:S1.4 call:msync 4=4\n"
	      "a:S1.5 call:msync 5=5\n", "T4",
	      "frames are complete with much memory");
	framed_release(&big);
	few = cost_of("S250 s1 m s2 m", &good);
	many = cost_of("S2000 s1 m s2 m", &good);
	ok(many < 8 * few && good,
	   "T4 only regions of the call are captured at it (%llu ms, %llu)",
	   (unsigned long long)few / 1000, (unsigned long long)many / 1000);
}

int main(void)
{
	plan(81);
	beside_much();
	when_asked();
	by_time();
	while_it_writes();
	handovers();
	by_others();
	each_way("p1 q v s1 m", "a:S1.1 first 1=1\n", "a:P1.1 first 1=1\n",
		 "T4 memory that is no longer readable");
	each_way("s1 m s2 m s3 m s11 m m s12 m p1 q p2 q p3 q p9 q q",
		 "a:S1.1 first 1=1\n"
		 "a:S1.2 call:msync 2=2\n"
		 "a:S1.3 call:msync 3=3\n"
		 "a:S1.4 call:msync 3=11\n"
		 "a:S1.5 call:msync 4=12\n",
		 "a:P1.1 first 1=1\n"
		 "a:P1.2 call:mprotect 2=2\n"
		 "a:P1.3 call:mprotect 3=3\n"
		 "a:P1.4 call:mprotect 1=9\n",
		 "one frame for each change (T4)");
	each_way("s1 m p1 q f s2 m p2 q x p3 q s4 m",
		 "a:S1.1 first 1=1\n"
		 "b:S1.2 call:msync 2=2\n"
		 "a:S1.3 call:msync 4=4\n",
		 "a:P1.1 first 1=1\n"
		 "b:P2.1 first 1=1\n"
		 "b:P2.2 call:mprotect 2=2\n"
		 "a:P1.2 call:mprotect 3=3\n",
		 "shared memory is one object, copies are separate (T7)");
	each_way("p1 u a p2 q p3 u s1 U",
		 "a:S1.1 first 1=1\n",
		 "a:P1.1 first 1=1\n"
		 "a:P2.1 first 2=2\n"
		 "a:P2.2 unmap:munmap 3=3\n",
		 "a frame before unmapping, a new object after mapping (T8)");
	each_way("p8 p1 q d q p9 q",
		 "",
		 "a:P1.1 first 0=8 1=1\n"
		 "a:P1.2 call:mprotect -0\n"
		 "a:P1.3 call:mprotect 1=9\n",
		 "T4 pages returned to the kernel are absent");
	each_way("s1 m p1 q s2 p2 e",
		 "a:S1.1 first 1=1\na:S1.2 exec 2=2\n",
		 "a:P1.1 first 1=1\na:P1.2 exec 2=2\n",
		 "T4 a frame before exec");
	each_way_by_stops("s1 m p1 q s2 p2 x", (struct wanted){
		 "a:S1.1 first 1=1\na:S1.2 exit 2=2\n",
		 "a:P1.1 first 1=1\na:P1.2 exit 2=2\n" }, (struct wanted){
		 "a:S1.1 first 1=1\na:S1.2 call:exit_group 2=2\n",
		 "a:P1.1 first 1=1\na:P1.2 call:exit_group 2=2\n" },
		 "T4 T8 a frame before the exit");
	return done();
}
