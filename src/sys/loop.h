/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One poll() loop: file descriptors and timers.
 *
 * Callbacks may add and remove any entry, their own included, and may stop
 * the loop.  Among ready descriptors those of lower priority number are
 * called first.  Not thread-safe, and no signals: use a signalfd.
 */
#ifndef SYS_LOOP_H
#define SYS_LOOP_H

#include <stdbool.h>
#include <stdint.h>

struct loop;

typedef void loop_fd_fn(void *arg, int fd, short revents);
/* Returns the delay in ns until it is called again, 0 to end the timer. */
typedef uint64_t loop_timer_fn(void *arg);

struct loop *loop_new(void);
void loop_free(struct loop *l);
/* One entry per fd; events as for poll(). */
void loop_add_fd(struct loop *l, int fd, short events, int priority,
		 loop_fd_fn *fn, void *arg);
void loop_set_events(struct loop *l, int fd, short events);
void loop_remove_fd(struct loop *l, int fd);
/* Returns an id > 0. */
int loop_add_timer(struct loop *l, uint64_t delay_ns, loop_timer_fn *fn,
		   void *arg);
void loop_remove_timer(struct loop *l, int id);
/* Called before every wait; returns true to poll without waiting. */
void loop_set_idle(struct loop *l, bool (*fn)(void *arg), void *arg);
/* Runs until loop_stop(). */
void loop_run(struct loop *l);
/* One turn, waiting at most timeout_ns. */
void loop_turn(struct loop *l, uint64_t timeout_ns);
void loop_stop(struct loop *l);

/* When the last wait that blocked returned: nothing was ready just before.  0
 * before the first. */
uint64_t loop_woke_ns(const struct loop *l);

/* CLOCK_MONOTONIC in nanoseconds. */
uint64_t clock_ns(void);
/* A CLOCK_MONOTONIC of the kernel's own, as perf and the trace ring give it, on
 * clock_ns(): a time namespace shifts only the second (time_namespaces(7)). */
uint64_t clock_of_kernel(uint64_t ns);
/* CPU time of the calling thread, in ns. */
uint64_t clock_cpu_ns(void);

/*
 * The first whole multiple of period_ns after half of one: what comes as often,
 * or twice as often, comes at the same time, and wakes the process once.
 */
uint64_t clock_next(uint64_t now_ns, uint64_t period_ns);

#endif
