/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Filtered tasks that are not reported: the whole tree after a detach, and
 * children that are not followed.  Without a tracer, their filtered calls would
 * return ENOSYS.  So the tracer resumes these tasks at all stops, and does
 * nothing else.
 */
#include <config.h>

#include "source/trace/core/trace.h"
#include "source/trace/calls/calls.h"
#include "source/trace/core/tracer.h"
#include "source/trace/keep/keep.h"

#include <sys/ptrace.h>
#include <unistd.h>

#include "sys/own/role_name.h"

bool keep_is_silent(const struct tracer *s, const struct tracee *t)
{
	return s->keeping || (s->filter && !s->follow && !t->group->root);
}

unsigned keep_heard(const struct tracer *s)
{
	struct tracee *t, *next;
	unsigned n = 0;

	if (!s->filter)
		return tracees_count(&s->tracees);
	HASH_ITER(hh, s->tracees.tasks, t, next)
		n += !keep_is_silent(s, t);
	return n;
}

bool trace_keeping(const struct tracer *s)
{
	return s && s->filter && tracees_count(&s->tracees) &&
	       (s->detached || s->ended);
}

static void go_on(struct tracer *s, struct tracee *t, int sig)
{
	/* PTRACE_SYSCALL stops a task with a patch at the exit of the call,
	 * where the patch is undone. */
	repair_woken(s, t);
	t->calls_stop = t->patch.where || t->calls_seen;
	tracer_go(s, t, t->calls_stop ? PTRACE_SYSCALL : PTRACE_CONT, sig);
	limit_arm(s, t);
	t->inject = 0;
	tracee_set_state(t, TRACEE_RUNNING);
}

static void keep_call(struct tracer *s, struct tracee *t)
{
	struct __ptrace_syscall_info info = { 0 };

	if (tracee_call_info(t, &info) &&
	    info.op == PTRACE_SYSCALL_INFO_SECCOMP &&
	    info.seccomp.ret_data == FILTER_CLONE)
		seccomp_clone(s, t, &info);
}

static void keep_syscall(struct tracer *s, struct tracee *t)
{
	struct __ptrace_syscall_info info = { 0 };

	seccomp_restore(t);
	if (tracee_call_info(t, &info) && !track_late(s, t, &info) &&
	    !repair_exit(s, t, &info))
		calls_note(t, &info);
}

static void keep_new(struct tracer *s, struct tracee *t)
{
	pid_t child = tracer_event_message(t->tid);
	struct task_facts f;
	struct tracee *c;

	if (!child)
		return;
	c = tracee_find(&s->tracees, child);
	if (!c && task_facts(s->host, child, &f) == 0 && f.tracer)
		c = tracee_add(&s->tracees, child, f.tgid);
	if (!c)
		return;
	c->by_creator = true;
	c->creator_pid = t->group->tgid;
	c->creator_tid = t->tid;
	seccomp_pass_on(t, c);
	if (c->state == TRACEE_PARKED) {
		seccomp_restore(c);
		go_on(s, c, 0);
	}
}

static void keep_exec(struct tracer *s, struct tracee **t,
		      const struct stop *stop)
{
	pid_t old = tracer_event_message(stop->tid);
	struct tracee *caller = old ? tracee_find(&s->tracees, old) : NULL;

	if (caller) {
		tracee_rename(&s->tracees, caller, stop->tid);
		*t = caller;
	}
	stops_drop_others(s, *t);
	tracee_set_exiting(*t, false);
}

static void keep_gone(struct tracer *s, struct tracee *t,
		      const struct stop *stop)
{
	bool main = t->tid == s->main_pid;

	if (t->tid == t->group->tgid)
		stops_drop_others(s, t);
	tracee_remove(&s->tracees, t);
	if (main && !s->ended) {
		main_ended(s, stop);
		s->ended = true;
		announce_main_exit(s, stop);
	}
	status_changed(s);
}

static void keep_init_ended(struct tracer *s, struct tracee *t, int sig)
{
	const struct stop end = { .kind = STOP_KILLED, .tid = t->tid,
				  .sig = sig };

	if (t->group->tasks == 1)
		keep_gone(s, t, &end);
	else
		tracee_remove(&s->tracees, t);
}

void keep_stop(struct tracer *s, struct tracee *t, const struct stop *stop)
{
	switch (stop->kind) {
	case STOP_EXITED:
	case STOP_KILLED:
		tracer_consume(t->tid);
		keep_gone(s, t, stop);
		return;
	case STOP_GROUP:
		repair_stopped(s, t);
		tracer_go(s, t, PTRACE_LISTEN, 0);
		tracee_set_state(t, TRACEE_GROUP_STOP);
		return;
	case STOP_OTHER:
		tracer_consume(t->tid);
		return;
	case STOP_FORK:
	case STOP_VFORK:
	case STOP_CLONE:
		keep_new(s, t);
		break;
	case STOP_EXEC:
		keep_exec(s, &t, stop);
		break;
	case STOP_SECCOMP:
		keep_call(s, t);
		break;
	case STOP_EXITING:
		tracee_set_exiting(t, true);
		break;
	case STOP_SYSCALL:
		keep_syscall(s, t);
		break;
	case STOP_TRAP:
		seccomp_restore(t);
		repair_trap(s, t);
		break;
	case STOP_SIGNAL:
		repair_signal(s, t, stop->sig);
		if (init_fault_release(s, t, stop->sig)) {
			keep_init_ended(s, t, stop->sig);
			return;
		}
		break;
	case STOP_VFORK_DONE:
		break;
	}
	go_on(s, t, stop->kind == STOP_SIGNAL ? stop->sig : 0);
}

void keep_begin(struct tracer *s)
{
	struct tracee *t, *next;
	struct group *g, *gnext;

	share_end(s);
	backtrace_close(s);
	step_forget(s);
	HASH_ITER(hh, s->tracees.groups, g, gnext)
		if (s->follow || g->root)
			announce_detach(s, g);
	/* The screen may live long, so this process needs a name by which
	 * --keepers finds it. */
	role_name(ROLE_KEEPER);
	s->keeping = s->detached = true;
	HASH_ITER(hh, s->tracees.tasks, t, next) {
		calls_forget(t);
		if (t->state == TRACEE_STOPPED || t->state == TRACEE_PARKED)
			go_on(s, t, t->inject);
	}
	tracer_note(s, NOTE_KEEPER, SEV_WARN, s->main_pid, getpid(), "");
	status_changed(s);
}

void keep_end(struct tracer *s)
{
	struct group *g, *gnext;
	struct tracee *t, *next, *leader;

	role_name(ROLE_ENGINE);
	s->keeping = s->detached = false;
	HASH_ITER(hh, s->tracees.groups, g, gnext) {
		if (!s->follow && !g->root)
			continue;
		leader = tracee_find(&s->tracees, g->tgid);
		HASH_ITER(hh, s->tracees.tasks, t, next)
			if (!leader && t->group == g)
				leader = t;
		if (leader)
			announce_root(s, leader, PROCESS_ATTACH, 0);
		HASH_ITER(hh, s->tracees.tasks, t, next)
			if (t->group == g && t != leader)
				announce_task(s, t, EVF_SYNTHETIC);
	}
	status_changed(s);
}
