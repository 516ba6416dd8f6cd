/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Threads that count in a file, with a memory call each time: a stopped thread
 * does not count. Word i is thread i's counter, word CONT counts the calls of
 * the SIGCONT handler, word PID is the process. Word ASKED is the number of
 * further threads that the test requests; each exits at once, and word MADE
 * counts them. A nonzero word STOP ends it. So does its own time limit, so that
 * it does not outlive its test.
 *
 *	counter FILE THREADS [wait]	FILE has 64 words of 8 bytes
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "victim.h"

#define WORDS 64
#define ASKED 59
#define MADE 60
#define PID 61
#define CONT 62
#define STOP 63

static volatile uint64_t *words;

static void on_cont(int sig)
{
	(void)sig;
	__atomic_fetch_add(&words[CONT], 1, __ATOMIC_SEQ_CST);
}

/* Setting the clock does not end the program early. */
static time_t now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec;
}

static void *nothing(void *arg)
{
	return arg;
}

static void one_more(void)
{
	pthread_t t;

	if (pthread_create(&t, NULL, nothing, NULL) || pthread_join(t, NULL))
		_exit(4);
	words[MADE]++;
}

static void *count(void *arg)
{
	volatile uint64_t *word = arg;
	const struct timespec pause = { .tv_nsec = 200000 };
	time_t until = now() + LIFE_S;

	while (!words[STOP] && now() < until) {
		void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
			       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (p == MAP_FAILED || munmap(p, 4096))
			_exit(3);
		(*word)++;
		if (word == words && words[MADE] < words[ASKED])
			one_more();
		nanosleep(&pause, NULL);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int threads = argc > 2 ? atoi(argv[2]) : 1;
	int fd = argc > 1 ? open(argv[1], O_RDWR) : -1;
	pthread_t t;

	allow_tracing();
	words = mmap(NULL, WORDS * 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
		     0);
	if (words == MAP_FAILED || threads < 1 || threads >= ASKED)
		return 2;
	words[PID] = (uint64_t)getpid();
	signal(SIGCONT, on_cont);
	if (argc > 3)
		wait_to_be_watched();
	for (int i = 1; i < threads; i++)
		if (pthread_create(&t, NULL, count, (void *)&words[i]))
			return 2;
	count((void *)&words[0]);
	return 0;
}
