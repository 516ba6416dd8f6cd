/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Emits page faults, signals, tasks and resident memory: each record becomes
 * one event.  ptrace reports tasks and signals, too, mostly with more fields;
 * event/join.h merges the two reports.
 */
#include <config.h>

#include "source/ftrace/ftrace.h"

#include <sched.h>
#include <signal.h>

#include "source/everybody.h"
#include "source/places.h"

/* Bits of x86's page-fault error code (arch/x86/include/asm/trap_pf.h). */
#define CODE_WRITE 2
#define CODE_USER 4
#define CODE_EXEC 16
/* Addresses from here on belong to the kernel. */
#define USER_END (UINT64_C(1) << 63)

/* Results of signal_generate: TRACE_SIGNAL_... of the kernel's
 * include/trace/events/signal.h.  Only SENT_COMES means that the signal will be
 * delivered. */
enum { SENT_COMES, SENT_IGNORED, SENT_PENDING_ALREADY, SENT_NO_ROOM };

/* --- faults --------------------------------------------------------------- */

static enum fault_access access_of(uint64_t code)
{
#if defined __x86_64__ || defined __i386__
	return code & CODE_EXEC ? ACCESS_EXEC :
	       code & CODE_WRITE ? ACCESS_WRITE : ACCESS_READ;
#else
	(void)code;
	return ACCESS_UNKNOWN;
#endif
}

/* True for a fault in kernel mode: then ip is a kernel address. */
static bool is_kernel(const struct trace_record *r)
{
#if defined __x86_64__ || defined __i386__
	return !(r->v[TRACE_FAULT_CODE] & CODE_USER);
#else
	return r->v[TRACE_FAULT_IP] >= USER_END;
#endif
}

static void tell_fault(struct ring_source *s, const struct trace_record *r,
		       pid_t pid, uint64_t time)
{
	struct event ev = buffered_event(&s->b, EV_FAULT, pid, r->tid, time);
	struct ev_fault *f = &ev.u.fault;

	if (r->v[TRACE_FAULT_ADDR] >= USER_END)
		return;
	ev.flags = EVF_EACH;
	/* The record is written when the fault begins, so whether it is minor
	 * or major is not known yet. */
	f->addr = r->v[TRACE_FAULT_ADDR];
	f->ip = r->v[TRACE_FAULT_IP];
	f->kernel = is_kernel(r);
	f->access = access_of(r->v[TRACE_FAULT_CODE]);
	places_name_fault(s->places, &ev, time);
	buffered_emit(&s->b, &ev);
}

/* --- signals -------------------------------------------------------------- */

/* Does not report SIGKILL: every thread of a process that is killed or exits
 * receives one.  tell_sent() reports the SIGKILL that was sent. */
static void tell_signal(struct ring_source *s, const struct trace_record *r,
			pid_t pid, uint64_t time)
{
	struct event ev = buffered_event(&s->b, EV_SIGNAL, pid, r->tid, time);

	if (r->v[TRACE_SIGNAL_NR] == SIGKILL)
		return;
	ev.u.signal = (struct ev_signal){
		.signal = r->v[TRACE_SIGNAL_NR],
		.code = (int64_t)r->v[TRACE_SIGNAL_CODE],
		.action = SIGNAL_DELIVERED,
	};
	buffered_emit(&s->b, &ev);
}

/* Reports SIGKILL, and signals that will not be delivered; all other signals
 * are reported at delivery.  The sender is the current task, with two
 * exceptions.  Signals with a code above 0 come from the kernel.  And a task
 * that dies at a signal stop sends itself the signal again, which is ignored
 * (ptrace_signal() in kernel/signal.c). */
static void tell_sent(struct ring_source *s, const struct trace_record *r,
		      pid_t sender, uint64_t time)
{
	pid_t to = (pid_t)r->v[TRACE_SIGNAL_TO], pid = ring_tasks_pid(s, to);
	uint64_t result = r->v[TRACE_SIGNAL_RESULT];
	struct event ev = buffered_event(&s->b, EV_SIGNAL, pid, to, time);

	bool kills = r->v[TRACE_SIGNAL_NR] == SIGKILL && result == SENT_COMES;

	if (!pid || result > SENT_NO_ROOM || (result == SENT_COMES && !kills))
		return;
	ev.u.signal = (struct ev_signal){
		.signal = r->v[TRACE_SIGNAL_NR],
		.code = (int64_t)r->v[TRACE_SIGNAL_CODE],
		.action = kills ? SIGNAL_DELIVERED : SIGNAL_DROPPED,
	};
	if (ev.u.signal.code <= 0 &&
	    (r->tid != to || result != SENT_IGNORED))
		ev.u.signal.sender = sender;
	buffered_emit(&s->b, &ev);
}

/* --- tasks ---------------------------------------------------------------- */

static struct event task_event(const struct ring_source *s, pid_t pid,
			       pid_t tid, enum process_op op, uint64_t time)
{
	struct event ev = buffered_event(&s->b, EV_PROCESS, pid, tid, time);

	ev.u.process.op = op;
	ev.u.process.status = ev.u.process.signal = -1;
	return ev;
}

