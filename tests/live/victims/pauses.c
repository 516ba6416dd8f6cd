/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measures how long its threads cannot run.
 *
 *	pauses THREADS PERIOD_MS [together]
 *
 * Each thread sleeps until a given time, each a different one, or all the same
 * with "together". Then it makes a system call, and records how late it woke up
 * and how long the call took. Prints its PID when all threads sleep. For each
 * byte of input it prints "late N call M", the maxima in microseconds since the
 * last byte. Exits when stdin is closed.
 */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define STACK (64 << 10)
#define NS 1000000000ull

static atomic_ullong late_ns, call_ns;
static atomic_long ready;
static uint64_t period_ns, begin_ns;

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * NS + (uint64_t)t.tv_nsec;
}

static void note(atomic_ullong *worst, uint64_t ns)
{
	unsigned long long was = atomic_load(worst);

	while (was < ns && !atomic_compare_exchange_weak(worst, &was, ns))
		;
}

static void *wake_now_and_then(void *arg)
{
	uint64_t due = begin_ns + (uint64_t)(uintptr_t)arg;

	atomic_fetch_add(&ready, 1);
	for (;; due += period_ns) {
		const struct timespec t = { .tv_sec = (time_t)(due / NS),
					    .tv_nsec = (long)(due % NS) };
		uint64_t before, now;

		while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t,
				       NULL))
			;
		before = now_ns();
		syscall(SYS_getppid);
		now = now_ns();
		note(&call_ns, now - before);
		note(&late_ns, now - due);
		/* Skip periods that have already passed. */
		while (now > due + period_ns)
			due += period_ns;
	}
	return NULL;
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 2000;
	long ms = argc > 2 ? atol(argv[2]) : 200;
	uint64_t spread = argc > 3 ? 0 : 1;
	pthread_attr_t attr;
	pthread_t id;
	char byte;

	period_ns = (uint64_t)ms * 1000000;
	begin_ns = now_ns() + period_ns;
	prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	for (long i = 0; i < n; i++)
		if (pthread_create(&id, &attr, wake_now_and_then,
				   (void *)(uintptr_t)
				   (spread * period_ns * (uint64_t)i /
				    (uint64_t)n))) {
			fprintf(stderr, "pauses: only %ld of %ld\n", i, n);
			return 1;
		}
	while (atomic_load(&ready) < n)
		usleep(1000);
	printf("%d\n", (int)getpid());
	fflush(stdout);
	while (read(STDIN_FILENO, &byte, 1) == 1) {
		printf("late %llu call %llu\n",
		       atomic_exchange(&late_ns, 0) / 1000,
		       atomic_exchange(&call_ns, 0) / 1000);
		fflush(stdout);
	}
	return 0;
}
