/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/calls/limits.h"

#include <errno.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "event/call.h"
#include "source/trace/core/tracer.h"
#include "source/trace/memory/memory.h"
#include "sys/loop.h"

#define NS_PER_S 1000000000ull
/* A timeout of more seconds would overflow; it counts as no timeout. */
#define SECONDS_MAX 1000000000ll

/* linux/io_uring.h */
#define RING_EXT_ARG 8u
#define RING_ABS_TIMER 32u
#define RING_EXT_ARG_REG 64u
/* linux/ipc.h: operation of ipc(2), without the version in the upper half. */
#define IPC_SEMTIMEDOP 4u

/* Where the timeout of a call is found. */
enum limit_place {
	LIMIT_NONE,		/* the call has no timeout, or the kernel stores
				 * it */
	LIMIT_MS,		/* an argument: milliseconds */
	LIMIT_TIMEVAL,		/* in memory, with register-wide numbers */
	LIMIT_TIMESPEC,		/* as LIMIT_TIMEVAL, but with nanoseconds */
	LIMIT_TIME64,		/* in memory, 64 bits in every ABI */
	LIMIT_RING,		/* in memory, at an address in struct
				 * io_uring_getevents_arg */
	LIMIT_RECV,		/* SO_RCVTIMEO of the descriptor */
	LIMIT_SEND,		/* SO_SNDTIMEO of the descriptor */
	LIMIT_IPC,		/* i386 ipc: several calls */
	LIMIT_SOCKETCALL,	/* i386 socketcall: several calls; their
				 * arguments are in memory */
};

/* How long a call waits after the kernel has restarted it because of
 * ERESTARTNOHAND. */
enum limit_left {
	LEFT_NONE,		/* the kernel never restarts it */
	LEFT_WHOLE,		/* for its whole timeout */
	LEFT_WRITTEN,		/* for the remaining time, which the kernel has
				 * written over the timeout; the time of a stop
				 * still counts as remaining */
	LEFT_CLEARS,		/* as LEFT_WRITTEN; in addition, a timeout
				 * clears its descriptor sets */
};

struct limited_call {
	const char *name;
	enum limit_place place;
	uint8_t arg;
	int16_t result;		/* result if it times out: 0 or -errno */
	enum limit_left left;
};

/*
 * The calls of signal(7), "Interruption of system calls and library functions
 * by stop signals", and the calls on sockets with a timeout.  select, pselect6
 * and ppoll return EINTR if the kernel cannot write the remaining timeout
 * (poll_select_finish() in fs/select.c).
 */