static void emit_fork(struct ring_source *s, const struct trace_record *r,
		      pid_t pid, uint64_t time)
{
	uint64_t flags = r->v[TRACE_FORK_FLAGS];
	struct event ev = task_event(s, pid, r->tid,
				     flags & CLONE_THREAD ? PROCESS_THREAD :
				     flags & CLONE_VFORK ? PROCESS_VFORK :
				     PROCESS_FORK, time);
	struct ev_process *p = &ev.u.process;

	p->child = (int64_t)r->v[TRACE_FORK_CHILD];
	p->child_pid = flags & CLONE_THREAD ? pid : p->child;
	p->ppid = pid;
	buffered_emit(&s->b, &ev);
}

static void tell_exec(struct ring_source *s, const struct trace_record *r,
		      pid_t pid, uint64_t time)
{
	struct event ev = task_event(s, pid, r->tid, PROCESS_EXEC, time);

	ev.u.process.old_tid = (int64_t)r->v[TRACE_EXEC_OLD];
	ev.u.process.exe = r->text;
	buffered_emit(&s->b, &ev);
}

static void tell_exit(struct ring_source *s, const struct trace_record *r,
		      pid_t pid, uint64_t time)
{
	struct event ev = task_event(s, pid, r->tid, PROCESS_EXIT, time);

	ev.u.process.gone = pid == r->tid;
	buffered_emit(&s->b, &ev);
}

/* --- memory --------------------------------------------------------------- */

/* A record does not name the process that owns the memory, only whether it is
 * the memory of the current task.  While a child is being created, the record
 * is about the child's memory.  Such a record is dropped, as the child is not
 * known here. */
static void tell_rss(struct ring_source *s, const struct trace_record *r,
		     pid_t pid, uint64_t time)
{
	struct event ev = buffered_event(&s->b, EV_RSS, pid, r->tid, time);
	int64_t bytes = (int64_t)r->v[TRACE_RSS_BYTES];

	if (!r->v[TRACE_RSS_OWN] || r->v[TRACE_RSS_OF] >= RSS_MEMBERS)
		return;
	ev.flags = EVF_EACH;
	ev.u.rss = (struct ev_rss){
		.member = r->v[TRACE_RSS_OF],
		.bytes = bytes > 0 ? (uint64_t)bytes : 0,
	};
	buffered_emit(&s->b, &ev);
}

static bool is_task(enum trace_kind kind)
{
	return kind == TRACE_FORK || kind == TRACE_EXEC || kind == TRACE_EXIT;
}

static bool is_call(enum trace_kind kind)
{
	return kind == TRACE_ENTER || kind == TRACE_LEAVE ||
	       kind == TRACE_RAW_ENTER || kind == TRACE_RAW_LEAVE;
}

/* In system-wide mode, updates the tasks.  Fork, exec and exit are not emitted
 * here, but later events of the tasks are. */
static void note_task(struct ring_source *s, const struct trace_record *r,
		      uint64_t time)
{
	struct everybody *all = s->b.host->everybody;
	bool thread = r->kind == TRACE_FORK &&
		      r->v[TRACE_FORK_FLAGS] & CLONE_THREAD;
	const struct ring_task *maker = ring_task_at(s, r->tid);
	pid_t child = (pid_t)r->v[TRACE_FORK_CHILD];
	bool is_32bit = maker && maker->is_32bit;

	if (r->kind == TRACE_EXEC) {
		everybody_exec(all, r->tid, r->text, time);
	} else if (r->kind == TRACE_EXIT) {
		/* The exit of a thread other than the first ends no process. */
		everybody_exit(all, r->tid, time);
		places_forget(s->places, r->tid);
	} else if (!thread) {
		everybody_fork(all, ring_tasks_pid(s, r->tid), child, time);
		ring_tasks_add(s, child, child, is_32bit);
	} else if (maker) {
		ring_tasks_add(s, child, maker->pid, is_32bit);
	}
}

/* Adds a new task before the tracer reports it: it may already get a
 * SIGKILL. */
static void note_child(struct ring_source *s, const struct trace_record *r,
		       pid_t pid)
{
	const struct ring_task *maker = ring_task_at(s, r->tid);
	pid_t child = (pid_t)r->v[TRACE_FORK_CHILD];
	bool thread = r->v[TRACE_FORK_FLAGS] & CLONE_THREAD;

	ring_tasks_add(s, child, thread ? pid : child,
		       maker && maker->is_32bit);
}

void ring_emit_record(struct ring_source *s, const struct trace_record *r,
		      uint64_t time)
{
	bool tasks = s->kinds & 1u << EV_PROCESS;
	struct everybody *all = s->b.host->everybody;
	pid_t pid;

	if (all && is_task(r->kind)) {
		note_task(s, r, time);
		return;
	}
	/* calls.c handles these records. */
	if (all && is_call(r->kind))
		return;
	pid = ring_tasks_pid(s, r->tid);
	if (!pid || time < s->since || time >= s->until ||
	    (all && !everybody_event(all, pid, time)))
		return;
	switch (r->kind) {
	case TRACE_FAULT:
		tell_fault(s, r, pid, time);
		break;
	case TRACE_SENT:
		tell_sent(s, r, pid, time);
		break;
	case TRACE_SIGNAL:
		tell_signal(s, r, pid, time);
		break;
	case TRACE_FORK:
		note_child(s, r, pid);
		if (tasks)
			emit_fork(s, r, pid, time);
		break;
	case TRACE_EXEC:
		if (tasks)
			tell_exec(s, r, pid, time);
		break;
	case TRACE_EXIT:
		if (tasks)
			tell_exit(s, r, pid, time);
		break;
	case TRACE_RSS:
		tell_rss(s, r, pid, time);
		break;
	default:
		break;
	}
}
