/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Waits in blocking calls, and records in a shared file when a call returns.
 *
 *	blocking FILE CALL MS	the call of that number; a timeout of MS
 *	blocking FILE all MS	every call, each in its own thread
 *
 * SIGTERM, or the end of its parent, ends it. It ignores SIGIO, and has a
 * handler for SIGUSR1.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>

#include "blocking.h"
#include "victim.h"

static struct blocking_slot *slots;
static long timeout_ms;
static int semaphores = -1, messages = -1;

static struct timespec after(long ms)
{
	return (struct timespec){ .tv_sec = ms / 1000,
				  .tv_nsec = ms % 1000 * 1000000 };
}

static int silent_pipe(void)
{
	static __thread int fds[2] = { -1, -1 };

	return fds[0] < 0 && pipe(fds) ? -1 : fds[0];
}

/* Each thread creates its own descriptors once. */
static int epoll(void)
{
	static __thread int fd = -1;

	return fd < 0 ? fd = epoll_create1(0) : fd;
}

/* --- the calls ------------------------------------------------------------ */

static long in_epoll_wait(void)
{
	return epoll_wait(epoll(), &(struct epoll_event){ 0 }, 1,
			  (int)timeout_ms);
}

/* The kernel's own 64-bit time, also in 32-bit programs. */
struct time64 {
	int64_t sec, nsec;
};

static long in_epoll_pwait(void)
{
	sigset_t none;

	sigemptyset(&none);
	return epoll_pwait(epoll(), &(struct epoll_event){ 0 }, 1,
			   (int)timeout_ms, &none);
}

static long in_epoll_pwait2(void)
{
	struct time64 t = { timeout_ms / 1000, timeout_ms % 1000 * 1000000 };

	return syscall(441, epoll(), &(struct epoll_event){ 0 }, 1,
		       &t, NULL, 8);
}

static long in_sigtimedwait(void)
{
	struct timespec t = after(timeout_ms);
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	return sigtimedwait(&set, NULL, &t);
}

static long in_semtimedop(void)
{
	struct timespec t = after(timeout_ms);

	return semtimedop(semaphores, &(struct sembuf){ .sem_op = -1 }, 1, &t);
}

static int waiting_socket(int option)
{
	struct timeval t = { .tv_sec = timeout_ms / 1000,
			     .tv_usec = timeout_ms % 1000 * 1000 };
	static __thread int fds[2] = { -1, -1 };

	if (fds[0] < 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, fds))
		return -1;
	setsockopt(fds[0], SOL_SOCKET, option, &t, sizeof t);
	return fds[0];
}

static long in_recv(void)
{
	char c;

	return recv(waiting_socket(SO_RCVTIMEO), &c, 1, 0);
}

static long in_read_socket(void)
{
	char c;

	return read(waiting_socket(SO_RCVTIMEO), &c, 1);
}

static long in_recvmsg(void)
{
	char c;
	struct iovec iov = { &c, 1 };
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1 };

	return recvmsg(waiting_socket(SO_RCVTIMEO), &msg, 0);
}

static long in_recvmmsg(void)
{
	char c;
	struct iovec iov = { &c, 1 };
	struct mmsghdr msg = { .msg_hdr = { .msg_iov = &iov,
					    .msg_iovlen = 1 } };

	return recvmmsg(waiting_socket(SO_RCVTIMEO), &msg, 1, 0, NULL);
}

static long in_send(void)
{
	static char much[1 << 16];
	int fd = waiting_socket(SO_SNDTIMEO);

	while (send(fd, much, sizeof much, MSG_DONTWAIT) > 0)
		;
	return send(fd, much, 1, 0);
}

static int listening(struct sockaddr_un *name)
{
	static __thread int fd = -1;
	socklen_t n = sizeof *name;
	struct timeval t = { .tv_sec = timeout_ms / 1000,
			     .tv_usec = timeout_ms % 1000 * 1000 };

	if (fd >= 0)
		return fd;
	fd = socket(AF_UNIX, SOCK_STREAM, 0);
	/* Without a name the kernel makes one (unix(7), autobind). */
	name->sun_family = AF_UNIX;
	bind(fd, (struct sockaddr *)name, sizeof name->sun_family);
	getsockname(fd, (struct sockaddr *)name, &n);
	listen(fd, 0);
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t);
	return fd;
}

static long in_accept(void)
{
	struct sockaddr_un name = { 0 };

	return accept(listening(&name), NULL, NULL);
}

/* No process accepts, and the backlog has room for one connection only. */
static long in_connect(void)
{
	struct sockaddr_un name = { 0 };
	int fd;

	listening(&name);
	do
		fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
	while (connect(fd, (struct sockaddr *)&name, 8) == 0);
	fcntl(fd, F_SETFL, 0);
	return connect(fd, (struct sockaddr *)&name, 8);
}