static const struct limited_call table[] = {
	{ "_newselect", LIMIT_TIMEVAL, 4, 0, LEFT_CLEARS },
	{ "accept", LIMIT_RECV, 0, -EAGAIN, LEFT_NONE },
	{ "accept4", LIMIT_RECV, 0, -EAGAIN, LEFT_NONE },
	{ "connect", LIMIT_SEND, 0, -EINPROGRESS, LEFT_NONE },
	{ "epoll_pwait", LIMIT_MS, 3, 0, LEFT_NONE },
	{ "epoll_pwait2", LIMIT_TIME64, 3, 0, LEFT_NONE },
	{ "epoll_wait", LIMIT_MS, 3, 0, LEFT_NONE },
	{ "futex", LIMIT_NONE, 0, 0, LEFT_NONE },
	{ "futex_time64", LIMIT_NONE, 0, 0, LEFT_NONE },
	{ "futex_waitv", LIMIT_NONE, 0, 0, LEFT_NONE },
	{ "io_getevents", LIMIT_TIMESPEC, 4, 0, LEFT_NONE },
	{ "io_pgetevents", LIMIT_TIMESPEC, 4, 0, LEFT_WHOLE },
	{ "io_pgetevents_time64", LIMIT_TIME64, 4, 0, LEFT_WHOLE },
	{ "io_uring_enter", LIMIT_RING, 4, -ETIME, LEFT_NONE },
	{ "ipc", LIMIT_IPC, 5, -EAGAIN, LEFT_NONE },
	{ "mq_timedreceive", LIMIT_NONE, 0, 0, LEFT_NONE },
	{ "mq_timedreceive_time64", LIMIT_NONE, 0, 0, LEFT_NONE },
	{ "mq_timedsend", LIMIT_NONE, 0, 0, LEFT_NONE },
	{ "mq_timedsend_time64", LIMIT_NONE, 0, 0, LEFT_NONE },
	{ "msgrcv", LIMIT_NONE, 0, 0, LEFT_NONE },
	{ "msgsnd", LIMIT_NONE, 0, 0, LEFT_NONE },
	{ "ppoll", LIMIT_TIMESPEC, 2, 0, LEFT_WRITTEN },
	{ "ppoll_time64", LIMIT_TIME64, 2, 0, LEFT_WRITTEN },
	{ "pselect6", LIMIT_TIMESPEC, 4, 0, LEFT_CLEARS },
	{ "pselect6_time64", LIMIT_TIME64, 4, 0, LEFT_CLEARS },
	{ "read", LIMIT_RECV, 0, -EAGAIN, LEFT_NONE },
	{ "readv", LIMIT_RECV, 0, -EAGAIN, LEFT_NONE },
	{ "recv", LIMIT_RECV, 0, -EAGAIN, LEFT_NONE },
	{ "recvfrom", LIMIT_RECV, 0, -EAGAIN, LEFT_NONE },
	{ "recvmmsg", LIMIT_RECV, 0, -EAGAIN, LEFT_NONE },
	{ "recvmmsg_time64", LIMIT_RECV, 0, -EAGAIN, LEFT_NONE },
	{ "recvmsg", LIMIT_RECV, 0, -EAGAIN, LEFT_NONE },
	{ "rt_sigtimedwait", LIMIT_TIMESPEC, 2, -EAGAIN, LEFT_NONE },
	{ "rt_sigtimedwait_time64", LIMIT_TIME64, 2, -EAGAIN, LEFT_NONE },
	{ "select", LIMIT_TIMEVAL, 4, 0, LEFT_CLEARS },
	{ "semop", LIMIT_NONE, 0, 0, LEFT_NONE },
	{ "semtimedop", LIMIT_TIMESPEC, 3, -EAGAIN, LEFT_NONE },
	{ "semtimedop_time64", LIMIT_TIME64, 3, -EAGAIN, LEFT_NONE },
	{ "send", LIMIT_SEND, 0, -EAGAIN, LEFT_NONE },
	{ "sendmmsg", LIMIT_SEND, 0, -EAGAIN, LEFT_NONE },
	{ "sendmsg", LIMIT_SEND, 0, -EAGAIN, LEFT_NONE },
	{ "sendto", LIMIT_SEND, 0, -EAGAIN, LEFT_NONE },
	{ "socketcall", LIMIT_SOCKETCALL, 1, 0, LEFT_NONE },
	{ "write", LIMIT_SEND, 0, -EAGAIN, LEFT_NONE },
	{ "writev", LIMIT_SEND, 0, -EAGAIN, LEFT_NONE },
};

static const struct limited_call *find(const struct arch_call *c)
{
	const char *name;

	if (c->abi >= ABIS || c->nr < 0)
		return NULL;
	name = call_by_nr(c->abi, (uint64_t)c->nr)->name;
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (!strcmp(name, table[i].name))
			return &table[i];
	return NULL;
}

bool limit_knows(const struct arch_call *c)
{
	const struct limited_call *w = find(c);

	return w && (c->result == -EINTR || w->left != LEFT_NONE);
}

/* --- the timeout ---------------------------------------------------------- */

/* Returns a timeout in nanoseconds; 0: no timeout. */
static uint64_t span(int64_t seconds, int64_t parts, int64_t unit_ns)
{
	if (seconds < 0 || seconds > SECONDS_MAX || parts < 0 ||
	    parts >= (int64_t)NS_PER_S / unit_ns)
		return 0;
	return (uint64_t)seconds * NS_PER_S + (uint64_t)(parts * unit_ns);
}

