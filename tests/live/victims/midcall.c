/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Threads that are in a system call whenever a tracer attaches.
 *
 *	midcall hammer		mmap, mprotect and munmap without a pause, each
 *				thread with its own size, until a byte is read
 *	midcall sleep MS	each call that the kernel restarts with
 *				restart_syscall: "nanosleep 0 2000" is its name,
 *				errno and duration
 *	midcall one NAME	one of these calls, one second each, until a
 *				byte is read
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>

#include "victim.h"

#define THREADS 4
#define PAGE 4096u

#ifdef SYS_futex
#define FUTEX SYS_futex
#else
#define FUTEX SYS_futex_time64
#endif

static volatile int over;

static int told_to_end(int ms)
{
	struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };

	return poll(&p, 1, ms) != 0;
}

/* --- hammer --------------------------------------------------------------- */

static void *hammer(void *arg)
{
	size_t size = (size_t)(uintptr_t)arg;

	while (!over) {
		void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
			       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (p == MAP_FAILED || mprotect(p, size, PROT_READ) ||
		    munmap(p, size))
			_exit(90);
	}
	return NULL;
}

static void hammers(void)
{
	pthread_t t[THREADS];

	for (unsigned i = 0; i < THREADS; i++)
		if (pthread_create(&t[i], NULL, hammer,
				   (void *)(uintptr_t)(PAGE * (i + 3))))
			_exit(91);
	told_to_end(-1);
	over = 1;
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
}

/* --- sleep ---------------------------------------------------------------- */

static long do_nanosleep(int ms)
{
	struct timespec ts = { ms / 1000, ms % 1000 * 1000000l };

	/* The C library's nanosleep() uses clock_nanosleep. */
#if defined SYS_nanosleep && __SIZEOF_POINTER__ == 8
	return syscall(SYS_nanosleep, &ts, NULL);
#else
	return nanosleep(&ts, NULL);
#endif
}

static long do_clock_nanosleep(int ms)
{
	struct timespec ts = { ms / 1000, ms % 1000 * 1000000l };

	errno = clock_nanosleep(CLOCK_BOOTTIME, 0, &ts, NULL);
	return errno ? -1 : 0;
}

static long do_poll(int ms)
{
	return poll(NULL, 0, ms);
}

static long do_futex(int ms)
{
	/* The timespec of the old call has longs. */
	struct { long s, ns; } ts = { ms / 1000, ms % 1000 * 1000000l };
	int word = 0;
	long r = syscall(FUTEX, &word, FUTEX_WAIT, 0, &ts, NULL, 0);

	return r < 0 && errno == ETIMEDOUT ? 0 : -1;
}

static const struct sleeper {
	const char *name;
	long (*fn)(int ms);
} sleepers[] = {
	{ "nanosleep", do_nanosleep },
	{ "clock_nanosleep", do_clock_nanosleep },
	{ "poll", do_poll },
	{ "futex", do_futex },
};

#define SLEEPERS (sizeof sleepers / sizeof *sleepers)

static int sleep_ms;

static long now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_BOOTTIME, &ts);
	return ts.tv_sec * 1000l + ts.tv_nsec / 1000000;
}

static void *sleep_once(void *arg)
{
	const struct sleeper *s = arg;
	long since = now_ms();
	int e = s->fn(sleep_ms) < 0 ? errno : 0;

	dprintf(STDOUT_FILENO, "%s %d %ld\n", s->name, e, now_ms() - since);
	return NULL;
}

static void sleep_all(int ms)
{
	pthread_t t[SLEEPERS];

	sleep_ms = ms;
	for (size_t i = 0; i < SLEEPERS; i++)
		if (pthread_create(&t[i], NULL, sleep_once,
				   (void *)(uintptr_t)&sleepers[i]))
			_exit(91);
	for (size_t i = 0; i < SLEEPERS; i++)
		pthread_join(t[i], NULL);
}

static void repeat_sleeper(const char *name)
{
	for (size_t i = 0; i < SLEEPERS; i++)
		while (!strcmp(name, sleepers[i].name) && !told_to_end(0))
			sleepers[i].fn(1000);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	wait_to_be_watched();
	if (!strcmp(what, "hammer"))
		hammers();
	else if (argc > 2 && !strcmp(what, "sleep"))
		sleep_all(atoi(argv[2]));
	else if (argc > 2)
		repeat_sleeper(argv[2]);
	return 0;
}
