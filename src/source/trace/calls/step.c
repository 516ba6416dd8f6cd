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

/* Resumes the stopped tasks. */
static void resume_all(struct tracer *s)
{
	struct tracee *t, *next;

	HASH_ITER(hh, s->tracees.tasks, t, next)
		if (t->state == TRACEE_STOPPED)
			tracer_resume(s, t, t->inject);
}

void step_forget(struct tracer *s)
{
	s->mode = MODE_RUN;
	s->was_step = s->others_run = false;
	s->step_tid = s->until_pid = s->held_tid = s->waits_on = 0;
	s->step_left = s->steps = s->step_shown = 0;
}

void step_hold(struct tracer *s)
{
	bool was_step = s->was_step;

	if (s->mode == MODE_HOLD)
		return;
	step_forget(s);
	s->mode = MODE_HOLD;
	s->was_step = was_step;
	interrupt_all(s, 0);
	status_changed(s);
}

void step_continue(struct tracer *s)
{
	if (s->mode == MODE_RUN)
		return;
	step_forget(s);
	resume_all(s);
	status_changed(s);
}

/* Lets a stepped task run to its next stop at a call. */
static void run_one(struct tracer *s, struct tracee *t)
{
	s->step_since_ns = clock_ns();
	if (t->state == TRACEE_STOPPED)
		tracer_resume(s, t, t->inject);
	else if (t->state == TRACEE_RUNNING && !t->in_call &&
		 (s->level == LEVEL_WATCH || s->filter))
		/* Under PTRACE_CONT, the task would not stop at calls. */
		tracer_interrupt(s, t);
}

/* Returns the task to step: tid, else the held one, else any. */
static struct tracee *task_of(struct tracer *s, pid_t tid, bool or_other)
{
	struct tracee *t = find_live(s, tid);

	if (!t && tid && !or_other)
		tracer_note(s, NOTE_NO_TASK, SEV_WARN, tid, 0, "");
	if (!t)
		t = find_live(s, s->held_tid);
	if (!t)
		t = find_live(s, s->main_pid);
	return t ? t : any_live(s);
}

static void begin(struct tracer *s, uint64_t count)
{
	step_forget(s);
	s->mode = MODE_STEP;
	s->was_step = true;
	s->step_left = s->steps = count;
	s->step_shown = 1;
	status_changed(s);
}

void step_next(struct tracer *s, pid_t tid, uint64_t count, bool or_other)
{
	struct tracee *t = task_of(s, tid, or_other);

	if (!t)
		return;
	if (s->mode == MODE_STEP && s->step_tid == t->tid) {
		s->step_left += count;
		s->steps += count;
		return;
	}
	begin(s, count);
	s->step_tid = t->tid;
	interrupt_all(s, t->tid);
	run_one(s, t);
}

/* True if the step lets t run. */
static bool is_stepped(const struct tracer *s, const struct tracee *t)
{
	return s->mode == MODE_STEP && (s->until_pid ?
		t->group->tgid == s->until_pid : t->tid == s->step_tid);
}

void step_until(struct tracer *s, pid_t tid)
{
	bool ran = s->mode == MODE_RUN || s->others_run;
	struct tracee *t = task_of(s, tid, true), *next;

	if (!t)
		return;
	begin(s, 1);
	s->until_pid = t->group->tgid;
	s->others_run = ran;
	HASH_ITER(hh, s->tracees.tasks, t, next)
		if (!t->exiting && is_stepped(s, t))
			run_one(s, t);
}

bool step_stops(const struct tracer *s, const struct tracee *t)
{
	if (!is_stepped(s, t))
		return false;
	if (s->until_pid)
		return t->in_call && !t->reentered && catch_has(&s->until, t);
	return catch_has(&s->caught, t);
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
		if (is_stepped(s, t))
			return stop->kind == STOP_SYSCALL && !t->blind_exit &&
			       step_stops(s, t);
		return !s->others_run;
	default:
		return false;
	}
}

