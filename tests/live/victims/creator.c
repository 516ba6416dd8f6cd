/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Threads that create threads all the time: each lives for some moments,
 * creates its successor and exits.
 *
 *	creator FILE	1 word of 8 bytes: the number of threads so far
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <time.h>

#include "victim.h"

#define CHAINS 8

static volatile uint64_t *words;
static pthread_attr_t attr;
static time_t until;

static void *next(void *arg)
{
	const struct timespec moment = { .tv_nsec = 50000 };
	pthread_t t;

	__atomic_add_fetch(&words[0], 1, __ATOMIC_SEQ_CST);
	nanosleep(&moment, NULL);
	if (time(NULL) < until && pthread_create(&t, &attr, next, arg))
		_exit(3);
	return NULL;
}

int main(int argc, char **argv)
{
	int fd = argc > 1 ? open(argv[1], O_RDWR) : -1;
	const struct timespec second = { .tv_sec = 1 };

	allow_tracing();
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	until = time(NULL) + LIFE_S;
	words = mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (words == MAP_FAILED)
		return 2;
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	pthread_attr_setstacksize(&attr, PTHREAD_STACK_MIN);
	for (int i = 0; i < CHAINS; i++)
		next(NULL);
	while (time(NULL) < until)
		nanosleep(&second, NULL);
	return 0;
}
