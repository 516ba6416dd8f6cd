/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * triers HOW: tries to execute a program that does not exist, prints "ready",
 * and repeats this until stdin is closed. HOW selects the process that tries:
 * "plain": itself; "vfork", "fork": such a child; "thread", "shared": itself,
 * next to a thread or a process with the same memory.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void try_it(void)
{
	/* On the stack: a page of a file could be evicted at any time. */
	char path[] = "/nowhere/tried";
	char *const argv[] = { path, NULL };

	execv(path, argv);
}

static int child_tries(int copies)
{
	volatile int copied = copies;
	pid_t child = copied ? fork() : vfork();

	if (child == 0) {
		try_it();
		_exit(0);
	}
	return child > 0 && waitpid(child, NULL, 0) == child;
}

static int has_input(void)
{
	struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };
	char c;

	return poll(&p, 1, 50) == 0 || read(STDIN_FILENO, &c, 1) > 0;
}

static void *rest(void *arg)
{
	(void)arg;
	for (;;)
		pause();
	return NULL;
}

static int rest_apart(void *arg)
{
	rest(arg);
	return 0;
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";
	static char stack[65536];
	pthread_t thread;
	pid_t pid = 0;
	int said = 0;

	if (!strcmp(how, "thread") && pthread_create(&thread, NULL, rest, NULL))
		return 1;
	/* The kernel reports this as a fork. */
	if (!strcmp(how, "shared"))
		pid = clone(rest_apart, stack + sizeof stack,
			    CLONE_VM | SIGCHLD, NULL);
	if (pid < 0)
		return 1;
	do {
		if (!strcmp(how, "vfork") || !strcmp(how, "fork")) {
			if (!child_tries(how[0] == 'f'))
				return 1;
		} else {
			try_it();
		}
		if (!said++ && (puts("ready") < 0 || fflush(stdout)))
			return 1;
	} while (has_input());
	if (pid > 0) {
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
	}
	return 0;
}
