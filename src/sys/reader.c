/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/reader.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/str.h"
#include "sys/filecache.h"
#include "sys/loop.h"
#include "sys/procroot.h"
#include "sys/procstat.h"
#include "sys/role_name.h"

#ifndef P_PIDFD
#define P_PIDFD 3
#endif

/* Processes that hung one; the oldest is forgotten for a new one. */
#define GIVEN_UP_MAX 64
/* Killed, but in a wait that not even SIGKILL ends. */
#define DYING_MAX 4
#define DEATH_NS 200000000ull
/* So many limits for one that waits for a CPU, not for the target. */
#define BUSY_LIMITS 10
#define STATUS_MAX 16384

/* Between the two loops; never from the program read. */
struct request {
	uint64_t offset, n;
	/* A look at a file: struct filecache_ask and its path follow. */
	uint64_t looks;
};

/* What comes back of a look, and its bins behind it. */
#define LOOK_MAX (sizeof(struct filecache_answer) + \
		  FILECACHE_BINS * sizeof(struct filecache_bin))

/* A process; one that cannot be looked up is its number alone. */
struct identity {
	pid_t pid;
	uint64_t start;		/* clock ticks since boot */
};

struct reader {
	struct procroot *proc;
	int no_proc;		/* -errno of opening it */
	pid_t pid;		/* 0: no child now; sock, pidfd are -1 */
	int sock, pidfd;
	int dying[DYING_MAX];	/* pidfds, -1: free */
	unsigned hung;		/* the next is given_up[hung % GIVEN_UP_MAX] */
	struct identity given_up[GIVEN_UP_MAX];
	/* A look that is under way. */
	bool looking;
	uint64_t look_until;
	int look_limits;
	size_t look_got;
	char look[LOOK_MAX];
};

/* --- the child ------------------------------------------------------------- */

static bool all_out(int sock, const char *data, size_t n)
{
	while (n) {
		ssize_t put = send(sock, data, n, MSG_NOSIGNAL);

		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			return false;
		data += put;
		n -= (size_t)put;
	}
	return true;
}

/* A request and the descriptor that it is about; -1 at the end. */
static int take(int sock, struct request *req)
{
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(sizeof(int))];
	} control;
	struct iovec iov = { req, sizeof *req };
	struct msghdr msg = {
		.msg_iov = &iov, .msg_iovlen = 1,
		.msg_control = &control, .msg_controllen = sizeof control,
	};
	const struct cmsghdr *c;
	ssize_t n;
	int fd;

	do
		n = recvmsg(sock, &msg, MSG_WAITALL | MSG_CMSG_CLOEXEC);
	while (n < 0 && errno == EINTR);
	c = CMSG_FIRSTHDR(&msg);
	if (n != (ssize_t)sizeof *req || !c || c->cmsg_type != SCM_RIGHTS)
		return -1;
	memcpy(&fd, CMSG_DATA(c), sizeof fd);
	return fd;
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
	ssize_t got;

	do
		got = recv(sock, to, n, MSG_WAITALL);
	while (got < 0 && errno == EINTR);
	return got == (ssize_t)n;
}

static bool look(int sock, int dir)
{
	static struct filecache_bin bins[FILECACHE_BINS];
	struct filecache_answer answer;
	struct filecache_ask ask;
	char path[FILECACHE_PATH] = { 0 };

	if (!all_in(sock, &ask, sizeof ask) || ask.path_len >= sizeof path ||
	    (ask.path_len && !all_in(sock, path, ask.path_len)))
		return false;
	filecache_look(dir, &ask, path, &answer, bins);
	close(dir);
	return all_out(sock, (const char *)&answer, sizeof answer) &&
	       all_out(sock, (const char *)bins,
		       answer.done * sizeof *bins);
}

static void close_others(void)
{
	if (syscall(SYS_close_range, 1u, UINT_MAX, 0u) == 0)
		return;
	for (int fd = 1, n = (int)sysconf(_SC_OPEN_MAX); fd < n; fd++)
		close(fd);
}

