/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * makers TIMES THREADS: a thread of a multithreaded process creates a child in
 * each way, TIMES times: by fork, vfork, posix_spawn, clone and clone3; also a
 * thread, unless THREADS is 0; and a child that creates a child. Prints "pid P
 * tid T alone A us US": its PID, that thread, the last such child, and the
 * elapsed time.
 */
#define _GNU_SOURCE
#include <linux/sched.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define OTHERS 3
#define LIFE_S 300

extern char **environ;

static long now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static void *rest(void *arg)
{
	pause();
	return arg;
}

static void *nothing(void *arg)
{
	return arg;
}

/* Ends the child; the parent waits for it, whatever its exit signal. */
static void ended(pid_t pid)
{
	if (!pid)
		_exit(0);
	if (pid < 0 || waitpid(pid, NULL, __WALL) != pid)
		_exit(1);
}

static void spawn(void)
{
	static char name[] = "makers";
	char *const argv[] = { name, NULL };
	pid_t pid;

	if (posix_spawn(&pid, "/proc/self/exe", NULL, NULL, argv, environ))
		_exit(1);
	ended(pid);
}

static void make_thread(void)
{
	pthread_t t;

	if (pthread_create(&t, NULL, nothing, NULL))
		_exit(1);
	pthread_join(t, NULL);
}

/* A single-threaded child creates a child. */
static pid_t make_alone(void)
{
	pid_t pid = fork();

	if (!pid) {
		ended(fork());
		_exit(0);
	}
	ended(pid);
	return pid;
}

static void *make(void *arg)
{
	struct clone_args three = { .exit_signal = SIGUSR2 };
	const int *n = arg;
	long from = now_us();
	pid_t alone = 0, pid;

	signal(SIGUSR2, SIG_IGN);
	for (int i = 0; i < n[0]; i++) {
		ended(fork());
		pid = vfork();
		if (!pid)
			_exit(0);
		ended(pid);
		spawn();
		ended((pid_t)syscall(SYS_clone, SIGUSR1 + 0ul, NULL, NULL, NULL,
				     NULL));
		ended((pid_t)syscall(SYS_clone3, &three, sizeof three));
		if (n[1])
			make_thread();
		alone = make_alone();
	}
	printf("pid %d tid %d alone %d us %ld\n", getpid(),
	       (int)syscall(SYS_gettid), alone, now_us() - from);
	fflush(stdout);
	_exit(0);
}

int main(int argc, char **argv)
{
	int n[2] = { 0 };
	pthread_t t;

	if (argc < 3)
		return 0;
	n[0] = atoi(argv[1]);
	n[1] = atoi(argv[2]);
	signal(SIGUSR1, SIG_IGN);
	alarm(LIFE_S);
	for (int i = 0; i < OTHERS; i++)
		if (pthread_create(&t, NULL, rest, NULL))
			return 1;
	if (pthread_create(&t, NULL, make, n))
		return 1;
	pthread_join(t, NULL);
	return 1;
}
