/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Detects leaders that disappeared without a report.
 *
 * An exec by another thread ends all other threads, and the caller of the exec
 * gets the leader's id.  The caller may be untraced, because it was created
 * during the attach or with CLONE_UNTRACED.  The kernel then releases the
 * leader and reports nothing to the tracer (de_thread() in fs/exec.c).  So the
 * tracer checks leaders: it seizes the task that now has the leader's id, or
 * reports a detach if there is no such task.  If the tracer seized the caller
 * during its exec, it recognizes the caller by a stop after the leader's last
 * stop.
 */
#include <config.h>

#include "source/trace/attach/attach.h"
#include "source/trace/calls/calls.h"
#include "source/trace/core/tracer.h"

#include <errno.h>
#include <sys/ptrace.h>

/* Drops the state of the leader, which is invalid for the task that replaced
 * it. */
static void take_over(struct tracer *s, struct tracee *t)
{
	stops_drop_others(s, t);
	calls_forget(t);
	tracee_set_exiting(t, false);
	t->interrupted = t->entering = false;
	t->inject = t->owed = 0;
	tracee_set_state(t, TRACEE_RUNNING);
	t->exec_unreported = true;
}

/* Interrupts the task, so that its next stop reports its new image.  If the
 * exec is not complete yet, that stop is the stop of the exec. */
void succeed(struct tracer *s, struct tracee *t)
{
	take_over(s, t);
	tracer_interrupt(s, t);
}

/* A task has no stop after its exit stop, so if t stops again, another task
 * has replaced the leader.  If the caller of the exec is in the table, this
 * check is not needed: the caller reports the exec, or its own end if the
 * exec fails late.  In both cases the kernel has waited for the end of the
 * other threads. */
void new_leader_stop(struct tracer *s, struct tracee *t,
		     const struct stop *stop)
{
	if (!t->exiting || t->tid != t->group->tgid || t->group->tasks != 1 ||
	    s->filter ||
	    stop->kind == STOP_EXITED || stop->kind == STOP_KILLED ||
	    stop->kind == STOP_EXEC)
		return;
	take_over(s, t);
}

static bool is_same_process(const struct tracer *s, const struct tracee *t)
{
	struct task_facts f;

	return task_facts(s->host, t->tid, &f) == 0 &&
	       (!t->group->start || f.start == t->group->start);
}

void new_leader_scan(struct tracer *s)
{
	struct group *g, *next;

	/* Under a filter all tasks are traced, including the caller of an
	 * exec. */
	if (s->filter)
		return;
	HASH_ITER(hh, s->tracees.groups, g, next) {
		struct tracee *t = tracee_find(&s->tracees, g->tgid);
		int r = -ESRCH;

		/* s->late: a leader that was ending when it was seized may not
		 * have reported its exit. */
		if (!t || !(t->exiting || s->late || s->detaching))
			continue;
		if (alarm_is_ours(t->tid)) {
			/* If the leader is dead, the INTERRUPT has no effect;
			 * if another task has replaced it, that task stops. */
			if (t->exiting)
				ptrace(PTRACE_INTERRUPT, t->tid, 0, 0);
			continue;
		}
		if (!s->detaching && is_same_process(s, t))
			r = alarm_seize(t->tid, tracer_options(s));
		if (r == 0) {
			succeed(s, t);
		} else if (r != -EAGAIN) {
			announce_detach(s, t->group);
			stops_forget(s, t);
		}
	}
	if (s->detaching)
		detach_check(s);
}
