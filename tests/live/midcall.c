/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Attaching during calls (P31, P33): mmtop confuses no call with another, and
 * no exit with an entry, and a restarted call lasts as long as without mmtop.
 */
#include <config.h>

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "live.h"
#include "watched.h"

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

/* --- P33: memory calls ---------------------------------------------------- */

#define THREADS 4	/* of victims/midcall.c; thread i uses i + 3 pages */
#define PAGE 4096l

struct thread {
	pid_t tid;
	unsigned long size, last;	/* result of the last mmap; 0:
					 * unknown */
};

static struct thread *thread_of(struct thread *t, pid_t tid)
{
	size_t i = 0;

	while (i < THREADS && t[i].tid && t[i].tid != tid)
		i++;
	if (i == THREADS)
		return NULL;
	t[i].tid = tid;
	return &t[i];
}

/* True if a thread can have made that call with that result. */
static bool plausible(struct thread *all, const struct entry *e)
{
	struct thread *t = thread_of(all, e->tid);
	unsigned long addr, size, result;
	const char *paren = strchr(e->what, '('), *eq = strrchr(e->what, '=');
	bool maps = !strncmp(e->what, "mmap", 4);

	if (!t || !paren || !eq)
		return false;
	addr = maps ? 0 : strtoul(paren + 1, NULL, 16);
	size = strtoul(strchr(paren, ' ') + 1, NULL, 10);
	result = strtoul(eq + 1, NULL, 16);
	if (size % PAGE || size < 3 * PAGE || size >= (3 + THREADS) * PAGE ||
	    (t->size && size != t->size))
		return false;
	t->size = size;
	if (maps) {
		t->last = result;
		return result >= 0x10000 && result % PAGE == 0;
	}
	return result == 0 && addr && (!t->last || addr == t->last);
}

static size_t implausible(struct watched *w, size_t *seen)
{
	struct thread threads[THREADS] = { { .tid = 0 } };
	struct entries e;
	size_t n = 0;

	entries_read(&e, w->log);
	for (size_t i = 0; i < e.n; i++) {
		if (e.v[i].tid == watched_pid(w) || !strchr(e.v[i].what, '(') ||
		    strchr("+-", *e.v[i].what))
			continue;
		++*seen;
		if (!plausible(threads, &e.v[i]) && n++ < 5)
			diag("%d/%d %s", e.v[i].pid, e.v[i].tid, e.v[i].what);
	}
	entries_release(&e);
	return n;
}

static void hammer(const struct mode *m)
{
	int cycles = loops(200, 6), i;
	size_t wrong = 0, seen = 0;
	struct watched w;

	watched_victim(&w, m, "midcall", (const char *[]){ "hammer", NULL });
	watched_go(&w);
	for (i = 0; i < cycles && !wrong; i++) {
		watched_attach(&w, NULL);
		poll(NULL, 0, 10 + i * 7 % 20);
		kill(w.m.pid, SIGTERM);
		if (!run_wait(&w.m) || !is_untraced(watched_pid(&w)))
			break;
		wrong += implausible(&w, &seen);
	}
	if (!ok(i == cycles && !wrong && seen > 0,
		"P33 attached during memory calls, %d times, "
		"%s", cycles, w.name))
		diag("%d attached, %zu calls seen, %zu wrong", i, seen, wrong);
	watched_go(&w);
	run_wait(&w.v);
	ok(run_status(&w.v) == 0, "P33 every call succeeds, %s",
	   w.name);
	watched_release(&w);
}

/* --- P31: sleeping calls -------------------------------------------------- */

#define SLEEP_MS (3000 + 2000 * (long)test_slow())
/* How long mmtop attaches and detaches: a call that restarted at the end would
 * last nearly twice as long. */
#define DISTURB_S (0.8 * (double)SLEEP_MS / 1000)

static const char *const names[] = { "nanosleep", "clock_nanosleep", "poll",
				     "futex" };

#define NAMES (sizeof names / sizeof *names)

/* How long the call lasted; -1 if it failed. */
static long slept_ms(struct watched *w, const char *name)
{
	char *out = watched_out(w), *at = strstr(out, name);
	int e = -1;
	long ms = -1;

	/* "nanosleep" is also part of "clock_nanosleep": the match must start a
	 * line. */
	while (at && at > out && at[-1] != '\n')
		at = strstr(at + 1, name);
	if (at)
		sscanf(at + strlen(name), " %d %ld", &e, &ms);
	free(out);
	return e ? -1 : ms;
}

/* late_ms: the delay of the same call in an untraced program. */
static bool slept_right(struct watched *w, const char *name, long late_ms)
{
	long ms = slept_ms(w, name);
	bool good = ms >= SLEEP_MS && ms - late_ms < SLEEP_MS * 17 / 10;

	if (!good)
		diag("%s: %s: %ld ms, %ld ms late if untraced", w->name, name,
		     ms, late_ms);
	return good;
}

static void sleepers(const struct mode *const *modes, size_t n)
{
	struct watched *all = calloc(n + 1, sizeof *all), *alone = &all[n];
	double until = 0;
	char ms[16];

	snprintf(ms, sizeof ms, "%ld", SLEEP_MS);
	for (size_t i = 0; i <= n; i++)
		watched_victim(&all[i], modes[i % n], "midcall",
			       (const char *[]){ "sleep", ms, NULL });
	until = now() + DISTURB_S;
	for (size_t i = 0; i <= n; i++)
		watched_go(&all[i]);
	while (now() < until)
		for (size_t i = 0; i < n && now() < until; i++) {
			watched_attach(&all[i], NULL);
			kill(all[i].m.pid, SIGTERM);
			run_wait(&all[i].m);
		}
	run_wait(&alone->v);
	for (size_t i = 0; i < n; i++) {
		run_wait(&all[i].v);
		for (size_t j = 0; j < NAMES; j++)
			ok(slept_right(&all[i], names[j],
				       slept_ms(alone, names[j]) - SLEEP_MS),
			   "P31 %s lasts as long as untraced, %s",
			   names[j], all[i].name);
		watched_release(&all[i]);
	}
	watched_release(alone);
	free(all);
}

int main(void)
{
	const struct mode *attach[8];
	size_t n = 0;
	int calls = 0;

	for (size_t i = 0; i < modes_n(); i++)
		if (modes_at(i)->attach) {
			attach[n++] = modes_at(i);
			calls += mode_calls(modes_at(i));
		}
	plan(calls * 2 + (int)n * 4);
	for (size_t i = 0; i < n; i++)
		if (mode_calls(attach[i]))
			hammer(attach[i]);
	sleepers(attach, n);
	return done();
}
