/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stops many tasks, a few at a time.
 *
 * An interrupted task stays stopped until the tracer has handled its stop.  If
 * 2,000 tasks were interrupted at once, the last one would wait for 1,999
 * others.  So the tracer interrupts at most WAVE_TASKS tasks at a time, a wave;
 * when half of them have stopped, it interrupts the next ones.  A task in
 * uninterruptible sleep or in a frozen cgroup cannot stop.  It counts for the
 * wave only for a moment; the tracer handles its stop whenever it comes.
 *
 *	wave_add(s, t)		t must stop once
 *	wave_next(s, &stop)	while wave_runs(s): interrupts, and finds stops
 */
#include <config.h>

#include "source/trace/core/tracer.h"

#include <sched.h>
#include <sys/wait.h>

#include "sys/loop.h"

/* How long a task that does not stop counts for the wave: WAVE_NS; or
 * WAVE_LATE_NS after some task has exceeded its time, until a task stops. */
#define WAVE_NS 20000000ull
#define WAVE_LATE_NS 1000000ull
/* How long the tracer polls for stops of the wave, which usually come before a
 * sleeping tracer would wake up. */
#define WAVE_SPIN_NS 100000ull

void wave_add(struct tracer *s, struct tracee *t)
{
	if (t->wanted || t->interrupted || t->exiting)
		return;
	t->wanted = true;
	*vec_push(&s->wave.waiting) = t->tid;
}

static bool wave_waits(const struct wave *w)
{
	return w->at < w->waiting.n;
}

bool wave_runs(const struct tracer *s)
{
	return s->wave.n || wave_waits(&s->wave);
}

bool wave_awaits(const struct tracer *s, const struct tracee *t)
{
	const struct wave *w = &s->wave;
	const struct tracee *other;

	for (unsigned i = 0; i < w->n; i++) {
		other = tracee_find(&s->tracees, w->tids[i]);
		if (other && other != t && other->interrupted &&
		    other->group == t->group)
			return true;
	}
	/* The waiting tasks of a process are adjacent.  So if the next waiting
	 * task belongs to another process, all waiting tasks do. */
	for (size_t i = w->at; i < w->waiting.n; i++) {
		other = tracee_find(&s->tracees, w->waiting.v[i]);
		if (other && other->wanted)
			return other->group == t->group;
	}
	return false;
}

bool wave_is_due(const struct tracer *s)
{
	return wave_waits(&s->wave) && !s->wave.later &&
	       s->wave.out <= WAVE_TASKS / 2;
}

/* True if t has not stopped in time, and no longer counts for the wave. */
static bool wave_gives_up(struct wave *w, const struct tracee *t, uint64_t now)
{
	uint64_t limit = w->late ? WAVE_LATE_NS : WAVE_NS;

	if (!t->interrupted || now < t->asked_ns + limit)
		return false;
	w->late = w->stuck = true;
	return true;
}

/*
 * Finds a stop of a task of the wave: the requested stop, or the stop that
 * follows it at once, at the entry of the restarted call.  Checking one task by
 * its id costs less than checking any of 2,000.  A round checks each task of
 * the wave once.  Returns false after a round in which no task had stopped.
 */
static bool wave_stop(struct tracer *s, struct stop *out)
{
	struct wave *w = &s->wave;
	uint64_t now = clock_ns();

	if (!w->round) {
		w->round = w->n;
		w->still = 0;
	}
	while (w->round > 0) {
		unsigned i = --w->round;
		struct tracee *t = tracee_find(&s->tracees, w->tids[i]);

		if (t && drain_peek(P_PID, t->tid, out)) {
			w->late = w->late && !t->interrupted;
			return true;
		}
		if (!t || wave_gives_up(w, t, now)) {
			w->tids[i] = w->tids[--w->n];
			continue;
		}
		t->ran_ns = now;
		w->still += t->interrupted;
	}
	w->out = w->still;
	if (!w->out && !wave_waits(w))
		w->n = 0;
	return false;
}

/* Returns an entry of w->tids for one more task.  If all are in use, takes the
 * entry of a task that has stopped, which needs it only for its next stop. */
static pid_t *wave_place(struct tracer *s)
{
	struct wave *w = &s->wave;

	if (w->n < WAVE_PLACES)
		return &w->tids[w->n++];
	for (unsigned i = 0; i < w->n; i++) {
		const struct tracee *t = tracee_find(&s->tracees, w->tids[i]);

		if (!t || !t->interrupted)
			return &w->tids[i];
	}
	return &w->tids[0];
}

/* Ends the wait of the event loop, so that its idle function sends the next
 * wave. */
static uint64_t wave_timer(void *arg)
{
	struct tracer *s = arg;

	if (wave_runs(s))
		return WAVE_LATE_NS;
	s->wave.timer = 0;
	return 0;
}

static bool wave_send(struct tracer *s)
{
	struct wave *w = &s->wave;

	if (!wave_is_due(s))
		return false;
	while (wave_waits(w) && w->out < WAVE_TASKS) {
		struct tracee *t = tracee_find(&s->tracees,
					       w->waiting.v[w->at++]);

		/* Skip t if it has stopped since wave_add(), for any reason. */
		if (!t || !t->wanted)
			continue;
		t->wanted = false;
		tracer_interrupt(s, t);
		if (!t->interrupted)
			continue;
		*wave_place(s) = t->tid;
		w->out++;
	}
	if (!wave_waits(w)) {
		vec_clear(&w->waiting);
		w->at = 0;
	}
	if (w->out && !w->timer)
		w->timer = loop_add_timer(s->host->loop, WAVE_LATE_NS,
					  wave_timer, s);
	return true;
}

/* From time to time, finds stops of tasks that are not in the wave: at most
 * WAVE_TASKS stops in a row. */
static bool wave_other(struct tracer *s, struct stop *out)
{
	struct wave *w = &s->wave;

	if (!drain_is_due(s))
		return false;
	if (w->others < WAVE_TASKS && drain_peek_any(s, out)) {
		w->others++;
		return true;
	}
	w->others = 0;
	s->looked_ns = clock_ns();
	return false;
}

bool wave_next(struct tracer *s, struct stop *out, bool last)
{
	uint64_t until = 0;

	do {
		if (wave_stop(s, out) || wave_other(s, out))
			return true;
		if (!last && wave_send(s))
			until = 0;
		else
			sched_yield();
		if (!until)
			until = clock_ns() + WAVE_SPIN_NS;
	} while (s->wave.out && clock_ns() < until);
	/* The timer of a wave ensures that other stops are handled. */
	return !wave_runs(s) && drain_peek_any(s, out);
}

void wave_release(struct tracer *s)
{
	loop_remove_timer(s->host->loop, s->wave.timer);
	vec_release(&s->wave.waiting);
}
