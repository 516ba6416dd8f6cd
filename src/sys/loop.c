/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/loop.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/vec.h"

#define NS 1000000000ull
/* A poll() that returns sooner than this counts as one that did not block. */
#define WAITED_NS 50000ull

struct fd_entry {
	int fd;			/* -1: the entry is removed; it is deleted after
				 * the turn */
	short events;
	int priority;
	unsigned serial;	/* distinguishes a new entry from an older one
				 * of the same fd */
	loop_fd_fn *fn;
	void *arg;
};

struct timer {
	int id;			/* 0: the timer is removed */
	uint64_t due_ns;
	loop_timer_fn *fn;
	void *arg;
};

/* The ready descriptors of one poll(), sorted by priority. */
struct ready {
	int fd;
	unsigned serial;
	int priority;
	short revents;
};

struct loop {
	VEC(struct fd_entry) fds;
	VEC(struct timer) timers;
	VEC(struct pollfd) polls;
	VEC(unsigned) serials;		/* serials.v[i] is the serial of
					 * polls.v[i] */
	VEC(struct ready) ready;
	bool (*idle)(void *arg);
	void *idle_arg;
	unsigned serial;
	int timer_id;
	bool stopped;
	uint64_t wait_ns, woke_ns;
};

static uint64_t read_clock(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return (uint64_t)ts.tv_sec * NS + (uint64_t)ts.tv_nsec;
}

uint64_t clock_ns(void)
{
	return read_clock(CLOCK_MONOTONIC);
}

/* Returns the nanoseconds that the time namespace adds to CLOCK_MONOTONIC. */
static uint64_t namespace_offset(void)
{
	FILE *f = fopen("/proc/self/timens_offsets", "re");
	char line[128], name[16];
	uint64_t offset = 0;
	long long s, ns;

	while (f && fgets(line, sizeof line, f))
		if (sscanf(line, "%15s %lld %lld", name, &s, &ns) == 3 &&
		    strcmp(name, "monotonic") == 0)
			offset = (uint64_t)s * NS + (uint64_t)ns;
	if (f)
		fclose(f);
	return offset;
}

uint64_t clock_of_kernel(uint64_t ns)
{
	static uint64_t offset;
	static bool known;

	if (!known)
		offset = namespace_offset();
	known = true;
	return ns + offset;
}

uint64_t clock_cpu_ns(void)
{
	return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

uint64_t clock_next(uint64_t now_ns, uint64_t period_ns)
{
	uint64_t at = now_ns + period_ns + period_ns / 2;

	return at - at % period_ns;
}

struct loop *loop_new(void)
{
	return xcalloc(1, sizeof(struct loop));
}

void loop_free(struct loop *l)
{
	if (!l)
		return;
	vec_release(&l->fds);
	vec_release(&l->timers);
	vec_release(&l->polls);
	vec_release(&l->serials);
	vec_release(&l->ready);
	free(l);
}

static struct fd_entry *fd_find(struct loop *l, int fd)
{
	for (size_t i = 0; i < l->fds.n; i++)
		if (l->fds.v[i].fd == fd)
			return &l->fds.v[i];
	return NULL;
}

void loop_add_fd(struct loop *l, int fd, short events, int priority,
		 loop_fd_fn *fn, void *arg)
{
	loop_remove_fd(l, fd);
	*vec_push(&l->fds) = (struct fd_entry){
		.fd = fd, .events = events, .priority = priority,
		.serial = ++l->serial, .fn = fn, .arg = arg,
	};
}

void loop_set_events(struct loop *l, int fd, short events)
{
	struct fd_entry *e = fd_find(l, fd);

	if (e)
		e->events = events;
}

void loop_remove_fd(struct loop *l, int fd)
{
	struct fd_entry *e = fd >= 0 ? fd_find(l, fd) : NULL;

	if (e)
		e->fd = -1;
}

int loop_add_timer(struct loop *l, uint64_t delay_ns, loop_timer_fn *fn,
		   void *arg)
{
	if (++l->timer_id <= 0)
		l->timer_id = 1;
	*vec_push(&l->timers) = (struct timer){
		.id = l->timer_id, .due_ns = clock_ns() + delay_ns,
		.fn = fn, .arg = arg,
	};
	return l->timer_id;
}

static struct timer *timer_find(struct loop *l, int id)
{
	for (size_t i = 0; i < l->timers.n; i++)
		if (l->timers.v[i].id == id)
			return &l->timers.v[i];
	return NULL;
}

void loop_remove_timer(struct loop *l, int id)
{
	struct timer *t = id > 0 ? timer_find(l, id) : NULL;

	if (t)
		t->id = 0;
}

void loop_set_idle(struct loop *l, bool (*fn)(void *arg), void *arg)
{
	l->idle = fn;
	l->idle_arg = arg;
}

/* Deletes entries that were marked as removed.  Callbacks only mark them, since
 * the arrays may not change during a turn. */
static void sweep(struct loop *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->fds.n; i++)
		if (l->fds.v[i].fd >= 0)
			l->fds.v[n++] = l->fds.v[i];
	l->fds.n = n;
	n = 0;
	for (size_t i = 0; i < l->timers.n; i++)
		if (l->timers.v[i].id > 0)
			l->timers.v[n++] = l->timers.v[i];
	l->timers.n = n;
}

