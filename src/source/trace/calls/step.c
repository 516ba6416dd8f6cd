/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/calls/calls.h"
#include "source/trace/core/tracer.h"

#include <string.h>

#include "event/call.h"
#include "sys/loop.h"

static struct tracee *find_live(const struct tracer *s, pid_t tid)
{
	struct tracee *t = tid ? tracee_find(&s->tracees, tid) : NULL;

	return t && !t->exiting ? t : NULL;
}

static struct tracee *any_live(const struct tracer *s)
{
	struct tracee *t, *next;

	HASH_ITER(hh, s->tracees.tasks, t, next)
		if (!t->exiting)
			return t;
	return NULL;
}

static void interrupt_all(struct tracer *s, pid_t but)
{
	struct tracee *t, *next;

	HASH_ITER(hh, s->tracees.tasks, t, next)
		if (t->tid != but && t->state == TRACEE_RUNNING)
			tracer_interrupt(s, t);
}

static void resume_all(struct tracer *s, pid_t but)
{
	struct tracee *t, *next;

	HASH_ITER(hh, s->tracees.tasks, t, next)
		if (t->tid != but && t->state == TRACEE_STOPPED)
			tracer_resume(s, t, t->inject);
}

void step_hold(struct tracer *s)
{
	if (s->mode == MODE_HOLD)
		return;
	s->mode = MODE_HOLD;
	s->step_blocked = false;
	s->step_tid = s->held_tid = 0;
	s->waits_on = 0;
	interrupt_all(s, 0);
	status_changed(s);
}

void step_continue(struct tracer *s)
{
	if (s->mode == MODE_RUN)
		return;
	s->mode = MODE_RUN;
	s->was_step = s->step_blocked = false;
	s->step_tid = s->held_tid = s->waits_on = 0;
	resume_all(s, 0);
	status_changed(s);
}

/* Lets the stepped task run to its next stop at a call. */
static void run_one(struct tracer *s, struct tracee *t)
{
	s->step_since_ns = clock_ns();
	if (t->state == TRACEE_STOPPED)
		tracer_resume(s, t, t->inject);
	else if (t->state == TRACEE_RUNNING && !t->in_call &&
		 (s->level == LEVEL_WATCH || s->filter))
		/* Under PTRACE_CONT it would not stop at calls. */
		tracer_interrupt(s, t);
}

void step_next(struct tracer *s, pid_t tid, uint64_t count, bool or_other)
{
	struct tracee *t = find_live(s, tid);

	if (!t && tid && !or_other)
		tracer_note(s, NOTE_NO_TASK, SEV_WARN, tid, 0, "");
	if (!t)
		t = find_live(s, s->held_tid);
	if (!t)
		t = find_live(s, s->main_pid);
	if (!t)
		t = any_live(s);
	if (!t)
		return;
	if (s->mode == MODE_STEP && s->step_tid == t->tid) {
		s->step_left += count;
		return;
	}
	s->mode = MODE_STEP;
	s->was_step = true;
	s->step_blocked = false;
	s->step_tid = t->tid;
	s->step_left = count;
	s->held_tid = s->waits_on = 0;
	interrupt_all(s, t->tid);
	run_one(s, t);
	status_changed(s);
}

bool step_holds(const struct tracer *s, const struct tracee *t,
		const struct stop *stop)
{
	if (stop->kind == STOP_SIGNAL && !t->faulted)
		return false;
	switch (s->mode) {
	case MODE_HOLD:
		return true;
	case MODE_STEP:
		if (t->tid == s->step_tid)
			return stop->kind == STOP_SYSCALL && !t->blind_exit &&
			       catch_has(s, t);
		return !s->step_blocked;
	default:
		return false;
	}
}

static void step_done(struct tracer *s, struct tracee *t,
		      enum call_phase phase)
{
	s->mode = MODE_HOLD;
	s->held_tid = t->tid;
	s->held_phase = phase;
	s->waits_on = 0;
	if (s->step_blocked) {
		s->step_blocked = false;
		interrupt_all(s, t->tid);
		tracer_note(s, NOTE_STEP_RETURNED, SEV_NOTE, t->tid, 0, "");
	}
}