static long in_timed_connect(void)
{
	struct timeval t = { .tv_sec = timeout_ms / 1000,
			     .tv_usec = timeout_ms % 1000 * 1000 };
	static __thread struct sockaddr_un name;
	static __thread int fd = -1;

	if (fd >= 0)
		return connect(fd, (struct sockaddr *)&name, 8);
	listening(&name);
	do
		fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
	while (connect(fd, (struct sockaddr *)&name, 8) == 0);
	fcntl(fd, F_SETFL, 0);
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &t, sizeof t);
	return connect(fd, (struct sockaddr *)&name, 8);
}

static long in_msgrcv(void)
{
	long type[2];

	return msgrcv(messages, type, sizeof type[1], 1, 0);
}

static long in_io_getevents(void)
{
	struct timespec t = after(timeout_ms);
	struct io_event events[1];
	static __thread aio_context_t ctx;

	if (!ctx && syscall(SYS_io_setup, 1, &ctx))
		return -1;
	return syscall(SYS_io_getevents, ctx, 1L, 1L, events, &t);
}

static long in_io_pgetevents(void)
{
	struct time64 t = { timeout_ms / 1000, timeout_ms % 1000 * 1000000 };
	struct io_event events[1];
	static __thread aio_context_t ctx;

	if (!ctx && syscall(SYS_io_setup, 1, &ctx))
		return -1;
#ifdef __x86_64__
	return syscall(333, ctx, 1L, 1L, events, &t, NULL);
#else
	return syscall(416, ctx, 1L, 1L, events, &t, NULL);	/* .._time64 */
#endif
}

/* An empty ring; its headers are not needed. */
static long in_io_uring_enter(void)
{
	struct time64 t = { timeout_ms / 1000, timeout_ms % 1000 * 1000000 };
	uint64_t wait[3] = { 0, 0, (uintptr_t)&t };
	static __thread int fd = -1;
	uint32_t params[30] = { 0 };
	long r;

	if (fd < 0)
		fd = (int)syscall(425, 4, params);	/* io_uring_setup */
	if (fd < 0)
		errno = ENOSYS;			/* or not permitted */
	r = fd < 0 ? -1 : syscall(426, fd, 0, 1, 1 | 8, wait, sizeof wait);
	return r;
}

/* The kernel cannot write the remaining time to read-only memory. */
static long in_ppoll_constant(void)
{
	static struct timespec *t;
	struct timespec *fresh;

	if (!t) {
		fresh = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		*fresh = after(timeout_ms);
		mprotect(fresh, 4096, PROT_READ);
		t = fresh;
	}
	return syscall(SYS_ppoll, &(struct pollfd){ .fd = silent_pipe(),
						    .events = POLLIN },
		       1, t, NULL, 8);
}

static long in_poll(void)
{
	return poll(&(struct pollfd){ .fd = silent_pipe(), .events = POLLIN },
		    1, (int)timeout_ms);
}

static long in_ppoll(void)
{
	struct timespec t = after(timeout_ms);

	return ppoll(&(struct pollfd){ .fd = silent_pipe(), .events = POLLIN },
		     1, &t, NULL);
}

#ifdef __x86_64__
static long in_select(void)
{
	struct timeval t = { .tv_sec = timeout_ms / 1000,
			     .tv_usec = timeout_ms % 1000 * 1000 };

	return syscall(SYS_select, 0, NULL, NULL, NULL, &t);
}
#else
static long in_select(void)
{
	struct timeval t = { .tv_sec = timeout_ms / 1000,
			     .tv_usec = timeout_ms % 1000 * 1000 };

	return select(0, NULL, NULL, NULL, &t);
}
#endif

static long in_pselect(void)
{
	struct timespec t = after(timeout_ms);
	sigset_t set;

	sigemptyset(&set);
	return pselect(0, NULL, NULL, NULL, &t, &set);
}

static long in_nanosleep(void)
{
	struct timespec t = after(timeout_ms);

	return syscall(SYS_nanosleep, &t, NULL);
}

static long in_clock_nanosleep(void)
{
	struct timespec t, more = after(timeout_ms);
	int e;

	clock_gettime(CLOCK_MONOTONIC, &t);
	t.tv_sec += more.tv_sec + (t.tv_nsec + more.tv_nsec) / 1000000000;
	t.tv_nsec = (t.tv_nsec + more.tv_nsec) % 1000000000;
	e = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
	errno = e;
	return e ? -1 : 0;
}

static long in_futex(void)
{
	struct timespec t = after(timeout_ms);
	int word = 0;

	return syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &t, NULL, 0);
}

static long in_pause(void)
{
	return pause();
}

static long in_sigsuspend(void)
{
	sigset_t set;

	sigemptyset(&set);
	return sigsuspend(&set);
}

static long in_read(void)
{
	char c;

	return read(silent_pipe(), &c, 1);
}

static long in_waitid(void)
{
	siginfo_t si;
	pid_t pid = fork();

	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (;;)
			poll(NULL, 0, -1);
	}
	return waitid(P_PID, (id_t)pid, &si, WEXITED);
}

static long in_flock(void)
{
	char name[] = "/tmp/mmtop-flock.XXXXXX";
	int fd = mkstemp(name), other = open(name, O_RDWR);

	unlink(name);
	flock(fd, LOCK_EX);
	return flock(other, LOCK_EX);
}