/* Reads a timeout from memory: seconds, then units of unit_ns. */
static uint64_t in_memory(const struct tracer *s, pid_t tid, uint64_t at,
			  bool narrow, int64_t unit_ns)
{
	int32_t half[2];
	int64_t full[2];

	if (!at)
		return 0;
	if (narrow)
		return remote_read(s->host, tid, at, half, sizeof half) ==
				       (long)sizeof half ?
			span(half[0], half[1], unit_ns) : 0;
	return remote_read(s->host, tid, at, full, sizeof full) ==
			       (long)sizeof full ?
		span(full[0], full[1], unit_ns) : 0;
}

static uint64_t of_ring(const struct tracer *s, pid_t tid,
			const uint64_t *args)
{
	/* struct io_uring_getevents_arg: the address of a signal set, its size
	 * and another number, the address of the timeout. */
	uint64_t words[3];

	if (!(args[3] & RING_EXT_ARG) ||
	    args[3] & (RING_ABS_TIMER | RING_EXT_ARG_REG) ||
	    remote_read(s->host, tid, args[4], words, sizeof words) !=
		    (long)sizeof words)
		return 0;
	return in_memory(s, tid, words[2], false, 1);
}

/* Gets a timeout of a socket and its domain; returns -ENOTSOCK if the
 * descriptor is not a socket. */
static int of_socket(const struct tracee *t, int remote, int option,
		     uint64_t *ns, int *domain)
{
	struct timeval tv = { 0 };
	socklen_t size = sizeof tv;
	int fd = remote_take_fd(t->group->tgid, t->tid, remote), e = 0;

	*ns = 0;
	if (fd < 0)
		return fd;
	if (getsockopt(fd, SOL_SOCKET, option, &tv, &size) < 0)
		e = -errno;
	else
		*ns = span(tv.tv_sec, tv.tv_usec, 1000);
	size = sizeof *domain;
	if (!e && getsockopt(fd, SOL_SOCKET, SO_DOMAIN, domain, &size) < 0)
		e = -errno;
	close(fd);
	return e;
}

static void set_socket(struct tracee *t, int remote, int option,
		       int64_t result, uint64_t *ns)
{
	int domain = AF_UNSPEC;

	t->limit.result = result;
	(void)!of_socket(t, remote, option, ns, &domain);
	/* For AF_UNIX, connect returns EAGAIN: see unix_wait_for_peer() and its
	 * caller in net/unix/af_unix.c. */
	if (result == -EINPROGRESS && domain == AF_UNIX)
		t->limit.result = -EAGAIN;
}

/* Returns the timeout of socketcall(2), whose arguments are the number of the
 * call and the address of the call's arguments. */
static uint64_t of_socketcall(const struct tracer *s, struct tracee *t,
			      const uint64_t *args)
{
	/* linux/net.h: connect, send, sendto, sendmsg, sendmmsg */
	static const uint32_t sends = 1u << 3 | 1u << 9 | 1u << 11 | 1u << 16 |
				      1u << 20;
	bool sending = args[0] < 32 && sends >> args[0] & 1;
	uint64_t ns = 0;
	int32_t fd;

	if (remote_read(s->host, t->tid, args[1], &fd, sizeof fd) ==
	    (long)sizeof fd)
		set_socket(t, fd, sending ? SO_SNDTIMEO : SO_RCVTIMEO,
			   args[0] == 3 ? -EINPROGRESS : -EAGAIN, &ns);
	return ns;
}

static uint64_t find_span(const struct tracer *s, struct tracee *t,
			  const struct arch_call *c, const uint64_t *args)
{
	const struct limited_call *w = find(c);
	bool narrow = c->abi == ABI_I386;
	uint64_t ns = 0;

	t->limit.result = w->result;
	switch (w->place) {
	case LIMIT_NONE:
		break;
	case LIMIT_MS:
		return (int32_t)args[w->arg] < 0 ? 0 :
			(uint64_t)(int32_t)args[w->arg] * 1000000;
	case LIMIT_TIMEVAL:
		return in_memory(s, t->tid, args[w->arg], narrow, 1000);
	case LIMIT_TIMESPEC:
		return in_memory(s, t->tid, args[w->arg], narrow, 1);
	case LIMIT_TIME64:
		return in_memory(s, t->tid, args[w->arg], false, 1);
	case LIMIT_RING:
		return of_ring(s, t->tid, args);
	case LIMIT_RECV:
	case LIMIT_SEND:
		set_socket(t, (int)args[0], w->place == LIMIT_RECV ?
			   SO_RCVTIMEO : SO_SNDTIMEO, w->result, &ns);
		break;
	case LIMIT_IPC:
		return (args[0] & 0xffff) == IPC_SEMTIMEDOP ?
			in_memory(s, t->tid, args[w->arg], narrow, 1) : 0;
	case LIMIT_SOCKETCALL:
		return of_socketcall(s, t, args);
	}
	return ns;
}