_Noreturn static void child(int sock, pid_t parent)
{
	static char buf[READER_MAX];
	struct request req;
	sigset_t none;
	int fd;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(0);
	for (int sig = 1; sig < NSIG; sig++)
		if (sig != SIGKILL && sig != SIGSTOP)
			signal(sig, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	/* No terminal's keys may end or stop it. */
	setsid();
	role_name(ROLE_READER);
	if (dup2(sock, 0) < 0)
		_exit(1);
	close_others();
	while ((fd = take(0, &req)) >= 0) {
		int64_t got;

		if (req.looks) {
			if (!look(0, fd))
				break;
			continue;
		}
		/* O_NONBLOCK was for the opening alone. */
		fcntl(fd, F_SETFL, 0);
		got = read_all(fd, req.offset, buf, req.n);
		close(fd);
		if (!all_out(0, (const char *)&got, sizeof got) ||
		    (got > 0 && !all_out(0, buf, (size_t)got)))
			break;
	}
	_exit(0);
}

/* --- its life -------------------------------------------------------------- */

/* True when it has ended; whoever waited for it. */
static bool is_dead(int pidfd, uint64_t limit_ns)
{
	struct pollfd p = { .fd = pidfd, .events = POLLIN };
	siginfo_t si;

	if (poll(&p, 1, (int)(limit_ns / 1000000)) <= 0)
		return false;
	waitid((idtype_t)P_PIDFD, (id_t)pidfd, &si, WEXITED | WNOHANG | __WALL);
	return true;
}

/* A place for one more that will not die, NULL when all are taken. */
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

/* Ends the child; the next request makes another. */
static void stop(struct reader *r)
{
	if (!r->pid)
		return;
	syscall(SYS_pidfd_send_signal, r->pidfd, SIGKILL, NULL, 0);
	close(r->sock);
	/* There is one: start() saw to that. */
	if (is_dead(r->pidfd, DEATH_NS))
		close(r->pidfd);
	else
		*free_place(r) = r->pidfd;
	r->pid = 0;
	r->sock = r->pidfd = -1;
	r->looking = false;
}

static int start(struct reader *r)
{
	pid_t parent = getpid();
	int pair[2], e;

	if (!free_place(r))
		return -EAGAIN;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
		return -errno;
	r->pid = fork();
	if (r->pid == 0)
		child(pair[1], parent);
	e = errno;
	close(pair[1]);
	if (r->pid > 0) {
		/* Not waited for yet: the number is still its own. */
		r->pidfd = (int)syscall(SYS_pidfd_open, r->pid, 0);
		e = errno;
		if (r->pidfd >= 0) {
			r->sock = pair[0];
			return 0;
		}
		kill(r->pid, SIGKILL);
		waitpid(r->pid, NULL, __WALL);
	}
	close(pair[0]);
	r->pid = 0;
	return -e;
}

struct reader *reader_new(const char *proc)
{
	struct reader *r = xcalloc(1, sizeof *r);
	struct err err = { 0 };

	r->no_proc = procroot_open(&r->proc, proc, &err);
	r->sock = r->pidfd = -1;
	for (int i = 0; i < DYING_MAX; i++)
		r->dying[i] = -1;
	return r;
}

void reader_free(struct reader *r)
{
	if (!r)
		return;
	stop(r);
	for (int i = 0; i < DYING_MAX; i++)
		if (r->dying[i] >= 0)
			close(r->dying[i]);
	procroot_free(r->proc);
	free(r);
}

void reader_rest(struct reader *r)
{
	if (r)
		stop(r);
}

unsigned reader_hung(const struct reader *r)
{
	return r->hung;
}

pid_t reader_pid(const struct reader *r)
{
	return r->pid;
}

/* --- who hung one ---------------------------------------------------------- */

/* The threads of a process hang as it does. */
static struct identity identity_of(const struct reader *r, pid_t pid)
{
	struct identity id = { .pid = pid };
	struct str text = STR_INIT;
	const char *at;

	/* The name before it has its newlines escaped. */
	if (procroot_readf(r->proc, &text, STATUS_MAX, "%d/status", pid) == 0 &&
	    (at = strstr(text.data, "\nTgid:")))
		id.pid = atoi(at + 6);
	if (procroot_readf(r->proc, &text, STATUS_MAX, "%d/stat", id.pid) == 0)
		id.start = procstat_start(text.data);
	str_release(&text);
	return id;
}

/* At the deadline: it did not get to run, or not for long enough. */
static bool wants_cpu(pid_t pid)
{
	return procstat_state_of(pid) == 'R';
}

static bool is_given_up(const struct reader *r, pid_t pid)
{
	struct identity id;
	unsigned n = r->hung < GIVEN_UP_MAX ? r->hung : GIVEN_UP_MAX;

	if (!n)
		return false;
	id = identity_of(r, pid);
	for (unsigned i = 0; i < n; i++)
		if (r->given_up[i].pid == id.pid &&
		    r->given_up[i].start == id.start)
			return true;
	return false;
}

/* --- requests -------------------------------------------------------------- */

static int give(const struct reader *r, int fd, const struct request *req)
{
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(sizeof fd)];
	} control = { .head = { .cmsg_len = CMSG_LEN(sizeof fd),
				.cmsg_level = SOL_SOCKET,
				.cmsg_type = SCM_RIGHTS } };
	struct iovec iov = { (void *)req, sizeof *req };
	struct msghdr msg = {
		.msg_iov = &iov, .msg_iovlen = 1,
		.msg_control = &control, .msg_controllen = sizeof control,
	};

	memcpy(CMSG_DATA(&control.head), &fd, sizeof fd);
	return sendmsg(r->sock, &msg, MSG_NOSIGNAL | MSG_DONTWAIT) ==
		(ssize_t)sizeof *req ? 0 : -EPIPE;
}

/* n bytes before `until`, or when the machine is busy later; -EPIPE: the child
 * is gone. */
