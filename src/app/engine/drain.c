/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/engine/drain.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sys/own/ignore.h"
#include "sys/own/role_name.h"

/* The interval at which a pty that no process has open is checked again: a
 * session leader that closed its terminal may open it later. */
#define AGAIN_S 1

static void on_child(int sig)
{
	(void)sig;		/* the signal only has to interrupt ppoll() */
}

/* True if the child process still runs.  Also reaps other children of this
 * process. */
static bool lives(pid_t child)
{
	pid_t pid;

	while ((pid = waitpid(-1, NULL, WNOHANG | __WALL)) > 0)
		if (pid == child)
			return false;
	return child > 0 && (pid == 0 || errno != ECHILD);
}

static void close_others(int a, int b)
{
	int low = a < b ? a : b, high = a < b ? b : a;

	if (low > 0)
		close_range(0, (unsigned)low - 1, 0);
	if (high > low + 1)
		close_range((unsigned)low + 1, (unsigned)high - 1, 0);
	close_range((unsigned)high + 1, UINT_MAX, 0);
}

/* Reads and discards all data that has arrived.  Returns false if no process
 * has the other end of the pty open. */
static bool read_all(int master)
{
	char buf[4096];
	ssize_t n;

	for (;;) {
		n = read(master, buf, sizeof buf);
		if (n == 0 || (n < 0 && errno != EINTR))
			return n < 0 && errno == EAGAIN;
	}
}

_Noreturn void drain_run(int master, pid_t child, int after)
{
	const struct timespec again = { .tv_sec = AGAIN_S };
	struct sigaction act = { .sa_handler = on_child };
	sigset_t chld, none;
	bool open = true;

	ignore_signals(IGNORE_ALL);
	role_name(ROLE_DRAIN);
	sigemptyset(&none);
	sigemptyset(&chld);
	sigaddset(&chld, SIGCHLD);
	sigprocmask(SIG_SETMASK, &chld, NULL);
	sigaction(SIGCHLD, &act, NULL);
	if (after < 0)
		after = master;
	close_others(master, after);
	/* This process may run for a long time, and its working directory would
	 * block an unmount. */
	(void)!chdir("/");
	for (;;) {
		struct pollfd p = {
			.fd = after != master ? after : open ? master : -1,
			.events = after != master ? 0 : POLLIN,
		};

		if (child && !lives(child))
			child = 0;
		if (!open && !child)
			_exit(0);
		if (ppoll(&p, 1, open ? NULL : &again, &none) == 0)
			open = true;
		if (after != master && p.revents)
			after = master;
		else if (p.revents && p.fd == master)
			open = read_all(master);
	}
}

/* Like fork(), for a signal handler: _Fork() takes no locks, which the crashed
 * code may hold. */
static pid_t fork_in_handler(void)
{
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
	return _Fork();
#else
	return fork();
#endif
}

/* Forks twice, so that the draining process is not a child of this process,
 * which may wait for all its children. */
void drain_in_child(int master, int after)
{
	pid_t pid = master < 0 ? -1 : fork_in_handler();

	if (pid > 0)
		while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
			;
	if (pid != 0)
		return;
	if (fork_in_handler() != 0)
		_exit(0);
	setsid();
	drain_run(master, 0, after);
}
