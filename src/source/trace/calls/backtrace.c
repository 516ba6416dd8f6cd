/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The backtrace of a held task.  The tracer reads only the registers.  A
 * separate reader process does everything else (source/stack), so that stops
 * and reads of strings do not wait for the backtrace.  Backtraces are made one
 * after the other.  If several are requested during one, only the last request
 * is fulfilled.
 */
#include <config.h>

#include "source/trace/calls/calls.h"
#include "source/trace/core/tracer.h"
#include "source/trace/keep/keep.h"
#include "source/trace/memory/memory.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>

#include "parse/proc/maps.h"
#include "source/stack/stack.h"
#include "sys/loop.h"
#include "sys/proc/root.h"
#include "sys/reader/process.h"

/* For a task that a signal kills: at most MAP_MAX bytes of maps are read, and
 * MAP_KEPT bytes of maps and STACK_KEPT bytes of the stack are stored.  At
 * least LAST_NS pass between two backtraces. */
#define MAP_MAX (8u << 20)
#define MAP_KEPT (96u << 10)
#define STACK_KEPT (64u << 10)
#define LAST_NS 1000000000ull
/* After this time without a backtrace, the reader process exits, which frees
 * its cache of files. */
#define IDLE_NS 30000000000ull

static void unwatch(struct tracer *s)
{
	if (s->backtrace.fd >= 0)
		loop_remove_fd(s->host->loop, s->backtrace.fd);
	s->backtrace.fd = -1;
}

void backtrace_open(struct tracer *s)
{
	s->backtrace.fd = -1;
}

void backtrace_close(struct tracer *s)
{
	unwatch(s);
	reader_free(s->backtrace.reader);
	s->backtrace = (struct unwinding){ .fd = -1 };
}

/* --- the answer ----------------------------------------------------------- */

static void tell(struct tracer *s, pid_t pid, pid_t tid,
		 const struct ev_stack *stack)
{
	struct event ev = host_event(s->host, trace_source.letter, EV_STACK,
				     pid, tid);

	ev.u.stack = *stack;
	s->host->emit(s->host->emit_arg, &ev);
}

static void refuse(struct tracer *s, pid_t pid, pid_t tid, enum stack_why why,
		   int error)
{
	const struct ev_stack stack = { .why = why, .error = (uint64_t)error };

	tell(s, pid, tid, &stack);
}

/* Decodes the answer of the reader process; false if it is inconsistent. */
static bool take(const struct str *bytes, struct ev_stack *out)
{
	struct stack_answer a;
	const char *at = bytes->data + sizeof a;

	if (bytes->len < sizeof a)
		return false;
	memcpy(&a, bytes->data, sizeof a);
	if (a.why >= STACK_WHYS || a.end >= STACK_ENDS ||
	    a.frames_len > bytes->len || a.text_len > bytes->len ||
	    a.frames_len + a.text_len != bytes->len - sizeof a)
		return false;
	*out = (struct ev_stack){
		.why = a.why, .error = a.error, .end = a.end,
		.frames = { at, (size_t)a.frames_len },
		.text = { at + a.frames_len, (size_t)a.text_len },
	};
	return true;
}

/* --- the request ---------------------------------------------------------- */

static void begin_next(struct tracer *s)
{
	struct unwinding *b = &s->backtrace;
	pid_t tid = b->next;

	b->next = 0;
	if (tid)
		backtrace_request(s, tid);
}

static void finish(struct tracer *s)
{
	struct unwinding *b = &s->backtrace;
	struct str bytes = STR_INIT;
	struct ev_stack stack = { .why = STACK_DIED };
	pid_t pid = b->pid, tid = b->tid;
	int rc = reader_job_result(b->reader, &bytes);

	if (rc == 0)
		return;
	unwatch(s);
	b->pid = b->tid = 0;
	b->used_ns = clock_ns();
	if (rc == -ETIMEDOUT)
		stack.why = STACK_HUNG;
	else if (rc == 1)
		(void)take(&bytes, &stack);
	if (b->moved && !b->signal && stack.why == STACK_TOLD)
		stack.why = STACK_MOVED;
	stack.signal = (uint64_t)b->signal;
	stack.took_ns = b->used_ns - b->asked_ns;
	tell(s, pid, tid, &stack);
	str_release(&bytes);
	begin_next(s);
}

static void on_answer(void *arg, int fd, short revents)
{
	(void)fd;
	(void)revents;
	finish(arg);
}

/* Fills in the job for the reader process: the registers of t, and its rights,
 * which the reader assumes.  0 or -errno. */
static int fill(const struct tracee *t, const struct task_facts *f,
		struct stack_ask *ask)
{
	*ask = (struct stack_ask){ .pid = t->group->tgid, .tid = t->tid,
				   .uid = f->uid, .gid = f->gid,
				   .caps = f->caps };
	return arch_stack_regs(t->tid, ask);
}

static int give(struct tracer *s, const struct stack_ask *ask,
		const struct str *bytes, int sig)
{
	struct unwinding *b = &s->backtrace;
	int r;

	if (!b->reader)
		b->reader = reader_new("/proc");
	if (b->uid != ask->uid || b->gid != ask->gid || b->caps != ask->caps)
		reader_end_child(b->reader);
	b->uid = ask->uid;
	b->gid = ask->gid;
	b->caps = ask->caps;
	r = reader_start_job(b->reader, ask->tid, &stack_job, bytes->data,
			     bytes->len);
	if (r < 0)
		return r;
	b->pid = ask->pid;
	b->tid = ask->tid;
	b->moved = false;
	b->signal = sig;
	b->asked_ns = clock_ns();
	b->fd = reader_fd(b->reader);
	loop_add_fd(s->host->loop, b->fd, POLLIN, 2, on_answer, s);
	return 0;
}