static int get(const struct reader *r, void *to, size_t n, uint64_t until)
{
	struct pollfd p = { .fd = r->sock, .events = POLLIN };
	int limits = BUSY_LIMITS;
	char *at = to;

	while (n) {
		uint64_t now = clock_ns();
		uint64_t left = until > now ? until - now : 0;
		ssize_t got;

		/* Looked at once more at the end: we may have been stopped. */
		if (poll(&p, 1, (int)((left + 999999) / 1000000)) == 0 &&
		    !left) {
			if (!--limits || !wants_cpu(r->pid))
				return -ETIMEDOUT;
			until = clock_ns() + READER_LIMIT_NS;
			continue;
		}
		got = recv(r->sock, at, n, MSG_DONTWAIT);
		if (got < 0 && (errno == EAGAIN || errno == EINTR))
			continue;
		if (got <= 0)
			return -EPIPE;
		at += got;
		n -= (size_t)got;
	}
	return 0;
}

static long ask(struct reader *r, int fd, const struct request *req, void *buf)
{
	uint64_t limit = r->hung < READER_PATIENCE ? READER_LIMIT_NS
						   : READER_LIMIT_NS / 10;
	uint64_t until = clock_ns() + limit;
	int64_t got = 0;
	int e = r->pid ? 0 : start(r);

	if (e < 0)
		return e;
	e = give(r, fd, req);
	if (e == 0)
		e = get(r, &got, sizeof got, until);
	if (e == 0 && got > (int64_t)req->n)
		e = -EPIPE;
	if (e == 0 && got > 0)
		e = get(r, buf, (size_t)got, until);
	if (e < 0) {
		stop(r);
		return e;
	}
	return (long)got;
}

long reader_read(struct reader *r, pid_t pid, const char *file,
		 uint64_t offset, void *buf, size_t n)
{
	struct request req = { offset, n < READER_MAX ? n : READER_MAX, 0 };
	long got;
	int fd;

	if (!r->proc)
		return r->no_proc;
	if (r->looking)
		return -EBUSY;
	if (is_given_up(r, pid))
		return -ETIMEDOUT;
	fd = procroot_openf(r->proc, O_RDONLY | O_NONBLOCK, "%d/%s", pid, file);
	if (fd < 0)
		return fd;
	got = ask(r, fd, &req, buf);
	/* Somebody killed it: that is not the target's doing. */
	if (got == -EPIPE)
		got = ask(r, fd, &req, buf);
	close(fd);
	if (got == -ETIMEDOUT)
		r->given_up[r->hung++ % GIVEN_UP_MAX] = identity_of(r, pid);
	return got == -EPIPE ? -EIO : got;
}

/* --- looks at files -------------------------------------------------------- */

int reader_look(struct reader *r, pid_t pid, const struct filecache_ask *ask,
		const char *path)
{
	const struct request req = { .looks = 1 };
	int dir, e = 0;

	if (!r->proc)
		return r->no_proc;
	if (r->looking || ask->path_len >= FILECACHE_PATH)
		return -EBUSY;
	dir = procroot_openf(r->proc, O_PATH | O_DIRECTORY, "%d", (int)pid);
	if (dir < 0)
		return dir;
	if (!r->pid)
		e = start(r);
	if (e == 0)
		e = give(r, dir, &req);
	close(dir);
	if (e == 0 && (!all_out(r->sock, (const char *)ask, sizeof *ask) ||
		       !all_out(r->sock, path, ask->path_len)))
		e = -EPIPE;
	if (e < 0) {
		stop(r);
		return e == -EPIPE ? -EIO : e;
	}
	r->looking = true;
	r->look_got = 0;
	r->look_until = clock_ns() + READER_LIMIT_NS;
	r->look_limits = BUSY_LIMITS;
	return 0;
}

/* How much there will be, as far as that is known; 0: more than may be. */
static size_t look_size(const struct reader *r)
{
	struct filecache_answer a;

	if (r->look_got < sizeof a)
		return sizeof a;
	memcpy(&a, r->look, sizeof a);
	return a.done <= FILECACHE_BINS ?
		sizeof a + (size_t)a.done * sizeof(struct filecache_bin) : 0;
}

static int look_late(struct reader *r)
{
	if (clock_ns() < r->look_until)
		return 0;
	if (--r->look_limits && wants_cpu(r->pid)) {
		r->look_until = clock_ns() + READER_LIMIT_NS;
		return 0;
	}
	stop(r);
	r->hung++;
	return -ETIMEDOUT;
}

int reader_looked(struct reader *r, struct filecache_answer *answer,
		  struct filecache_bin *bins)
{
	size_t size;

	if (!r->looking)
		return -EIO;
	while ((size = look_size(r)) > r->look_got) {
		ssize_t got = recv(r->sock, r->look + r->look_got,
				   size - r->look_got, MSG_DONTWAIT);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0 && errno == EAGAIN)
			return look_late(r);
		if (got <= 0)
			break;
		r->look_got += (size_t)got;
	}
	if (!size || r->look_got < size) {
		stop(r);
		return -EIO;
	}
	memcpy(answer, r->look, sizeof *answer);
	memcpy(bins, r->look + sizeof *answer, size - sizeof *answer);
	r->looking = false;
	return 1;
}

int reader_fd(const struct reader *r)
{
	return r->sock;
}
