/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/reader/private.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/own/ignore.h"
#include "sys/own/limits.h"
#include "sys/own/role_name.h"
#include "sys/own/urgency.h"

bool reader_send(int sock, const void *data, size_t n)
{
	const char *at = data;

	while (n) {
		ssize_t put = send(sock, at, n, MSG_NOSIGNAL);

		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			return false;
		at += put;
		n -= (size_t)put;
	}
	return true;
}

/* Receives a request and its descriptors; elements of fds that are not used
 * become -1.  Returns false at the end of the socket's data. */
static bool take(int sock, struct reader_request *req, int fds[READER_FDS])
{
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(READER_FDS * sizeof(int))];
	} control;
	struct iovec iov = { req, sizeof *req };
	struct msghdr msg = {
		.msg_iov = &iov, .msg_iovlen = 1,
		.msg_control = &control, .msg_controllen = sizeof control,
	};
	const struct cmsghdr *c;
	ssize_t n;

	do
		n = recvmsg(sock, &msg, MSG_WAITALL | MSG_CMSG_CLOEXEC);
	while (n < 0 && errno == EINTR);
	c = CMSG_FIRSTHDR(&msg);
	if (n != (ssize_t)sizeof *req || !c || c->cmsg_type != SCM_RIGHTS)
		return false;
	for (int i = 0; i < READER_FDS; i++)
		fds[i] = -1;
	memcpy(fds, CMSG_DATA(c), c->cmsg_len - CMSG_LEN(0));
	return true;
}

static int64_t read_all(int fd, uint64_t offset, char *buf, size_t n)
{
	size_t got = 0;

	while (got < n) {
		ssize_t r = offset ? pread(fd, buf + got, n - got,
					   (off_t)(offset + got))
				   : read(fd, buf + got, n - got);

		if (r < 0 && errno == EINTR)
			continue;
		if (r < 0 && !got)
			return -errno;
		if (r <= 0)
			break;
		got += (size_t)r;
	}
	return (int64_t)got;
}

static bool all_in(int sock, void *to, size_t n)
{
	ssize_t got = 0;

	/* Without this, recv() of 0 bytes would block. */
	if (!n)
		return true;
	do
		got = recv(sock, to, n, MSG_WAITALL);
	while (got < 0 && errno == EINTR);
	return got == (ssize_t)n;
}

static void close_others(void)
{
	if (syscall(SYS_close_range, 1u, UINT_MAX, 0u) == 0)
		return;
	for (int fd = 1, n = (int)sysconf(_SC_OPEN_MAX); fd < n; fd++)
		close(fd);
}

/* Receives the input of a job, runs the job and sends its output.  Returns
 * false at the end of the socket's data. */
static bool work(int sock, const struct reader_request *req, const int *fds)
{
	static char ask[READER_ASK_MAX];
	struct reader_work w = {
		.dir = fds[0], .mem = fds[1], .maps = fds[2], .root = fds[3],
		.pagemap = fds[4],
		.ask = ask, .n = (size_t)req->n,
	};
	struct str out = STR_INIT;
	uint64_t size;
	bool good;

	if (req->n > sizeof ask || !all_in(sock, ask, (size_t)req->n))
		return false;
	req->job->run(&w, &out);
	size = out.len;
	good = reader_send(sock, &size, sizeof size) &&
	       reader_send(sock, out.data, out.len);
	str_release(&out);
	return good;
}

/* Reads a part of a file and sends it.  Returns false if the other side has
 * closed the socket. */
static bool piece(int sock, const struct reader_request *req, int fd)
{
	static char buf[READER_MAX];
	int64_t got;

	/* O_NONBLOCK was needed only for open(). */
	fcntl(fd, F_SETFL, 0);
	got = read_all(fd, req->offset, buf, (size_t)req->n);
	return reader_send(sock, &got, sizeof got) &&
	       (got <= 0 || reader_send(sock, buf, (size_t)got));
}

_Noreturn void reader_child(int sock, pid_t parent)
{
	struct reader_request req;
	int fds[READER_FDS];
	sigset_t none;
	bool good = true;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(0);
	/* Resets the handlers that the engine has set, and ignores the signals
	 * of terminal keys: none may end or stop the reader. */
	for (int sig = 1; sig < NSIG; sig++)
		if (sig != SIGKILL && sig != SIGSTOP)
			ignore_set(sig, false);
	ignore_signals(IGNORE_ALL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	alloc_on_failure(NULL);
	own_limits_oom_restore();
	setsid();
	role_name(ROLE_READER);
	urgency_prompt();
	if (dup2(sock, 0) < 0)
		_exit(1);
	close_others();
	while (good && take(0, &req, fds)) {
		good = req.job ? work(0, &req, fds) : piece(0, &req, fds[0]);
		for (int i = 0; i < READER_FDS; i++)
			if (fds[i] >= 0)
				close(fds[i]);
	}
	_exit(0);
}
