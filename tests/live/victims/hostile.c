/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tasks and files with hostile names. Prints "INODE NAME" for each mapped file,
 * with the name as a text log must show it, and the lines for its processes as
 * victims/tasks.c does.
 *
 *	hostile DIR		creates its files there; waits for a second
 *				byte at the end
 *	hostile trace PID	traces that process, prints "ready" and waits
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "victim.h"

#define PAGE 4096u
/* A parser that stops at the first ')' sees a zombie, a child of 1. */
#define COMM "x) Z 1 1\n\033[7m"

static const struct {
	const char *name, *shown;
} files[] = {
	{ "plain", "plain" },
	{ "\033]0;title\007\033[2J", "\\x1b]0;title\\x07\\x1b[2J" },
	{ "new\nline", "new\\x0aline" },
	{ "gone (deleted)", "gone (deleted)" },
	{ "\xff\xfe", "\\xff\\xfe" },
	{ "\xe2\x80\xaetxt.exe", "\\xe2\\x80\\xaetxt.exe" },
	{ "c1\x9b" "31m", "c1\\x9b31m" },
};

static void map_fd(int fd, const char *dir, const char *shown)
{
	struct stat st;

	if (fd < 0 || ftruncate(fd, PAGE) || fstat(fd, &st) ||
	    mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED)
		_exit(2);
	expect("%llu %s%s\n", (unsigned long long)st.st_ino, dir, shown);
	close(fd);
}

static int make(const char *dir, const char *name, char *path)
{
	snprintf(path, 4096, "%s/%s", dir, name);
	return open(path, O_RDWR | O_CREAT, 0600);
}

static void map_all(const char *dir)
{
	char path[4096], with[4096];
	int fd;

	snprintf(with, sizeof with, "%s/", dir);
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		map_fd(make(dir, files[i].name, path), with, files[i].shown);
	/* An unlinked file, which maps shows with the same name as the file
	 * above. */
	fd = make(dir, "gone", path);
	unlink(path);
	map_fd(fd, with, "gone (deleted)");
	map_fd((int)syscall(SYS_memfd_create, "\033[31m) R\n", 0), "",
	       "/memfd:\\x1b[31m) R\\x0a (deleted)");
}

static void *rest(void *arg)
{
	prctl(PR_SET_NAME, ") R 2 (\033c");
	expect("%d thread %d\n", getpid(), (int)syscall(SYS_gettid));
	expect("%d/%d exit 0\n", getpid(), (int)syscall(SYS_gettid));
	return arg;
}

static void tasks(void)
{
	pthread_t t;
	pid_t pid;

	if (pthread_create(&t, NULL, rest, NULL) || pthread_join(t, NULL))
		_exit(3);
	pid = fork();
	if (pid == 0) {
		prctl(PR_SET_NAME, "((((\007\xff\n)");
		_exit(6);
	}
	expect("%d fork %d\n%d/%d exit 6\n", getpid(), pid, pid, pid);
	waitpid(pid, NULL, 0);
	expect("%d/%d exit 5\n", getpid(), getpid());
}

int main(int argc, char **argv)
{
	char c;

	if (argc < 2)
		return 1;
	prctl(PR_SET_NAME, COMM);
	if (argc > 2) {
		if (ptrace(PTRACE_SEIZE, atoi(argv[2]), 0, 0))
			return 4;
		wait_to_be_watched();
		return 0;
	}
	expected_init();
	wait_to_be_watched();
	tasks();
	map_all(argv[1]);
	expected_print();
	return read(STDIN_FILENO, &c, 1) == 1 ? 5 : 95;
}