static void begin(struct tracer *s, const struct tracee *t)
{
	struct str bytes = STR_INIT;
	struct task_facts f = { 0 };
	struct stack_ask ask;
	int r = task_whose(s->host, t->tid, &f);

	if (r == 0)
		r = fill(t, &f, &ask);
	if (r == 0) {
		str_add(&bytes, &ask, sizeof ask);
		r = give(s, &ask, &bytes, 0);
	}
	str_release(&bytes);
	if (r < 0)
		refuse(s, t->group->tgid, t->tid,
		       r == -EOPNOTSUPP ? STACK_MACHINE :
		       r == -ESRCH || r == -ENOENT ? STACK_NO_TASK :
		       STACK_FAILED, -r);
}

void backtrace_request(struct tracer *s, pid_t tid)
{
	const struct tracee *t;

	if (!tid)
		tid = s->held_tid ? s->held_tid : s->main_pid;
	if (s->backtrace.tid) {
		s->backtrace.next = tid;
		return;
	}
	t = tracee_find(&s->tracees, tid);
	if (!t || t->state == TRACEE_GONE || keep_is_silent(s, t))
		refuse(s, tid, tid, STACK_NO_TASK, 0);
	else if (t->state == TRACEE_GROUP_STOP)
		refuse(s, t->group->tgid, tid, STACK_LISTENS, 0);
	else if (t->state != TRACEE_STOPPED)
		refuse(s, t->group->tgid, tid, STACK_RUNS, 0);
	else
		begin(s, t);
}

/* --- backtraces at the end of a process ----------------------------------- */

/* True if sig is an error that ends the program.  `handled` contains the caught
 * and ignored signals, which end the program only if the kernel forces them. */
static bool is_fatal(int sig, uint64_t handled)
{
	switch (sig) {
	case SIGSEGV: case SIGBUS: case SIGILL: case SIGFPE: case SIGABRT:
	case SIGSYS: case SIGTRAP:
		return !(handled & 1ull << (sig - 1));
	default:
		return false;
	}
}

/* Stores the lines of maps that describe files, or memory that may contain
 * code. */
static void keep_map(struct tracer *s, pid_t tid, struct str *out)
{
	struct str text = STR_INIT;
	struct maps_entry e;
	struct scan at, line;

	if (procroot_readf(s->host->proc, &text, MAP_MAX, "%d/maps", tid) == 0) {
		at = scan_of(text.data, text.len);
		while (scan_line(&at, &line) && out->len < MAP_KEPT) {
			if (!maps_line(line, &e) ||
			    (!e.inode && !(e.perm & PERM_X)))
				continue;
			str_add(out, line.p, (size_t)(line.end - line.p));
			str_addc(out, '\n');
		}
	}
	str_release(&text);
}

static void keep_stack(struct tracer *s, pid_t tid, uint64_t at,
		       struct str *out)
{
	char page[4096];
	long got = sizeof page;
	bool begun = false;

	/* After a stack overflow, pages at the stack pointer may be absent.  Up
	 * to the first present page they are stored as zeros: a read would
	 * bring in the page, even a guard page. */
	for (; out->len < STACK_KEPT && got == sizeof page; at += sizeof page) {
		memset(page, 0, sizeof page);
		if (remote_there(s->host, tid, at)) {
			begun = true;
			got = remote_read(s->host, tid, at, page, sizeof page);
		} else if (begun) {
			break;
		}
		if (got > 0)
			str_add(out, page, (size_t)got);
	}
}

void backtrace_last(struct tracer *s, struct tracee *t, int sig)
{
	struct unwinding *b = &s->backtrace;
	struct str bytes = STR_INIT, map = STR_INIT, stack = STR_INIT;
	struct task_facts f = { 0 };
	struct stack_ask ask;

	if (!s->host->wants.last_stack || !is_fatal(sig, 0) || b->tid ||
	    (b->last_ns && clock_ns() - b->last_ns < LAST_NS) ||
	    task_whose(s->host, t->tid, &f) < 0 ||
	    !is_fatal(sig, f.caught | f.ignored) || fill(t, &f, &ask) < 0)
		return;
	b->last_ns = clock_ns();
	ask.stack_at = arch_stack_pointer(&ask) & ~UINT64_C(4095);
	keep_map(s, t->tid, &map);
	keep_stack(s, t->tid, ask.stack_at, &stack);
	ask.map_len = (uint32_t)map.len;
	ask.stack_len = (uint32_t)stack.len;
	str_add(&bytes, &ask, sizeof ask);
	str_add(&bytes, map.data, map.len);
	str_add(&bytes, stack.data, stack.len);
	if (map.len)
		(void)!give(s, &ask, &bytes, sig);
	str_release(&bytes);
	str_release(&stack);
	str_release(&map);
}

void backtrace_tick(struct tracer *s)
{
	struct unwinding *b = &s->backtrace;

	if (b->tid)
		finish(s);
	else if (b->used_ns && clock_ns() - b->used_ns > IDLE_NS) {
		reader_end_child(b->reader);
		b->used_ns = 0;
	}
}
