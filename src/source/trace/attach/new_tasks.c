/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * New tasks.  mmtop gets two reports of a new task, in either order: the task's
 * own first report, and its creator's event, which contains its id.  If the
 * task reports first, it is parked until its creator's event, unless creator.c
 * finds its creator.
 */
#include <config.h>

#include "source/trace/attach/attach.h"
#include "source/trace/calls/calls.h"
#include "source/trace/core/tracer.h"
#include "source/trace/keep/keep.h"
#include "source/trace/memory/memory.h"

#include <errno.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fault.h"
#include "sys/loop.h"

/* Reads the fields of tid.  If that fails unexpectedly, assumes default values:
 * the child must be known, so that the flags that seccomp.c changed in its
 * creator are restored in the child.  Returns a negative errno if the task does
 * not exist. */
static int whose(const struct tracer *s, pid_t tid, struct task_facts *f)
{
	int r = -EAGAIN;

	for (int i = 0; i < ASK_TRIES && r < 0 && r != -ENOENT && r != -ESRCH;
	     i++)
		r = task_whose(s->host, tid, f);
	if (r == 0 || r == -ENOENT || r == -ESRCH)
		return r;
	*f = (struct task_facts){ .tgid = tid, .tracer = getpid(),
				  .ns_pid = -1 };
	return 0;
}

static struct tracee *add_new(struct tracer *s, pid_t tid,
			      const struct task_facts *f)
{
	struct tracee *t = tracee_add(&s->tracees, tid, f->tgid);

	if (tid == f->tgid)
		t->group->ns_pid = f->ns_pid;
	return t;
}

static struct tracee *park(struct tracer *s, const struct stop *stop,
			   const struct task_facts *f)
{
	struct tracee *t = add_new(s, stop->tid, f);

	tracer_consume(stop->tid);
	tracee_set_state(t, TRACEE_PARKED);
	t->held = *stop;
	t->parked_ns = clock_ns();
	t->stop_ns = s->none_ns;
	s->parking = true;
	return t;
}

bool newcomer_is_foreign(const struct tracer *s, const struct tracee *t)
{
	return !s->follow && !t->group->root;
}

/* Detaches a task that must not be followed.  If it is filtered, only resumes
 * it from now on. */
static void turn_away(struct tracer *s, struct tracee *t)
{
	struct stop held = t->held;

	if (s->filter) {
		keep_stop(s, t, &held);
		return;
	}
	if (tracer_go(s, t, PTRACE_DETACH, 0) == 0)
		tracee_remove(&s->tracees, t);
}

/* Called when t has reported and its creator is known: announces and traces
 * t. */
static void adopt(struct tracer *s, struct tracee *t)
{
	seccomp_restore(t);
	if (newcomer_is_foreign(s, t)) {
		turn_away(s, t);
		return;
	}
	announce_task(s, t, 0);
	if (s->detaching)
		detach_at(s, t, &t->held);
	else if (t->held.kind == STOP_GROUP)
		stops_listen(s, t, &t->held);
	else if (t->held.kind == STOP_EXITING)
		stops_exiting(s, t, &t->held);
	else if (step_holds(s, t, &t->held)) {
		tracee_set_state(t, TRACEE_STOPPED);
		step_arrived(s, t, &t->held, PHASE_WHOLE);
	} else {
		tracer_resume(s, t, 0);
	}
}

void newcomers_unpark(struct tracer *s)
{
	struct tracee *t, *next;
	uint64_t now = clock_ns();

	if (!s->parking)
		return;
	s->parking = false;
	HASH_ITER(hh, s->tracees.tasks, t, next) {
		if (t->state != TRACEE_PARKED)
			continue;
		if (now - t->parked_ns < PARK_NS)
			s->parking = true;
		else {
			alone_stranger(s);
			adopt(s, t);
		}
	}
}

/* Corrects the times of c: it was created after its creator t was resumed. */
static void made_after(struct tracee *c, const struct tracee *t)
{
	if (c->ran_ns < t->ran_ns)
		c->ran_ns = t->ran_ns;
	if (c->stop_ns && c->stop_ns < c->ran_ns)
		c->stop_ns = c->ran_ns;
}

static void made(struct tracer *s, struct tracee *t, struct tracee *c,
		 enum stop_kind kind)
{
	share_end(s);
	seccomp_pass_on(t, c);
	track_child(s, t, c->group, kind == STOP_VFORK);
	alone_made(s, t, c->group, kind);
	made_after(c, t);
	c->by_creator = true;
	c->creator_pid = t->group->tgid;
	c->creator_tid = t->tid;
	c->made_by = kind;
	if (c->state == TRACEE_PARKED)
		adopt(s, c);
}

/* For tests: acts as if the creator t waited for a CPU.  Delays its event until
 * the child is resumed, or was parked for longer than PARK_NS. */
static void be_late(struct tracer *s, struct tracee *t, pid_t child)
{
	uint64_t until = clock_ns() + 2 * PARK_NS;
	const struct tracee *c;
	struct task_facts f;
	struct stop first;

	t->making = true;
	do {
		if (!tracee_find(&s->tracees, child) &&
		    drain_peek(P_PID, child, &first))
			newcomer_unknown(s, &first);
		newcomers_unpark(s);
		c = tracee_find(&s->tracees, child);
	} while ((c ? c->state == TRACEE_PARKED :
		  whose(s, child, &f) == 0 && f.tracer) && clock_ns() < until);
	t->making = false;
}

void newcomer_made(struct tracer *s, struct tracee *t, const struct stop *stop)
{
	pid_t child = tracer_event_message(t->tid);
	struct tracee *c;
	struct task_facts f;

	if (child && fault_on("late-creator"))
		be_late(s, t, child);
	c = child ? tracee_find(&s->tracees, child) : NULL;
	/* The child may have been killed, and its end reported, before this
	 * event. */
	if (child && !c && whose(s, child, &f) == 0 && f.tracer)
		c = add_new(s, child, &f);
	if (c && !c->by_creator)
		made(s, t, c, stop->kind);
	stops_settle(s, t, stop, PHASE_WHOLE);
}

void newcomer_unknown(struct tracer *s, const struct stop *stop)
{
	struct tracee *c, *t;
	enum stop_kind kind;
	struct task_facts f;

	if (stop->kind == STOP_EXITED || stop->kind == STOP_KILLED ||
	    stop->kind == STOP_OTHER) {
		tracer_consume(stop->tid);
		/* The launched program has ended after its detach.  It is still
		 * a child of mmtop, so its end is reported. */
		if (stop->kind != STOP_OTHER && stop->tid == s->main_pid) {
			main_ended(s, stop);
			s->ended = true;
			announce_main_exit(s, stop);
			status_changed(s);
		}
		return;
	}
	if (whose(s, stop->tid, &f) < 0)
		f = (struct task_facts){ .tgid = stop->tid, .ns_pid = -1 };
	c = park(s, stop, &f);
	t = stop->kind == STOP_TRAP ? creator_of(s, c, &kind) : NULL;
	if (!s->keeping) {
		if (t)
			made(s, t, c, kind);
		return;
	}
	/* A keeper emits no events, so it does not record the creator. */
	if (t)
		seccomp_pass_on(t, c);
	turn_away(s, c);
}

void newcomer_first(struct tracer *s, struct tracee *t,
		    const struct stop *stop)
{
	struct task_facts f;

	tracer_consume(t->tid);
	t->held = *stop;
	/* If the creator's event came first, it has set the task's process. */
	if (!t->by_creator && task_whose(s->host, t->tid, &f) == 0)
		tracee_move(&s->tracees, t, f.tgid);
	adopt(s, t);
}