void step_arrived(struct tracer *s, struct tracee *t,
		  const struct stop *stop, enum call_phase phase)
{
	if (s->mode == MODE_STEP && t->tid == s->step_tid &&
	    stop->kind == STOP_SYSCALL) {
		if (s->step_left > 1) {
			s->step_left--;
			run_one(s, t);
		} else {
			step_done(s, t, phase);
		}
	} else if (s->mode == MODE_HOLD && !s->held_tid &&
		   (stop->kind == STOP_SYSCALL || stop->kind == STOP_EXEC)) {
		s->held_tid = t->tid;
		/* The log has no such call, or the kernel restarts it. */
		s->held_phase = t->stop_shown ? phase : PHASE_WHOLE;
	}
	status_changed(s);
}

void step_gone(struct tracer *s, pid_t tid)
{
	if (s->held_tid == tid)
		s->held_tid = 0;
	if (s->mode == MODE_STEP && s->step_tid == tid) {
		s->mode = MODE_HOLD;
		s->step_tid = 0;
		s->waits_on = 0;
		if (s->step_blocked) {
			s->step_blocked = false;
			interrupt_all(s, 0);
		}
	}
	status_changed(s);
}

void step_passes(struct tracer *s, const struct tracee *t)
{
	if (s->mode == MODE_STEP && s->step_tid == t->tid)
		s->step_since_ns = clock_ns();
}

/* --- a step whose call blocks ---------------------------------------------- */

/* pthread_join() waits for the futex that holds the thread's id, so a futex
 * value that is one of our tasks names it. */
static pid_t awaited_by_call(const struct tracer *s, const struct tracee *t)
{
	struct str name = STR_INIT;
	const struct ev_call *c = &t->call;
	int64_t id = 0;
	bool wait;

	call_name(&name, c);
	wait = !strcmp(name.data, "wait4") || !strcmp(name.data, "waitpid");
	if (wait)
		id = (int32_t)c->args[0];
	else if (!strcmp(name.data, "waitid"))
		id = (int32_t)c->args[1];
	else if (!strncmp(name.data, "futex", 5))
		id = (int32_t)c->args[2];
	str_release(&name);
	if (id > 0 && tracee_find(&s->tracees, (pid_t)id))
		return (pid_t)id;
	return 0;
}

/* vfork() waits for the child it made; the newest one is it. */
static pid_t awaited_child(const struct tracer *s, const struct tracee *t)
{
	struct tracee *c, *next;
	pid_t found = 0;

	HASH_ITER(hh, s->tracees.tasks, c, next)
		if (c->by_creator && c->creator_tid == t->tid &&
		    c->made_by == STOP_VFORK)
			found = c->tid;
	return found;
}

static bool sleeps(const struct tracer *s, pid_t tid)
{
	struct task_facts f;

	return task_facts(s->host, tid, &f) == 0 &&
	       (f.state == 'S' || f.state == 'D');
}

void step_tick(struct tracer *s)
{
	struct tracee *t;

	if (s->mode != MODE_STEP || s->step_blocked ||
	    clock_ns() - s->step_since_ns < STEP_BLOCKED_NS)
		return;
	t = tracee_find(&s->tracees, s->step_tid);
	if (!t || t->state != TRACEE_RUNNING || !sleeps(s, t->tid))
		return;
	s->waits_on = t->entry_known ? awaited_by_call(s, t) : 0;
	if (!s->waits_on)
		s->waits_on = awaited_child(s, t);
	if (!s->waits_on)
		s->waits_on = -1;
	s->step_blocked = true;
	resume_all(s, t->tid);
	tracer_note(s, NOTE_STEP_BLOCKED, SEV_NOTE, t->tid, s->waits_on, "");
	status_changed(s);
}
