/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * heapsays: allocates blocks of all kinds in two threads, each with its own
 * arena, and prints the values of mallinfo2(3) in the format of the log of
 * mmtop --heap. Then, until stdin is closed, it and a child take turns to
 * allocate and free a block, which does not change these values. Exits with 77
 * if there is no mallinfo2.
 */
#define _GNU_SOURCE
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined __GLIBC__ && __GLIBC_PREREQ(2, 33)
static pthread_barrier_t filled;

static void fill(void)
{
	static void *volatile keep;
	/* Code that takes the address of malloc may get one in the
	 * executable. */
	void *(*volatile get)(size_t size) = malloc;

	for (size_t i = 0; i < 300; i++) {
		void *p = get(i * 37 % 3000 + 1);

		if (i % 3)
			free(p);
		else
			keep = p;
	}
	keep = malloc(1 << 20);
	(void)keep;
}

static void *other(void *arg)
{
	(void)arg;
	fill();
	pthread_barrier_wait(&filled);
	pause();
	return NULL;
}

static void say(char *out, size_t n)
{
	struct mallinfo2 m = mallinfo2();

	snprintf(out, n, "arena=%zu ordblks=%zu smblks=%zu hblks=%zu "
		 "hblkhd=%zu usmblks=%zu fsmblks=%zu uordblks=%zu "
		 "fordblks=%zu keepcost=%zu\n", m.arena, m.ordblks, m.smblks,
		 m.hblks, m.hblkhd, m.usmblks, m.fsmblks, m.uordblks,
		 m.fordblks, m.keepcost);
}

static void churn(void)
{
	void *volatile p = malloc(24);

	free(p);
}

/* The child allocates first, so it answers a query that came after the last
 * block. */
static void churn_in_child(void)
{
	pid_t pid = fork();

	if (pid == 0) {
		churn();
		_exit(0);
	}
	if (pid > 0)
		waitpid(pid, NULL, 0);
}

int main(void)
{
	struct pollfd in = { .fd = 0, .events = POLLIN };
	static char out[1000];
	pthread_t thread;

	pthread_barrier_init(&filled, NULL, 2);
	if (pthread_create(&thread, NULL, other, NULL) != 0)
		return 1;
	pthread_barrier_wait(&filled);
	fill();
	churn();
	say(out, sizeof out);
	if (write(1, out, strlen(out)) < 0)
		return 1;
	while (poll(&in, 1, 1) == 0) {
		churn_in_child();
		churn();
	}
	return 0;
}
#else
int main(void)
{
	return 77;
}
#endif