/* Ends the step: every task is held.  `but` is held already. */
static void end(struct tracer *s, pid_t but)
{
	bool run = s->others_run || s->until_pid;

	step_forget(s);
	s->mode = MODE_HOLD;
	s->was_step = true;
	if (run)
		interrupt_all(s, but);
}

static void step_done(struct tracer *s, struct tracee *t,
		      enum call_phase phase)
{
	bool waited = s->waits_on;

	end(s, t->tid);
	s->held_tid = t->tid;
	s->held_phase = phase;
	if (waited)
		tracer_note(s, NOTE_STEP_RETURNED, SEV_NOTE, t->tid, 0, "");
}

void step_arrived(struct tracer *s, struct tracee *t,
		  const struct stop *stop, enum call_phase phase)
{
	if (is_stepped(s, t) && stop->kind == STOP_SYSCALL) {
		if (s->step_left > 1) {
			s->step_left--;
			run_one(s, t);
		} else {
			step_done(s, t, phase);
		}
	} else if (s->mode == MODE_HOLD && !s->held_tid &&
		   (stop->kind == STOP_SYSCALL || stop->kind == STOP_EXEC)) {
		s->held_tid = t->tid;
		/* If the log does not have the call, or the kernel restarts it,
		 * only the task is shown as held. */
		s->held_phase = t->stop_shown ? phase : PHASE_WHOLE;
	}
	status_changed(s);
}

/* True if no task but `tid` is left that the step lets run. */
static bool is_last(const struct tracer *s, pid_t tid)
{
	struct tracee *t, *next;

	HASH_ITER(hh, s->tracees.tasks, t, next)
		if (t->tid != tid && !t->exiting && is_stepped(s, t))
			return false;
	return true;
}

void step_gone(struct tracer *s, pid_t tid)
{
	if (s->held_tid == tid)
		s->held_tid = 0;
	if (s->mode == MODE_STEP && (s->until_pid || s->step_tid == tid) &&
	    is_last(s, tid))
		end(s, 0);
	status_changed(s);
}

/* --- a step whose call blocks --------------------------------------------- */

/* Returns the task for which the call of t waits; 0: unknown.  If the value of
 * a futex is the id of a traced task, t waits for that task: pthread_join()
 * waits for the futex that contains the thread's id. */
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

/* Returns the newest child that t created by vfork(), for which t waits. */
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

/* True if a stepped task has waited for STEP_BLOCKED_NS.  It may wait for a task
 * that is held. */
static bool blocks(const struct tracer *s)
{
	struct tracee *t, *next;
	uint64_t now = clock_ns();

	if (now - s->step_since_ns < STEP_BLOCKED_NS)
		return false;
	HASH_ITER(hh, s->tracees.tasks, t, next)
		if (is_stepped(s, t) && t->state == TRACEE_RUNNING &&
		    (!t->in_call || now - t->entry_ns >= STEP_BLOCKED_NS) &&
		    sleeps(s, t->tid))
			return true;
	return false;
}

/* Finds out what the blocked step waits for; -1: not known. */
static pid_t awaited(const struct tracer *s, const struct tracee *t)
{
	pid_t found = t->entry_known ? awaited_by_call(s, t) : 0;

	if (!found)
		found = awaited_child(s, t);
	return found ? found : -1;
}

void step_tick(struct tracer *s)
{
	struct tracee *t;

	if (s->mode != MODE_STEP)
		return;
	if (s->step_shown != s->steps - s->step_left + 1) {
		s->step_shown = s->steps - s->step_left + 1;
		status_changed(s);
	}
	if (s->others_run || !blocks(s))
		return;
	s->others_run = true;
	resume_all(s);
	t = tracee_find(&s->tracees, s->step_tid);
	if (t) {
		s->waits_on = awaited(s, t);
		tracer_note(s, NOTE_STEP_BLOCKED, SEV_NOTE, t->tid,
			    s->waits_on, "");
	}
	status_changed(s);
}
