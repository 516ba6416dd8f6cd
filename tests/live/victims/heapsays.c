/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * heapsays: gets blocks of all kinds in two threads, each with an arena of its
 * own, and writes what mallinfo2(3) says then, as the log of mmtop --heap has it.
 * Then it gets and gives back one block after the other, which changes nothing of
 * that, and before each a child does, until its standard input ends.  77: there is
 * no mallinfo2.
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
	/* Code that takes the address may take one in the executable. */
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

/* What was asked since the last block a child answers first. */
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