void limit_set(struct tracer *s, struct tracee *t, const struct arch_call *c)
{
	bool seen = t->entry_known && (int32_t)t->raw_nr == c->nr &&
		    (c->result == -EINTR || find(c)->left == LEFT_WHOLE);
	uint64_t args[6], ns;

	if (t->limit.known)
		return;
	memcpy(args, c->args, sizeof args);
	/* On aarch64, the register of the first argument now contains the
	 * result. */
	if (seen && c->abi == ABI_AARCH64)
		args[0] = t->raw_args[0];
	ns = find_span(s, t, c, args);
	t->limit.known = true;
	t->limit.at_ns = ns ? ns + (seen ? t->entry_ns : clock_ns()) : 0;
}

bool limit_is_signal(const struct tracee *t, const struct arch_call *c)
{
	const struct limited_call *w = find(c);
	uint64_t ns;
	int domain;

	if (strncmp(w->name, "read", 4) && strncmp(w->name, "write", 5))
		return true;
	return of_socket(t, (int)(t->entry_known ? t->raw_args : c->args)[0],
			 SO_RCVTIMEO, &ns, &domain) != -ENOTSOCK;
}

/* --- the end of a call ---------------------------------------------------- */

bool limit_is_over(const struct tracee *t)
{
	return t->limit.at_ns && clock_ns() >= t->limit.at_ns;
}

/* Sets the remaining time in the timeout to 0, as the kernel does at the end.
 * The call restarts once more, times out, and clears its descriptor sets. */
static bool clear_left(const struct tracee *t, const struct arch_call *c,
		       const struct limited_call *w)
{
	bool narrow = c->abi == ABI_I386 && w->place != LIMIT_TIME64;
	uint64_t at = c->args[w->arg];

	return ptrace(PTRACE_POKEDATA, t->tid, at, 0) == 0 &&
	       (narrow || ptrace(PTRACE_POKEDATA, t->tid, at + 8, 0) == 0);
}

enum limit_end limit_end(struct tracee *t, const struct arch_call *c)
{
	const struct limited_call *w = find(c);

	if (w->left == LEFT_CLEARS) {
		if (c->result == -EINTR || !clear_left(t, c, w))
			return LIMIT_STAYS;
		t->limit.at_ns = 0;
		return LIMIT_REPEATS;
	}
	return arch_set_result(t->tid, t->limit.result) == 0 ? LIMIT_ENDS
							      : LIMIT_STAYS;
}

/* Interrupts the calls whose time limit is over.  Returns the time until the
 * next limit; 0: none. */
static uint64_t on_timer(void *arg)
{
	struct tracer *s = arg;
	struct tracee *t, *next;
	uint64_t now = clock_ns(), due = 0;

	HASH_ITER(hh, s->tracees.tasks, t, next) {
		if (!t->limit.at_ns || t->state != TRACEE_RUNNING)
			continue;
		if (t->limit.at_ns <= now)
			tracer_interrupt(s, t);
		else if (!due || t->limit.at_ns < due)
			due = t->limit.at_ns;
	}
	s->limits.due_ns = due;
	if (!due)
		s->limits.timer = 0;
	return due ? due - now : 0;
}

void limit_arm(struct tracer *s, const struct tracee *t)
{
	uint64_t now, at = t->limit.at_ns;

	if (!at || (s->limits.timer && s->limits.due_ns <= at))
		return;
	now = clock_ns();
	limits_end(s);
	s->limits.due_ns = at;
	s->limits.timer = loop_add_timer(s->host->loop,
					 at > now ? at - now : 1, on_timer, s);
}

void limits_end(struct tracer *s)
{
	if (s->limits.timer)
		loop_remove_timer(s->host->loop, s->limits.timer);
	s->limits.timer = 0;
}