static uint64_t until_next_timer(struct loop *l, uint64_t limit_ns)
{
	uint64_t now = clock_ns();

	l->wait_ns = now;
	for (size_t i = 0; i < l->timers.n; i++) {
		uint64_t due = l->timers.v[i].due_ns;
		uint64_t left = due > now ? due - now : 0;

		if (left < limit_ns)
			limit_ns = left;
	}
	return limit_ns;
}

static void wait_for_fds(struct loop *l, uint64_t timeout_ns)
{
	struct timespec ts = {
		.tv_sec = (time_t)(timeout_ns / NS),
		.tv_nsec = (long)(timeout_ns % NS),
	};
	uint64_t now;
	int n;

	vec_clear(&l->polls);
	vec_clear(&l->serials);
	vec_clear(&l->ready);
	for (size_t i = 0; i < l->fds.n; i++) {
		*vec_push(&l->polls) = (struct pollfd){
			.fd = l->fds.v[i].fd, .events = l->fds.v[i].events,
		};
		*vec_push(&l->serials) = l->fds.v[i].serial;
	}
	n = ppoll(l->polls.v, l->polls.n, &ts, NULL);
	now = clock_ns();
	if (now - l->wait_ns > WAITED_NS)
		l->woke_ns = now;
	for (size_t i = 0; n > 0 && i < l->polls.n; i++) {
		if (!l->polls.v[i].revents)
			continue;
		/* Insertion sort, since few descriptors are ready at once.
		 * Those with the same priority keep their order. */
		size_t at = l->ready.n;
		int priority = l->fds.v[i].priority;

		while (at > 0 && l->ready.v[at - 1].priority > priority)
			at--;
		*vec_insert(&l->ready, at) = (struct ready){
			.fd = l->polls.v[i].fd, .serial = l->serials.v[i],
			.priority = priority, .revents = l->polls.v[i].revents,
		};
	}
}

static void call_fds(struct loop *l)
{
	for (size_t i = 0; i < l->ready.n && !l->stopped; i++) {
		struct ready r = l->ready.v[i];
		struct fd_entry *e = fd_find(l, r.fd);

		if (e && e->serial == r.serial)
			e->fn(e->arg, r.fd, r.revents);
	}
}

/* Calls the timers that are due.  A timer that a callback adds waits for the
 * next turn. */
static void call_timers(struct loop *l)
{
	uint64_t now = clock_ns();
	size_t n = l->timers.n;

	for (size_t i = 0; i < n && !l->stopped; i++) {
		struct timer t = l->timers.v[i];
		uint64_t again;

		if (t.id == 0 || t.due_ns > now)
			continue;
		again = t.fn(t.arg);
		/* Test again: the array may have moved, or the callback may
		 * have removed the timer. */
		if (l->timers.v[i].id == t.id) {
			l->timers.v[i].due_ns = clock_ns() + again;
			if (again == 0)
				l->timers.v[i].id = 0;
		}
	}
}

void loop_turn(struct loop *l, uint64_t timeout_ns)
{
	/* Clear a stop that ended an earlier loop_run(). */
	l->stopped = false;
	sweep(l);
	if (l->idle && l->idle(l->idle_arg))
		timeout_ns = 0;
	if (l->stopped)
		return;
	sweep(l);
	wait_for_fds(l, until_next_timer(l, timeout_ns));
	call_fds(l);
	call_timers(l);
	sweep(l);
}

uint64_t loop_woke_ns(const struct loop *l)
{
	return l->woke_ns;
}

void loop_run(struct loop *l)
{
	do
		loop_turn(l, 3600 * NS);
	while (!l->stopped);
}

void loop_stop(struct loop *l)
{
	l->stopped = true;
}
