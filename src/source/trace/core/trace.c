/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/core/trace.h"

#include <errno.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "source/trace/attach/attach.h"
#include "source/trace/calls/calls.h"
#include "source/trace/core/tracer.h"
#include "source/trace/keep/keep.h"
#include "sys/loop.h"

/* How long close() waits for tasks to stop or die.  If a task is released
 * before it stops, its call may be interrupted; so detach_finish() waits longer
 * while they wait for a CPU.  With the session's earlier waits, this is short
 * enough that a signal ends mmtop within a second on a machine that is not
 * overloaded. */
#define CLOSE_NS 600000000ull

static int trace_open(void **state, struct source_host *host,
		      struct err *err)
{
	struct tracer *s = xcalloc(1, sizeof *s);

	(void)err;
	s->host = host;
	s->level = host->target->level == LEVEL_WATCH ? LEVEL_WATCH
						      : LEVEL_CALLS;
	s->follow = host->target->follow;
	s->launched = host->target->argv != NULL;
	s->exit_status = s->exit_signal = -1;
	catch_init(&s->caught);
	catch_init(&s->until);
	alarm_open();
	backtrace_open(s);
	tick_begin(s);
	*state = s;
	return 0;
}

int trace_start(struct tracer *s, struct refusal *why, struct err *err)
{
	const struct target *target = s->host->target;
	int r = 0;

	if (target->step) {
		s->mode = MODE_HOLD;
		s->was_step = true;
	}
	if (target->argv)
		return launch(s, why, err);
	for (size_t i = 0; i < target->n_attach; i++) {
		r = attach(s, target->attach[i], why);
		if (r < 0)
			break;
	}
	status_changed(s);
	return r;
}

unsigned trace_tasks(const struct tracer *s)
{
	return tracees_count(&s->tracees);
}

pid_t trace_main_pid(const struct tracer *s)
{
	return s->main_pid;
}

static void set_level(struct tracer *s, enum level level)
{
	struct tracee *t, *next;

	if (level != LEVEL_WATCH)
		level = LEVEL_CALLS;
	if (level == s->level)
		return;
	s->level = level;
	status_changed(s);
	track_level(s);
	/* With a filter, the filtered calls stop at every level. */
	if (s->mode != MODE_RUN || level == LEVEL_WATCH || s->filter)
		return;
	/* Tasks that run under PTRACE_CONT must stop once to be resumed with
	 * PTRACE_SYSCALL. */
	HASH_ITER(hh, s->tracees.tasks, t, next)
		if (t->state == TRACEE_RUNNING)
			wave_add(s, t);
}

static void live_request(struct tracer *s, const struct request *req)
{
	switch (req->op) {
	case REQ_NEXT:
		step_next(s, req->tid, req->a ? req->a : 1, req->b);
		break;
	case REQ_UNTIL:
		if (catch_set(&s->until, req))
			step_until(s, req->tid);
		break;
	case REQ_CONTINUE:
		step_continue(s);
		break;
	case REQ_HOLD:
		step_hold(s);
		break;
	case REQ_LEVEL:
		set_level(s, (enum level)req->a);
		break;
	case REQ_DETACH:
		detach_begin(s, req->a);
		break;
	default:
		break;
	}
}

static void reattach(struct tracer *s)
{
	if (s->ended)
		tracer_note(s, NOTE_ATTACH_FAILED, SEV_ERROR, s->main_pid,
			    REFUSED_NO_PROCESS, "");
	else if (s->keeping)
		keep_end(s);
	else if (s->detached)
		attach_again(s);
}

static int trace_request(void *state, const struct request *req)
{
	struct tracer *s = state;
	bool live = !s->detached && !s->ended && !s->detaching &&
		    (!s->host->target->everybody || req->op == REQ_DETACH ||
		     req->op == REQ_QUIT);

	switch (req->op) {
	case REQ_NEXT:
	case REQ_UNTIL:
	case REQ_CONTINUE:
	case REQ_HOLD:
	case REQ_LEVEL:
	case REQ_DETACH:
		if (live)
			live_request(s, req);
		else
			tracer_note(s, NOTE_REFUSED_STATE, SEV_NOTE,
				    s->main_pid, 0, "");
		break;
	case REQ_ATTACH:
		reattach(s);
		break;
	case REQ_SNAPSHOT:
		again_begin(s);
		break;
	case REQ_TRACK:
		if (req->a)
			track_want(s, req->pid);
		else
			track_unwant(s, req->pid);
		break;
	case REQ_CATCH:
		catch_set(&s->caught, req);
		break;
	case REQ_STACK:
		backtrace_request(s, req->tid);
		break;
	case REQ_KILL:
		kill_tree(s);
		break;
	case REQ_SIGNAL:
		signal_send(s, req);
		break;
	case REQ_QUIT:
		if (s->launched && !s->detached)
			kill_tree(s);
		else if (live)
			detach_begin(s, req->a);
		break;
	default:
		return -ENOTSUP;
	}
	tick_soon(s);
	status_tell(s);
	return 0;
}

static void trace_close(void *state)
{
	struct tracer *s = state;
	struct tracee *t, *next;

	if (!s)
		return;
	share_end(s);
	emergency_remember(NULL);
	/* Under a filter, all tasks that are left die with mmtop, as
	 * engine_keep() was not called. */
	if (!s->killing && !s->filter && tracees_count(&s->tracees)) {
		/* A detach that relies on the end of this thread must be
		 * restarted, since the thread continues. */
		if (!s->detaching || s->ending)
			detach_begin(s, false);
		/* The end of mmtop detaches tasks that do not stop. */
		detach_finish(s, s->detached ? 0 : CLOSE_NS);
	} else if (s->killing) {
		detach_finish(s, CLOSE_NS);
	}
	HASH_ITER(hh, s->tracees.tasks, t, next)
		tracee_remove(&s->tracees, t);
	limits_end(s);
	guard_stop(&s->inject.guard);
	backtrace_close(s);
	tick_end(s);
	wave_release(s);
	vec_release(&s->turn);
	vec_release(&s->escaped);
	vec_release(&s->pending);
	roots_release(s);
	vec_release(&s->again.tids);
	catch_release(&s->caught);
	catch_release(&s->until);
	free(s);
}

static void trace_cost(void *state, uint64_t ppm, struct ev_cost *cost)
{
	(void)state;
	cost->ptrace = ppm;
}

const struct source_ops trace_source = {
	.name = "ptrace",
	.letter = TRACE_LETTER,
	.traits = SOURCE_SERVES | SOURCE_KEPT | SOURCE_LISTED,
	.open = trace_open,
	.drain = tracer_drain,
	.request = trace_request,
	.cost = trace_cost,
	.close = trace_close,
};
