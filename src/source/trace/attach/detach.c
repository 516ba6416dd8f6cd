/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/core/trace.h"
#include "source/trace/attach/attach.h"
#include "source/trace/calls/calls.h"
#include "source/trace/core/tracer.h"
#include "source/trace/keep/keep.h"

#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>

#include "base/fault.h"
#include "base/str.h"
#include "sys/loop.h"
#include "sys/proc/root.h"
#include "sys/proc/stat.h"

/*
 * If the thread to which a signal is sent is traced, even an ignored signal
 * wakes a thread of the process for a moment.  A SIGCHLD is sent to the thread
 * that created the child, any other signal to the leader (sig_ignored() and
 * complete_signal() in kernel/signal.c).  If the woken thread is no longer
 * traced, its call would be interrupted.  So the threads of a process stay
 * stopped until all have stopped, and are detached together: up to TOGETHER_MAX
 * threads, for at most TOGETHER_NS.  In a larger process, the leader is
 * detached first.
 */
#define TOGETHER_MAX 64
#define TOGETHER_NS 10000000ull
/* While tasks wait for a CPU, a detach may take up to BUSY_LIMITS times its
 * limit: a call is interrupted if its task is released before it stops. */
#define BUSY_LIMITS 5

/* Returns the signal of this stop.  The detach must pass it on, or it is
 * lost. */
static int stop_signal(const struct tracee *t, const struct stop *stop)
{
	return t->state == TRACEE_STOPPED ? t->inject :
	       stop->kind == STOP_SIGNAL ? stop->sig : 0;
}

static void go(struct tracer *s, struct tracee *t, const struct stop *stop)
{
	int sig = stop_signal(t, stop), r;

	t->standing = false;
	if (t->owed == PTRACE_DETACH)
		sig = t->owed_sig;
	r = tracer_go(s, t, PTRACE_DETACH, sig);
	/* The task was killed: mmtop must still wait for its exit. */
	if (r == -ESRCH && t->state != TRACEE_RUNNING)
		tracee_set_state(t, TRACEE_RUNNING);
	if (r < 0)
		return;
	if (t->group->tasks == 1)
		announce_detach(s, t->group);
	tracee_remove(&s->tracees, t);
	status_changed(s);
}

/* Detaches all stopped tasks of the process.  Tasks in a call that a signal
 * would interrupt come last. */
static void detach_group(struct tracer *s, pid_t tgid)
{
	struct tracee *t, *next;

	for (int last = 0; last < 2; last++)
		HASH_ITER(hh, s->tracees.tasks, t, next)
			if (t->standing && t->group->tgid == tgid &&
			    t->repaired <= last)
				go(s, t, &t->held);
}

/* True if t was stopped only for the detach, and may stay stopped until the
 * other threads of its process have stopped. */
static bool may_stand(const struct tracee *t)
{
	return t->group->tasks > 1 && t->group->tasks <= TOGETHER_MAX &&
	       !t->exiting && t->state != TRACEE_STOPPED &&
	       t->state != TRACEE_PARKED;
}

static void stand(struct tracer *s, struct tracee *t, const struct stop *stop)
{
	tracer_consume(t->tid);
	t->held = *stop;
	t->standing = true;
	t->standing_ns = clock_ns();
	s->standing = true;
}

void detach_at(struct tracer *s, struct tracee *t, const struct stop *stop)
{
	bool stands = may_stand(t), waits = stands && wave_awaits(s, t);

	if (fault_on("slow-detach"))
		nanosleep(&(struct timespec){ .tv_nsec = 2000000 }, NULL);
	if (repair_ahead(s, t) || (waits && stop->kind == STOP_SIGNAL)) {
		tracer_resume(s, t, stop_signal(t, stop));
		tracer_interrupt(s, t);
	} else if (stands) {
		stand(s, t, stop);
		if (!waits)
			detach_group(s, t->group->tgid);
	} else {
		go(s, t, stop);
	}
}

/* Detaches the stopped tasks that need not wait for other threads any more. */
static void detach_in_time(struct tracer *s)
{
	uint64_t late = clock_ns() - TOGETHER_NS;
	struct tracee *t, *next;

	if (!s->standing)
		return;
	s->standing = false;
	HASH_ITER(hh, s->tracees.tasks, t, next) {
		if (!t->standing)
			continue;
		if ((t->standing_ns > late || fault_on("slow-detach")) &&
		    wave_awaits(s, t))
			s->standing = true;
		else
			go(s, t, &t->held);
	}
}

/*
 * True if the kernel can detach t: it detaches all tasks when the tracing
 * thread ends (exit_ptrace()).
 *
 * That does not disturb a task that runs or sleeps.  A task in a stop resumes
 * and gets its signal; but if it is stopped at the entry of a call, the call is
 * interrupted.  So only tasks whose next stop is not a syscall entry are left
 * to the kernel.  If tasks stop at calls, those of a process with children are
 * detached here, because a child's exit may interrupt a call.
 */
static bool is_left(const struct tracer *s, const struct tracee *t)
{
	return s->ending && t->state == TRACEE_RUNNING && !t->interrupted &&
	       !t->exiting && !t->standing && !t->owed && !t->patch.where &&
	       t->tid != t->group->tgid &&
	       (!t->calls_stop || (t->in_call && !t->asked &&
				   !t->group->has_children));
}

