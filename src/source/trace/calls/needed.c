/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/calls/needed.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define NO_FD (-1)

/* The waitid() call of drain.c, with no effect: a process is not its own
 * child. */
static long try_waitid(void)
{
	siginfo_t si;

	return waitid(P_PID, (id_t)getpid(), &si, WEXITED | WSTOPPED | __WALL |
		      WNOWAIT | WNOHANG);
}

static long try_wait4(void)
{
	return waitpid(getpid(), NULL, WNOHANG);
}

static long try_mask(void)
{
	sigset_t none;

	sigemptyset(&none);
	return sigprocmask(SIG_BLOCK, &none, NULL);
}

static long try_send(void)
{
	return send(NO_FD, "", 1, MSG_NOSIGNAL);
}

static long try_recv(void)
{
	char byte;

	return recv(NO_FD, &byte, 1, MSG_DONTWAIT);
}

/* The calls have no effect; `err` is the kernel's normal answer. */
static const struct {
	const char *name;
	long (*try)(void);
	int err;
} calls[] = {
	{ "waitid", try_waitid, ECHILD },
	{ "wait4", try_wait4, ECHILD },
	{ "rt_sigprocmask", try_mask, 0 },
	{ "sendto", try_send, EBADF },
	{ "recvfrom", try_recv, EBADF },
};

int needed_calls(const char **name)
{
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		int e = calls[i].try() < 0 ? errno : 0;

		if (!e || e == calls[i].err)
			continue;
		*name = calls[i].name;
		return -e;
	}
	return 0;
}
