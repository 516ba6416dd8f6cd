/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * heapexec [close|closefrom|closeall|reuse|nobody|vfork]... WAY PROGRAM
 * [ARGUMENT]...
 *
 * Executes PROGRAM by the exec function WAY, with an environment that contains
 * only KEEP=1. The words before WAY make it close all descriptors in one of
 * three ways, reuse descriptors, become user nobody, or do the rest in a vfork
 * child. Exits with the program's status.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOBODY 65534
#define FD_MAX 1024

static int status_of(pid_t pid)
{
	int status;

	if (waitpid(pid, &status, 0) < 0)
		return 98;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 97;
}

/* Replaces every open descriptor by another file. */
static void reuse(void)
{
	int null = open("/dev/null", O_RDWR);

	for (int fd = 3; fd < FD_MAX; fd++)
		if (fd != null && fcntl(fd, F_GETFD) >= 0)
			dup2(null, fd);
}

/* Returns false if `what` is not one of these words. */
static int prepare(const char *what)
{
	if (!strcmp(what, "close")) {
		if (syscall(SYS_close_range, 3, ~0u, 0) < 0)
			exit(96);
	} else if (!strcmp(what, "closefrom")) {
		closefrom(3);
	} else if (!strcmp(what, "closeall")) {
		for (int fd = 3; fd < FD_MAX; fd++)
			close(fd);
	} else if (!strcmp(what, "reuse")) {
		reuse();
	} else if (!strcmp(what, "nobody")) {
		if (setgid(NOBODY) < 0 || setuid(NOBODY) < 0)
			exit(95);
	} else {
		return 0;
	}
	return 1;
}

static int execute(const char *way, const char *file, char **argv)
{
	static char keep[] = "KEEP=1";
	char *const envp[] = { keep, NULL };
	pid_t pid;
	int fd, r = -1;

	clearenv();
	setenv("KEEP", "1", 1);
	if (!strcmp(way, "execve")) {
		r = execve(file, argv, envp);
	} else if (!strcmp(way, "execv")) {
		r = execv(file, argv);
	} else if (!strcmp(way, "execvp")) {
		r = execvp(file, argv);
	} else if (!strcmp(way, "execvpe")) {
		r = execvpe(file, argv, envp);
	} else if (!strcmp(way, "execl")) {
		r = execl(file, file, "a", "7", (char *)NULL);
	} else if (!strcmp(way, "execlp")) {
		r = execlp(file, file, "a", "7", (char *)NULL);
	} else if (!strcmp(way, "execle")) {
		r = execle(file, file, "a", "7", (char *)NULL, envp);
	} else if (!strcmp(way, "fexecve")) {
		fd = open(file, O_RDONLY | O_CLOEXEC);
		r = fexecve(fd, argv, envp);
	} else if (!strcmp(way, "execveat")) {
		r = (int)execveat(AT_FDCWD, file, argv, envp, 0);
	} else if (!strcmp(way, "null")) {
		r = execve(file, argv, NULL);
	} else if (!strcmp(way, "raw")) {
		r = (int)syscall(SYS_execve, file, argv, envp);
	} else if (!strcmp(way, "spawn")) {
		errno = posix_spawn(&pid, file, NULL, NULL, argv, envp);
		r = errno ? -1 : status_of(pid);
	} else if (!strcmp(way, "spawnp")) {
		errno = posix_spawnp(&pid, file, NULL, NULL, argv, envp);
		r = errno ? -1 : status_of(pid);
	}
	if (r >= 0)
		return r;
	/* Not through stdio: a vfork child may run this. */
	dprintf(2, "%s: %d\n", way, errno);
	return 99;
}

int main(int argc, char **argv)
{
	pid_t pid;

	for (int i = 1; i + 1 < argc; i++) {
		if (!strcmp(argv[i], "vfork")) {
			pid = vfork();
			if (pid < 0)
				return 94;
			if (pid > 0)
				return status_of(pid);
		} else if (!prepare(argv[i])) {
			i = execute(argv[i], argv[i + 1], argv + i + 1);
			_exit(i);
		}
	}
	return 93;
}
