/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Leaders that are gone without a report.  An exec by another thread ends all
 * others, and what has the leader's id from then on is the caller.  Where that
 * one was not traced, as it was made while its process was attached to, or
 * with CLONE_UNTRACED, the leader is released and its tracer is told nothing
 * (de_thread() in fs/exec.c).  So leaders are asked for; who succeeded one is
 * seized, and where nobody did it is let go of.  Who was seized just while it
 * took over is one that stops after its leader's last stop.
 */
#include <config.h>

#include "source/trace/attach/attach.h"
#include "source/trace/calls/calls.h"
#include "source/trace/core/tracer.h"

#include <errno.h>
#include <sys/ptrace.h>

/* Nothing that was known of the leader is true of who took over. */
static void take_over(struct tracer *s, struct tracee *t)
{
	stops_others_gone(s, t);
	calls_forget(t);
	tracee_set_exiting(t, false);
	t->interrupted = t->entering = false;
	t->inject = t->owed = 0;
	tracee_set_state(t, TRACEE_RUNNING);
	t->exec_untold = true;
}

/* What the exec makes is told at the next stop: an exec that is not through
 * yet reports by itself. */
void succeed(struct tracer *s, struct tracee *t)
{
	take_over(s, t);
	tracer_interrupt(s, t);
}

/* After the stop at its exit a task makes no other: who does took its place.
 * A caller that is in the table tells its exec by itself, or its end, when the
 * exec fails late: the others are waited for before that. */
void succeed_stop(struct tracer *s, struct tracee *t, const struct stop *stop)
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

void succeed_look(struct tracer *s)
{
	struct group *g, *next;

	/* Below a filter there is nobody who is not traced. */
	if (s->filter)
		return;
	HASH_ITER(hh, s->tracees.groups, g, next) {
		struct tracee *t = tracee_find(&s->tracees, g->tgid);
		int r = -ESRCH;

		/* A leader that was ending when it was seized may not have
		 * told that. */
		if (!t || !(t->exiting || s->late || s->detaching))
			continue;
		if (alarm_is_ours(t->tid)) {
			/* A leader that is dead is not moved by that. */
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