static bool has_children(const struct tracer *s, const struct tracee *t)
{
	struct str text = STR_INIT;
	bool has = procroot_readf(s->host->proc, &text, 64,
				  "%d/task/%d/children", t->group->tgid,
				  t->tid) == 0 && text.len;

	str_release(&text);
	return has;
}

static void let_go(struct tracer *s, struct tracee *t)
{
	if (t->state == TRACEE_STOPPED || t->state == TRACEE_PARKED)
		detach_at(s, t, &t->held);
	else if (is_left(s, t))
		t->wanted = false;
	else
		wave_add(s, t);
}

/* Sorts tasks by process, with the leader first. */
static int by_process(const struct tracee *a, const struct tracee *b)
{
	pid_t p = a->group->tgid, q = b->group->tgid;

	return p != q ? (p > q) - (p < q) : (a->tid != p) - (b->tid != p);
}

void detach_begin(struct tracer *s, bool ends)
{
	struct tracee *t, *next;

	share_end(s);
	track_end(s);
	if (s->filter) {
		keep_begin(s);
		return;
	}
	s->detaching = true;
	/* When this thread ends, the kernel kills the programs that filter
	 * captures (PR_SET_PDEATHSIG), so the thread must continue. */
	s->ending = ends && !s->host->capturing;
	vec_clear(&s->pending);
	step_forget(s);
	status_changed(s);
	HASH_SORT(s->tracees.tasks, by_process);
	HASH_ITER(hh, s->tracees.tasks, t, next)
		if (s->ending && t->group->tasks <= TOGETHER_MAX)
			t->group->has_children |= has_children(s, t);
	HASH_ITER(hh, s->tracees.tasks, t, next)
		let_go(s, t);
	detach_check(s);
}

static unsigned living(const struct tracer *s)
{
	struct tracee *t, *next;
	unsigned n = 0;

	HASH_ITER(hh, s->tracees.tasks, t, next)
		n += !t->exiting && !is_left(s, t);
	return n;
}

/* Detaches the tasks that have stopped, and drops those left to the kernel. */
static void leave(struct tracer *s)
{
	struct tracee *t, *next;
	struct stop stop;

	while (drain_peek_any(s, &stop))
		stops_handle(s, &stop);
	HASH_ITER(hh, s->tracees.tasks, t, next) {
		if (!is_left(s, t))
			continue;
		if (t->group->tasks == 1)
			announce_detach(s, t->group);
		tracee_remove(&s->tracees, t);
	}
}

void detach_check(struct tracer *s)
{
	if (!s->detaching)
		return;
	detach_in_time(s);
	if (living(s))
		return;
	if (s->ending && tracees_count(&s->tracees)) {
		leave(s);
		if (living(s))
			return;
	}
	s->detaching = false;
	/* The last task in the table may have been a child that has exited. */
	s->emptied_ns = 0;
	if (s->detached)
		return;
	if (!s->ended && s->exit_status < 0 && s->exit_signal < 0) {
		s->detached = true;
		tracer_note(s, NOTE_DETACHED, SEV_NOTE, s->main_pid, 0, "");
	} else {
		s->ended = true;
	}
	status_changed(s);
}

static bool all_let_go(const struct tracer *s)
{
	return !tracees_count(&s->tracees) && !s->emptied_ns;
}

/* True if a task cannot stop because it waits for a CPU. */
static bool wants_cpu(const struct tracer *s)
{
	struct tracee *t, *next;

	HASH_ITER(hh, s->tracees.tasks, t, next)
		if (t->interrupted && procstat_state_of(t->tid) == 'R')
			return true;
	return false;
}

void detach_finish(struct tracer *s, uint64_t limit_ns)
{
	uint64_t until = clock_ns() + limit_ns;
	int limits = limit_ns ? BUSY_LIMITS : 1;
	const struct timespec wait = { .tv_nsec = 5000000 };
	sigset_t chld;

	sigemptyset(&chld);
	sigaddset(&chld, SIGCHLD);
	while (!all_let_go(s)) {
		if (clock_ns() >= until) {
			if (!--limits || !wants_cpu(s))
				break;
			until = clock_ns() + limit_ns;
		}
		trace_source.drain(s, limit_ns);
		if (!all_let_go(s))
			sigtimedwait(&chld, NULL, &wait);
		s->none_ns = clock_ns();
	}
}

/*
 * With __WCLONE and without __WALL, waitid() finds all tracees, but only those
 * of mmtop's own children whose exit signal is not SIGCHLD (eligible_child() in
 * kernel/exit.c).  So it does not find the reader process, or children of a
 * shell that became mmtop.
 */
bool trace_holds(void)
{
	siginfo_t si;

	return waitid(P_ALL, 0, &si, WEXITED | WSTOPPED | __WCLONE | WNOWAIT |
		      WNOHANG) == 0 || errno != ECHILD;
}

void kill_tree(struct tracer *s)
{
	struct group *g, *next;

	s->killing = true;
	/* The pids are valid, since mmtop has not reaped these tracees. */
	HASH_ITER(hh, s->tracees.groups, g, next)
		if (!s->keeping && (!s->filter || s->follow || g->root))
			kill(g->tgid, SIGKILL);
	/* The launched program was detached earlier, but is still a child of
	 * mmtop that was not reaped. */
	if (s->launched && !s->ended && s->main_pid &&
	    (s->keeping || !group_find(&s->tracees, s->main_pid)))
		kill(s->main_pid, SIGKILL);
}
