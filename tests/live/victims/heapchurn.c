/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * heapchurn churn PROGRAMS THREADS ROUNDS: programs with 1 to THREADS threads
 * that allocate without a pause, while the first thread of each forks a child
 * that exits at once, and executes a program, ROUNDS times. Then it prints
 * "wall US pair US": the total time, and the longest time that one of the
 * programs waited for a child.
 *
 * heapchurn sleepy ROUNDS: one program with one thread that only allocates and
 * frees a block; its children exit after 50 ms.
 *
 * heapchurn execs TIMES BLOCKS: allocates BLOCKS blocks, frees none, and
 * executes itself, TIMES times; the exec comes right after the last block.
 *
 * heapchurn spaces TIMES BLOCKS: TIMES children, one after the other, each of
 * which is process 1 of its own PID namespace, allocates BLOCKS and exits;
 * every second one does the same as execs 2 BLOCKS instead. Exits with 1 if it
 * cannot create a namespace.
 *
 * heapchurn leaf: allocates some blocks, and frees them.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PROGRAMS 64
#define THREADS 64
#define SLEEP_US 50000
/* Ends every process if its test does not. */
#define LIFE_S 300

extern char **environ;

static volatile bool stop;
static long *longest;

static long now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static void allocate(void)
{
	void *volatile list[64] = { NULL };

	for (size_t i = 0; i < 1000; i++) {
		free(list[i % 64]);
		list[i % 64] = malloc(100 + i % 500);
	}
	for (size_t i = 0; i < 64; i++)
		free(list[i]);
}

static void *churn(void *arg)
{
	while (!stop)
		allocate();
	return arg;
}

/* Allocates as fast as possible, to fill the ring with records. */
static void *rush(void *arg)
{
	while (!stop)
		for (int i = 0; i < 1000; i++) {
			void *volatile p = malloc(100);

			free(p);
		}
	return arg;
}

static void wait_for(pid_t pid, long since, int at)
{
	long us;

	if (pid <= 0 || waitpid(pid, NULL, 0) != pid)
		abort();
	us = now_us() - since;
	if (us > longest[at])
		longest[at] = us;
}

static void make_child(int at, unsigned sleep_us)
{
	long since = now_us();
	pid_t pid = fork();

	if (!pid) {
		if (sleep_us)
			usleep(sleep_us);
		else
			allocate();
		_exit(0);
	}
	wait_for(pid, since, at);
}

static void execute(int at)
{
	static char name[] = "heapchurn", leaf[] = "leaf";
	char *const argv[] = { name, leaf, NULL };
	long since = now_us();
	pid_t pid = 0;

	if (posix_spawn(&pid, "/proc/self/exe", NULL, NULL, argv, environ))
		abort();
	wait_for(pid, since, at);
}

static void program(int at, int threads, int rounds, unsigned sleep_us)
{
	pthread_t list[THREADS];

	alarm(LIFE_S);
	for (int i = 0; i < threads; i++)
		if (pthread_create(&list[i], NULL,
				   sleep_us ? rush : churn, NULL))
			abort();
	for (int i = 0; i < rounds; i++) {
		make_child(at, sleep_us);
		if (!sleep_us)
			execute(at);
	}
	stop = true;
	for (int i = 0; i < threads; i++)
		pthread_join(list[i], NULL);
	_exit(0);
}

static int programs(int n, int threads, int rounds, unsigned sleep_us)
{
	long begun = now_us(), pair = 0;

	for (int i = 0; i < n; i++)
		if (fork() == 0)
			program(i, 1 + i % threads, rounds, sleep_us);
	while (wait(NULL) > 0)
		;
	for (int i = 0; i < n; i++)
		pair = longest[i] > pair ? longest[i] : pair;
	printf("wall %ld pair %ld\n", now_us() - begun, pair);
	return 0;
}

static void leak(int n)
{
	for (int i = 0; i < n; i++) {
		void *volatile block = malloc(24);

		(void)block;
	}
}

static int execs(char **argv)
{
	char times[16];
	char *next[] = { argv[0], argv[1], times, argv[3], NULL };
	int left = atoi(argv[2]);

	leak(atoi(argv[3]));
	if (left <= 1)
		_exit(0);
	snprintf(times, sizeof times, "%d", left - 1);
	execv("/proc/self/exe", next);
	return 1;
}

static int spaces(char **argv)
{
	static char what[] = "execs", twice[] = "2";
	char *next[] = { argv[0], what, twice, argv[3], NULL };
	int n = atoi(argv[2]);

	for (int i = 0; i < n; i++) {
		pid_t pid = (pid_t)syscall(SYS_clone, CLONE_NEWPID | SIGCHLD,
					   NULL, NULL, NULL, NULL);

		if (!pid && i % 2)
			_exit(execv("/proc/self/exe", next));
		if (!pid) {
			leak(atoi(argv[3]));
			_exit(0);
		}
		if (pid < 0 || waitpid(pid, NULL, 0) != pid)
			return 1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	longest = mmap(NULL, PROGRAMS * sizeof *longest, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (longest == MAP_FAILED)
		return 1;
	alarm(LIFE_S);
	if (!strcmp(what, "leaf"))
		allocate();
	else if (!strcmp(what, "churn") && argc == 5 &&
		 atoi(argv[2]) <= PROGRAMS && atoi(argv[3]) <= THREADS)
		return programs(atoi(argv[2]), atoi(argv[3]), atoi(argv[4]), 0);
	else if (!strcmp(what, "sleepy") && argc == 3)
		return programs(1, 1, atoi(argv[2]), SLEEP_US);
	else if (!strcmp(what, "execs") && argc == 4)
		return execs(argv);
	else if (!strcmp(what, "spaces") && argc == 4)
		return spaces(argv);
	else
		return 2;
	return 0;
}
