/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/reader/private.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/loop.h"
#include "sys/proc/stat.h"

#ifndef P_PIDFD
#define P_PIDFD 3
#endif

#define DEATH_NS 200000000ull

/* True if the child has exited, even if another wait has reaped it. */
static bool is_dead(int pidfd, uint64_t limit_ns)
{
	struct pollfd p = { .fd = pidfd, .events = POLLIN };
	siginfo_t si;

	if (poll(&p, 1, (int)(limit_ns / 1000000)) <= 0)
		return false;
	waitid((idtype_t)P_PIDFD, (id_t)pidfd, &si, WEXITED | WNOHANG | __WALL);
	return true;
}

/* Returns a free entry for a killed child that has not exited, or NULL. */
static int *free_place(struct reader *r)
{
	int *place = NULL;

	for (int i = 0; i < DYING_MAX; i++) {
		if (r->dying[i] >= 0 && is_dead(r->dying[i], 0)) {
			close(r->dying[i]);
			r->dying[i] = -1;
		}
		if (r->dying[i] < 0)
			place = &r->dying[i];
	}
	return place;
}

/* Kills the child and waits at most limit_ns for its exit. */
static void end_child(struct reader *r, uint64_t limit_ns)
{
	syscall(SYS_pidfd_send_signal, r->pidfd, SIGKILL, NULL, 0);
	close(r->sock);
	/* There is a free entry: reader_start() has checked it. */
	if (is_dead(r->pidfd, limit_ns))
		close(r->pidfd);
	else
		*free_place(r) = r->pidfd;
	r->pid = 0;
	r->sock = r->pidfd = -1;
	r->job = NULL;
}

void reader_end_child(struct reader *r)
{
	if (r && r->pid)
		end_child(r, DEATH_NS);
}

void reader_end_idle(struct reader *r, uint64_t idle_ns)
{
	if (r && r->pid && !r->job && clock_ns() - r->used_ns >= idle_ns)
		end_child(r, 0);
}

int reader_start(struct reader *r)
{
	pid_t parent = getpid();
	int pair[2], e;

	if (!free_place(r))
		return -EAGAIN;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
		return -errno;
	r->pid = fork();
	if (r->pid == 0)
		reader_child(pair[1], parent);
	e = errno;
	close(pair[1]);
	if (r->pid > 0) {
		/* The PID cannot be reused yet, since the child was not
		 * reaped. */
		r->pidfd = (int)syscall(SYS_pidfd_open, r->pid, 0);
		e = errno;
		if (r->pidfd >= 0) {
			r->urgency = (struct urgency){ .tid = r->pid };
			r->sock = pair[0];
			/* The kernel doubles the value, up to wmem_max. */
			setsockopt(r->sock, SOL_SOCKET, SO_SNDBUF,
				   &(int){ READER_ASK_MAX }, sizeof(int));
			return 0;
		}
		kill(r->pid, SIGKILL);
		waitpid(r->pid, NULL, __WALL);
	}
	close(pair[0]);
	r->pid = 0;
	return -e;
}

int reader_send_request(const struct reader *r, const int *fds, size_t n,
			const struct reader_request *req)
{
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(READER_FDS * sizeof(int))];
	} control = { .head = { .cmsg_len = CMSG_LEN(n * sizeof *fds),
				.cmsg_level = SOL_SOCKET,
				.cmsg_type = SCM_RIGHTS } };
	struct iovec iov = { (void *)req, sizeof *req };
	struct msghdr msg = {
		.msg_iov = &iov, .msg_iovlen = 1, .msg_control = &control,
		.msg_controllen = CMSG_SPACE(n * sizeof *fds),
	};

	memcpy(CMSG_DATA(&control.head), fds, n * sizeof *fds);
	return sendmsg(r->sock, &msg, MSG_NOSIGNAL | MSG_DONTWAIT) ==
		(ssize_t)sizeof *req ? 0 : -EPIPE;
}

bool reader_goes_on(const struct reader *r)
{
	struct pollfd p = { .fd = r->sock, .events = POLLIN };

	/* In this order: a child that has answered waits for a request. */
	return procstat_state_of(r->pid) == 'R' || poll(&p, 1, 0) > 0;
}

struct reader *reader_new(const char *proc)
{
	struct reader *r = xcalloc(1, sizeof *r);
	struct err err = { 0 };

	r->no_proc = procroot_open(&r->proc, proc, &err);
	r->sock = r->pidfd = -1;
	r->answer = (struct str)STR_INIT;
	for (int i = 0; i < DYING_MAX; i++)
		r->dying[i] = -1;
	return r;
}

void reader_free(struct reader *r)
{
	if (!r)
		return;
	reader_end_child(r);
	for (int i = 0; i < DYING_MAX; i++)
		if (r->dying[i] >= 0)
			close(r->dying[i]);
	procroot_free(r->proc);
	str_release(&r->answer);
	free(r);
}

void reader_urgent(struct reader *r, bool on)
{
	r->urgent = on;
}

unsigned reader_hung(const struct reader *r)
{
	return r->hung;
}

pid_t reader_pid(const struct reader *r)
{
	return r->pid;
}

int reader_fd(const struct reader *r)
{
	return r->sock;
}
