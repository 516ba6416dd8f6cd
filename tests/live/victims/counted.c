/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Appends bytes to FILE and forks in turns until stdin is closed; then compares
 * its counters with the bytes and children: a call that the kernel executed
 * twice leaves an extra byte or child.
 *
 *	counted FILE	prints "ready", then "ok WRITES FORKS" or "wrong: ..."
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "victim.h"

/* Writes between two forks; forks between two checks of stdin. */
#define WRITES 64
#define FORKS 4

static unsigned long writes, forks, children;

static int wrong(const char *what, long was, long should)
{
	printf("wrong: %s %ld, expected %ld, errno %d\n", what, was, should,
	       errno);
	fflush(stdout);
	return 1;
}

static bool goes_on(void)
{
	struct pollfd in = { .fd = 0, .events = POLLIN };

	return poll(&in, 1, 0) == 0;
}

/* The child checks its PID: if fork() returned the parent's result to it, it
 * would fork, too. */
static int fork_one(pid_t self)
{
	pid_t pid = fork();
	int status;

	if (getpid() != self)
		_exit(pid ? 9 : 7);
	if (pid < 0)
		return wrong("fork", pid, 1);
	forks++;
	if (waitpid(pid, &status, 0) != pid || status != 7 << 8)
		return wrong("child's status", status, 7 << 8);
	children++;
	return 0;
}

static int burst(int fd, pid_t self)
{
	for (int f = 0; f < FORKS; f++) {
		for (int i = 0; i < WRITES; i++) {
			ssize_t n = write(fd, "x", 1);

			if (n != 1)
				return wrong("write", n, 1);
			writes++;
		}
		if (fork_one(self))
			return 1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	int fd = argc > 1 ? open(argv[1], O_RDWR | O_CREAT | O_APPEND |
				 O_TRUNC | O_CLOEXEC, 0600) : -1;
	pid_t self = getpid();
	struct stat st;

	allow_tracing();
	if (fd < 0)
		return 2;
	printf("ready\n");
	fflush(stdout);
	while (goes_on())
		if (burst(fd, self))
			return 1;
	if (fstat(fd, &st) < 0 || (unsigned long)st.st_size != writes)
		return wrong("size", (long)st.st_size, (long)writes);
	if (waitpid(-1, NULL, 0) != -1 || errno != ECHILD)
		return wrong("children", (long)children + 1, (long)children);
	/* The lowest free descriptor shows that none was leaked. */
	if (dup(fd) != fd + 1)
		return wrong("descriptor", dup(fd) - 1, fd + 1);
	printf("ok %lu %lu\n", writes, forks);
	return 0;
}
