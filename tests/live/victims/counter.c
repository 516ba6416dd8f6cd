/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Threads that count in a file, with a memory call each time: what stands
 * still does not count.  Word i is thread i's, word CONT that of its handler
 * for SIGCONT, word PID its process; word STOP ends it when it is not 0, and so does its own
 * deadline, so that it outlives no test.
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
#define PID 61
#define CONT 62
#define STOP 63
#define DEADLINE_S 300

static volatile uint64_t *words;

static void on_cont(int sig)
{
	(void)sig;
	__atomic_fetch_add(&words[CONT], 1, __ATOMIC_SEQ_CST);
}

static void *count(void *arg)
{
	volatile uint64_t *word = arg;
	const struct timespec pause = { .tv_nsec = 200000 };
	time_t until = time(NULL) + DEADLINE_S;

	while (!words[STOP] && time(NULL) < until) {
		void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
			       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (p == MAP_FAILED || munmap(p, 4096))
			_exit(3);
		(*word)++;
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
	if (words == MAP_FAILED || threads < 1 || threads >= PID)
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