static const struct {
	const char *name;
	long (*fn)(void);
	int timed, wanted;
} calls[BLOCKING_CALLS] = {
	{ "epoll_wait", in_epoll_wait, 1, 0 },
	{ "epoll_pwait2", in_epoll_pwait2, 1, 0 },
	{ "rt_sigtimedwait", in_sigtimedwait, 1, EAGAIN },
	{ "semtimedop", in_semtimedop, 1, EAGAIN },
	{ "recv", in_recv, 1, EAGAIN },
	{ "send", in_send, 1, EAGAIN },
	{ "accept", in_accept, 1, EAGAIN },
	{ "msgrcv", in_msgrcv, 0, 0 },
	{ "io_getevents", in_io_getevents, 1, 0 },
	{ "epoll_pwait", in_epoll_pwait, 1, 0 },
	{ "read of a socket", in_read_socket, 1, EAGAIN },
	{ "recvmsg", in_recvmsg, 1, EAGAIN },
	{ "recvmmsg", in_recvmmsg, 1, EAGAIN },
	{ "timed connect", in_timed_connect, 1, EAGAIN },
	{ "io_pgetevents", in_io_pgetevents, 1, 0 },
	{ "io_uring_enter", in_io_uring_enter, 1, ETIME },
	{ "constant ppoll", in_ppoll_constant, 1, 0 },
	{ "poll", in_poll, 1, 0 },
	{ "ppoll", in_ppoll, 1, 0 },
	{ "select", in_select, 1, 0 },
	{ "pselect6", in_pselect, 1, 0 },
	{ "nanosleep", in_nanosleep, 1, 0 },
	{ "clock_nanosleep", in_clock_nanosleep, 1, 0 },
	{ "futex", in_futex, 1, ETIMEDOUT },
	{ "pause", in_pause, 0, 0 },
	{ "rt_sigsuspend", in_sigsuspend, 0, 0 },
	{ "read", in_read, 0, 0 },
	{ "waitid", in_waitid, 0, 0 },
	{ "flock", in_flock, 0, 0 },
	{ "connect", in_connect, 0, 0 },
};

/* --- the program ---------------------------------------------------------- */

static uint64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static __thread struct blocking_slot *own;

static void on_usr1(int sig)
{
	(void)sig;
	if (own)
		own->handled++;
}

static void *sit(void *arg)
{
	struct blocking_slot *s = own = arg;
	size_t i = (size_t)(s - slots);
	uint64_t began;
	long r;

	strcpy(s->name, calls[i].name);
	s->tid = (int32_t)syscall(SYS_gettid);
	prctl(PR_SET_NAME, calls[i].name);
	s->timed = calls[i].timed;
	s->wanted = calls[i].wanted;
	do {
		began = now_ms();
		s->entered++;
		r = calls[i].fn();
		s->error = r < 0 ? errno : 0;
		s->absent = r < 0 && (errno == ENOSYS || errno == EINVAL);
		s->elapsed_ms = now_ms() - began;
		s->total_ms += s->elapsed_ms;
		s->broken += s->error == EINTR;
		if (s->timed && s->error != EINTR && !s->absent) {
			s->wrong += s->error != s->wanted;
			/* Elapsed times are rounded to whole milliseconds. */
			s->early += s->elapsed_ms + 1 < (uint64_t)timeout_ms;
		}
		s->returned++;
	} while (!s->absent);
	while (poll(NULL, 0, -1) <= 0)
		;
	return NULL;
}

/* System V objects outlive their creators. */
static void on_term(int sig)
{
	(void)sig;
	if (semaphores >= 0)
		semctl(semaphores, 0, IPC_RMID);
	if (messages >= 0)
		msgctl(messages, IPC_RMID, NULL);
	_exit(0);
}

int main(int argc, char **argv)
{
	int fd = argc > 3 ? open(argv[1], O_RDWR) : -1;
	pthread_attr_t attr;
	pthread_t t;
	sigset_t set;

	allow_tracing();
	slots = mmap(NULL, sizeof *slots * BLOCKING_CALLS,
		     PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (slots == MAP_FAILED)
		return 2;
	timeout_ms = atol(argv[3]);
	signal(SIGTERM, on_term);
	signal(SIGIO, SIG_IGN);
	sigaction(SIGUSR1, &(struct sigaction){ .sa_handler = on_usr1 }, NULL);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	sigprocmask(SIG_BLOCK, &set, NULL);
	semaphores = semget(IPC_PRIVATE, 1, 0600);
	messages = msgget(IPC_PRIVATE, 0600);
	if (strcmp(argv[2], "all"))
		sit(&slots[atoi(argv[2]) % BLOCKING_CALLS]);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 128 << 10);
	for (size_t i = 1; i < BLOCKING_CALLS; i++)
		if (pthread_create(&t, &attr, sit, &slots[i]))
			return 2;
	sit(&slots[0]);
	return 0;
}
