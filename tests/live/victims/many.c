/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Many threads that wait forever, and one that counts and reads the clock. Only
 * the counter changes. Much of the state is unusual: blocked, ignored, handled
 * and pending signals, timers, CPU affinity, no_new_privs in one thread.
 *
 *	many FILE THREADS	FILE has MANY_WORDS words of 8 bytes
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>

#include "many.h"
#include "victim.h"

static volatile uint64_t *words;
static uint32_t nobody_wakes;

static void nothing(int sig)
{
	(void)sig;
}

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void pin(void)
{
	cpu_set_t set, one;

	sched_getaffinity(0, sizeof set, &set);
	CPU_ZERO(&one);
	for (size_t i = 0; i < CPU_SETSIZE; i++)
		if (CPU_ISSET(i, &set)) {
			CPU_SET(i, &one);
			break;
		}
	sched_setaffinity(0, sizeof one, &one);
}

/* Each thread has its own signal mask. */
static void *wait_for_ever(void *arg)
{
	uintptr_t number = (uintptr_t)arg;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGRTMIN + (int)(number % 16));
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	if (number == 1)
		pin();
	if (number == 2)
		prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	__atomic_add_fetch(&words[MANY_READY], 1, __ATOMIC_SEQ_CST);
	while (!words[MANY_STOP]) {
		syscall(SYS_futex, &nobody_wakes, FUTEX_WAIT_PRIVATE, 0, NULL,
			NULL, 0);
		__atomic_add_fetch(&words[MANY_EARLY], 1, __ATOMIC_SEQ_CST);
	}
	return NULL;
}

static void be_unusual(void)
{
	struct sigevent ev = { .sigev_notify = SIGEV_SIGNAL,
			       .sigev_signo = SIGRTMIN + 5 };
	const struct itimerspec hour = { .it_value.tv_sec = 3600,
					 .it_interval.tv_sec = 7 };
	const struct itimerval two_hours = { .it_value.tv_sec = 7200 };
	timer_t timer;
	sigset_t set;

	signal(SIGUSR1, nothing);
	signal(SIGUSR2, SIG_IGN);
	sigemptyset(&set);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGRTMIN + 3);
	sigprocmask(SIG_BLOCK, &set, NULL);
	for (int i = 0; i < 3; i++)
		sigqueue(getpid(), SIGRTMIN + 3,
			 (union sigval){ .sival_int = i });
	kill(getpid(), SIGHUP);
	timer_create(CLOCK_MONOTONIC, &ev, &timer);
	timer_settime(timer, 0, &hour, NULL);
	setitimer(ITIMER_REAL, &two_hours, NULL);
}

/* True if the three queued signals are pending, in order. */
static int still_queued(void)
{
	const struct timespec none = { 0 };
	siginfo_t si;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGRTMIN + 3);
	for (int i = 0; i < 3; i++)
		if (sigtimedwait(&set, &si, &none) != SIGRTMIN + 3 ||
		    si.si_value.sival_int != i)
			return 0;
	return sigtimedwait(&set, &si, &none) < 0;
}

static void count(void)
{
	const struct timespec pause = { .tv_nsec = 200000 };
	time_t until = time(NULL) + LIFE_S;
	uint64_t last = now_ns(), now;

	while (!words[MANY_STOP] && time(NULL) < until) {
		words[MANY_COUNT]++;
		nanosleep(&pause, NULL);
		now = now_ns();
		if (now - last > words[MANY_GAP_NS])
			words[MANY_GAP_NS] = now - last;
		last = now;
	}
}

int main(int argc, char **argv)
{
	int threads = argc > 2 ? atoi(argv[2]) : 1;
	int fd = argc > 1 ? open(argv[1], O_RDWR) : -1;
	pthread_attr_t attr;
	pthread_t t;

	allow_tracing();
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	words = mmap(NULL, MANY_WORDS * 8, PROT_READ | PROT_WRITE, MAP_SHARED,
		     fd, 0);
	if (words == MAP_FAILED)
		return 2;
	be_unusual();
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, PTHREAD_STACK_MIN);
	for (uintptr_t i = 1; i < (uintptr_t)threads; i++)
		if (pthread_create(&t, &attr, wait_for_ever, (void *)i))
			return 2;
	count();
	return still_queued() ? 0 : 3;
}
