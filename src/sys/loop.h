/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A poll() loop for file descriptors and timers.
 *
 * Callbacks may add and remove any entry, including their own, and may stop the
 * loop.  Among ready descriptors those with the lower priority number are
 * called first.  Not thread-safe.  Does not handle signals: use a signalfd.
 */
#ifndef SYS_LOOP_H
#define SYS_LOOP_H

#include <stdbool.h>
#include <stdint.h>

struct loop;

typedef void loop_fd_fn(void *arg, int fd, short revents);
/* Returns the delay in ns until the next call, or 0 to remove the timer. */
typedef uint64_t loop_timer_fn(void *arg);

struct loop *loop_new(void);
void loop_free(struct loop *l);
/* Adds a descriptor; there is at most one entry per fd.  `events` is as in
 * poll(). */
void loop_add_fd(struct loop *l, int fd, short events, int priority,
		 loop_fd_fn *fn, void *arg);
void loop_set_events(struct loop *l, int fd, short events);
void loop_remove_fd(struct loop *l, int fd);
/* Adds a timer.  Returns its id, which is > 0. */
int loop_add_timer(struct loop *l, uint64_t delay_ns, loop_timer_fn *fn,
		   void *arg);
void loop_remove_timer(struct loop *l, int id);
/* Sets a function that is called before every wait.  If the function returns
 * true, the loop polls without waiting. */
void loop_set_idle(struct loop *l, bool (*fn)(void *arg), void *arg);
/* Runs until loop_stop(). */
void loop_run(struct loop *l);
/* Runs one turn of the loop, which waits at most timeout_ns. */
void loop_turn(struct loop *l, uint64_t timeout_ns);
void loop_stop(struct loop *l);

/* Time of the last return from a poll() that blocked; 0 before the first
 * one. */
uint64_t loop_woke_ns(const struct loop *l);

/* CLOCK_MONOTONIC in nanoseconds. */
uint64_t clock_ns(void);
/* Converts a CLOCK_MONOTONIC time that the kernel recorded (perf, trace ring)
 * to the time of clock_ns().  They differ in a time namespace, which shifts
 * only clock_ns() (time_namespaces(7)). */
uint64_t clock_of_kernel(uint64_t ns);
/* CPU time of the calling thread, in ns. */
uint64_t clock_cpu_ns(void);

/*
 * Returns the first multiple of period_ns after now_ns + period_ns / 2.  So
 * timers with the same period, or with half of it, expire together and wake the
 * process once.
 */
uint64_t clock_next(uint64_t now_ns, uint64_t period_ns);

#endif
