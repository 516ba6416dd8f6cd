/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/ftrace/ftrace.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "source/everybody.h"
#include "source/places.h"
#include "source/target.h"
#include "sys/loop.h"

/* Sizes of a ring.  A log should lose no events, so its ring is large; the
 * screen can show how many events are missing. */
#define LOG_BYTES ((size_t)8 << 20)
#define SCREEN_BYTES ((size_t)2 << 20)
#define ALL_BYTES ((size_t)256 << 20)
#define LEAST_BYTES ((size_t)128 << 10)
#define PAUSE_NS (100 * RING_MS)
/* A task is missing from the set if it was created before its parent was added.
 * It is reported at most this long after its parent was added. */
#define MADE_NS (1000 * RING_MS)
/* How often mmtop checks whether its ring still runs. */
#define CHECK_NS (1000 * RING_MS)
/* An event can be read this long after its time stamp, at the latest. */
#define SETTLES_NS (RING_MS / 10)

static void tell_state(struct ring_source *s)
{
	s->counted_ns = 0;
	if (s->b.state.state == SOURCE_ON)
		s->b.state.value = s->way;
	buffered_emit_state(&s->b);
}

/* --- the instance --------------------------------------------------------- */

static size_t ring_bytes(const struct ring_source *s)
{
	size_t n = (size_t)sysconf(_SC_NPROCESSORS_CONF);
	size_t bytes = s->logs ? LOG_BYTES : SCREEN_BYTES;

	while (bytes > LEAST_BYTES && bytes * n > ALL_BYTES)
		bytes /= 2;
	return bytes;
}

static void end(struct ring_source *s)
{
	instance_run(&s->instance, false);
	buffered_close(&s->b);
	rings_close(s);
	instance_remove(&s->instance);
	formats_release(&s->formats);
	s->b.runs = s->has_tasks = s->has_raw = false;
}

static int begin(struct ring_source *s)
{
	int ret = instance_create(&s->instance, ring_bytes(s));

	if (ret < 0)
		return ret;
	ret = formats_read(&s->formats, s->kinds);
	if (ret == 0)
		ret = buffered_open(&s->b);
	if (ret == 0)
		ret = instance_enable(&s->instance, s->kinds);
	if (ret == 0)
		ret = rings_open(s);
	if (ret < 0)
		end(s);
	else
		compat_enable(s);
	return ret;
}

static void set_state(struct ring_source *s, enum source_state state,
		      enum source_why why, int64_t value)
{
	if (s->b.state.state == state && s->b.state.why == why)
		return;
	s->b.state.state = state;
	s->b.state.why = why;
	s->b.state.value = value;
	s->b.told_state = false;
}

/* Checks whether the ring can be used. */
static void ask(struct ring_source *s)
{
	enum source_why why;
	int64_t value = 0;

	if (!s->watches && !s->asked)
		return;
	if (!s->asked) {
		s->asked = true;
		why = ring_ask(&value);
		s->allowed = why == WHY_NONE;
		if (!s->allowed)
			set_state(s, SOURCE_REFUSED, why, value);
	}
	if (s->allowed)
		set_state(s, s->watches ? SOURCE_ON : SOURCE_OFF, WHY_NONE, 0);
}

/* Creates the instance only when it is needed: that takes some 15 ms. */
static void need(struct ring_source *s)
{
	int ret;

	if (s->instance.t || !s->allowed)
		return;
	ret = begin(s);
	if (ret == 0)
		return;
	s->allowed = false;
	set_state(s, SOURCE_REFUSED, ret == -ENOENT ? WHY_NO_EVENTS :
		  ret == -ELIBACC ? WHY_NO_LIBTRACEFS :
		  WHY_TRACEFS_REFUSED, -ret);
}

/* Detects that another program has switched the ring off. */
static void check(struct ring_source *s)
{
	uint64_t now = clock_ns();
	struct event ev;

	if (!s->b.runs || now - s->checked_ns < CHECK_NS)
		return;
	s->checked_ns = now;
	if (instance_runs(&s->instance))
		return;
	s->allowed = s->b.runs = false;
	set_state(s, SOURCE_REFUSED, WHY_SWITCHED_OFF, 0);
	ev = host_event(s->b.host, RING_LETTER, EV_NOTE, 0, 0);
	ev.u.note = (struct ev_note){ .id = NOTE_RING_OFF,
				      .severity = SEV_WARN };
	buffered_emit(&s->b, &ev);
}

/* --- reading the rings ---------------------------------------------------- */

/* Forgets all tasks: the next target is a different one. */
static void forget_tasks(struct ring_source *s)
{
	s->gone = s->added = 0;
	if (s->instance.t)
		instance_drop_tasks(&s->instance);
	vec_clear(&s->tasks);
	vec_clear(&s->to_add);
	s->has_tasks = false;
}

/* Continues to read the rings up to the horizon.  Returns true if there is more
 * to read. */
static bool work(struct ring_source *s, uint64_t budget_ns)
{
	bool more;

	places_stale(s->places);
	more = records_read(s, clock_ns() + budget_ns);
	s->b.ready = more;
	if (!more) {
		if (s->gone && s->horizon >= s->gone)
			forget_tasks(s);
		/* When the last task has ended, the rings are read once more,
		 * up to that time. */
		s->b.ready = s->gone;
		s->horizon = 0;
		s->b.lost += rings_overrun(s);
		counters_emit(s);
		check(s);
	}
	buffered_emit_lost(&s->b);
	return s->b.ready;
}

/* Adds all tasks except those of mmtop.  An older kernel cannot exclude tasks:
 * then mmtop drops the events of its own tasks. */
static void add_everybody(struct ring_source *s)
{
	pid_t own[2];

	if (s->has_tasks || !s->instance.t)
		return;
	(void)!instance_exclude(&s->instance, own,
				everybody_own(s->b.host->everybody, own, 2));
	ring_tasks_add_all(s);
	s->has_tasks = true;
}

static void add_tasks(struct ring_source *s)
{
	int ret;

	if (s->b.host->everybody) {
		add_everybody(s);
		return;
	}
	if (!s->to_add.n || !s->instance.t)
		return;
	/* The kernel did not add tasks that were created while the set was
	 * empty, so add all tasks. */
	if (!s->has_tasks) {
		vec_clear(&s->to_add);
		for (size_t i = 0; i < s->tasks.n; i++)
			*vec_push(&s->to_add) = s->tasks.v[i].tid;
	}
	ret = instance_add_tasks(&s->instance, s->to_add.v, s->to_add.n);
	s->has_tasks |= ret == 0;
	if (s->found)
		s->added = clock_ns();
	s->found = false;
	if (ret < 0) {
		s->b.state.missed += s->to_add.n;
		s->b.told_state = false;
	}
	vec_clear(&s->to_add);
}

/* Starts or stops recording.  Never records with an empty set, which would mean
 * all tasks. */
static void run_or_rest(struct ring_source *s)
{
	bool run = s->watches && s->allowed && s->instance.t && s->has_tasks;

	if (run == s->b.runs)
		return;
	instance_run(&s->instance, run);
	s->b.runs = run;
	if (run)
		buffered_tick(&s->b);
}

static bool ring_drain(void *state, uint64_t budget_ns)
{
	struct ring_source *s = state;
	const struct source_host *h = s->b.host;
	bool crowded;

	if (s->watches)
		need(s);
	add_tasks(s);
	run_or_rest(s);
	if (!s->b.told_state)
		tell_state(s);
	if (!s->cpus.n)
		return false;
	/* While the screen is behind, events stay in the ring, which counts the
	 * events that it has no room for.  Polling the ring would then wake
	 * mmtop all the time; instead, the screen wakes mmtop when it has
	 * caught up.  A log must have all events, so with a log the ring is
	 * always read. */
	crowded = s->b.ready && !s->logs && host_crowded(h);
	loop_set_events(h->loop, s->b.epoll, crowded ? 0 : POLLIN);
	if (!s->b.ready || crowded)
		return false;
	if (!s->horizon)
		records_begin(s, clock_ns() - SETTLES_NS);
	return work(s, budget_ns);
}

static void ring_flush(void *state, const struct event *ev)
{
	struct ring_source *s = state;
	bool last = ev && ev->kind == EV_END;
	uint64_t until;
	bool more;

	if (!s->cpus.n)
		return;
	until = buffered_flush_begin(&s->b, ev);
	records_begin(s, clock_ns());
	do
		more = work(s, BUFFERED_SLICE_NS);
	while (more && clock_ns() < until);
	buffered_flush_end(&s->b);
	if (last && more) {
		instance_run(&s->instance, false);
		s->b.runs = false;
		s->b.lost += records_drop(s) + rings_overrun(s);
	}
	if (last) {
		s->b.lost += counters_missing(s);
		buffered_emit_lost(&s->b);
	}
	if (!ev || last)
		return;
	if (ev->u.process.op != PROCESS_DETACH)
		places_forget(s->places, ev->pid);
}

/* Records are emitted in order of time. */
static uint64_t ring_told_until(const void *state)
{
	const struct ring_source *s = state;

	return s->emitted_until;
}

/* --- tasks ---------------------------------------------------------------- */

/* While the ring is read, is_32bit is not changed here: older records of the
 * task may follow.  The record of the exec's return changes it. */
static void on_exec(struct ring_source *s, const struct event *ev)
{
	bool is_32bit = compat_check(s, ev->pid);
	struct ring_task *task = ring_task_at(s, ev->pid);

	/* Add the task here, too: the ring may have lost its EXEC record. */
	if (ev->u.process.old_tid != ev->pid)
		ring_tasks_add(s, ev->pid, ev->pid, is_32bit);
	else if (task && !s->b.runs)
		task->is_32bit = is_32bit;
}

static void on_process(struct ring_source *s, const struct event *ev)
{
	const struct ev_process *p = &ev->u.process;

	switch (p->op) {
	case PROCESS_LAUNCH:
	case PROCESS_ATTACH:
		if (s->gone)
			forget_tasks(s);
		ring_tasks_add(s, ev->pid, ev->pid, compat_check(s, ev->pid));
		*vec_push(&s->to_add) = ev->pid;
		s->found |= p->op == PROCESS_ATTACH;
		break;
	case PROCESS_THREAD:
	case PROCESS_FORK:
	case PROCESS_VFORK:
	case PROCESS_CLONE:
		/* If no 32-bit program has run so far, the children run no
		 * 32-bit program either. */
		ring_tasks_add(s, (pid_t)p->child, (pid_t)p->child_pid,
			       s->compat &&
			       compat_check(s, (pid_t)p->child_pid));
		/* The kernel adds new tasks by itself, except those found in
		 * /proc or created before their parent was in the set. */
		s->found |= ev->flags & EVF_SYNTHETIC;
		if (ev->flags & EVF_SYNTHETIC ||
		    (s->added && clock_ns() - s->added < MADE_NS))
			*vec_push(&s->to_add) = (pid_t)p->child;
		break;
	case PROCESS_EXIT:
		/* While the ring is read, the record of the exit removes the
		 * task, after all earlier records. */
		if (!s->b.runs && !s->b.ready)
			ring_tasks_remove(s, ev->tid);
		break;
	case PROCESS_EXEC:
		on_exec(s, ev);
		break;
	default:
		break;
	}
	/* The program's first calls follow as soon as this function returns, so
	 * recording must start now. */
	if (p->op == PROCESS_LAUNCH && s->watches) {
		need(s);
		add_tasks(s);
		run_or_rest(s);
	}
}

static void on_status(struct ring_source *s, const struct ev_status *st)
{
	bool there = st->state != TARGET_DETACHED &&
		     st->state != TARGET_ENDED;
	bool watches = s->kinds && there &&
		       st->level == LEVEL_WATCH;

	/* Records from before this change of the level may still be in the
	 * rings: they are emitted if their time is in the range. */
	if (watches != s->watches)
		*(watches ? &s->since : &s->until) = clock_ns();
	if (watches)
		s->until = UINT64_MAX;
	s->watches = watches;
	ask(s);
	if (there || s->gone || !(s->has_tasks || s->tasks.n))
		return;
	/* The target was detached or has ended, but the rings may still have
	 * its records. */
	run_or_rest(s);
	if (s->cpus.n) {
		s->gone = clock_ns();
		s->b.ready = true;
	} else {
		forget_tasks(s);
	}
}

static void ring_event(void *state, const struct event *ev)
{
	struct ring_source *s = state;

	if (ev->kind == EV_SNAPSHOT && ev->u.snapshot.op == SNAPSHOT_END)
		s->b.told_state = false;
	if (!s->b.host->wants.ring)
		return;
	if (ev->kind == EV_PROCESS && !(ev->flags & EVF_AGAIN))
		on_process(s, ev);
	if (ev->kind == EV_STATUS)
		on_status(s, &ev->u.status);
}

/* --- operations ----------------------------------------------------------- */

static const struct ev_source *ring_state(const void *state)
{
	const struct ring_source *s = state;

	return &s->b.state;
}

/* True even while the ring is off, as a change of the level may start it. */
static bool ring_is_late(const void *state)
{
	const struct ring_source *s = state;

	return wants_of_ring(&s->b.host->wants);
}

static void ring_cost(void *state, uint64_t ppm, struct ev_cost *cost)
{
	(void)state;
	cost->ring = ppm;
}

/* Returns the event kinds to read in system-wide mode.  Processes are always
 * included, as only the ring reports new threads.  Faults are read from perf if
 * possible, which reports more of them at a lower cost. */
static uint32_t kinds_of_everybody(const struct ring_source *s)
{
	uint32_t kinds = s->kinds | 1u << EV_PROCESS;

	return s->b.host->wants.ring_faults ? kinds : kinds & ~(1u << EV_FAULT);
}

static int ring_open(void **state, struct source_host *host,
		     struct err *err)
{
	struct ring_source *s = xcalloc(1, sizeof *s);

	(void)err;
	buffered_init(&s->b, host, RING_LETTER, RING_NAME, PAUSE_NS);
	s->b.state.why = host->wants.ring ? WHY_NONE : WHY_UNASKED;
	s->places = places_new(host->proc);
	s->name = (struct str)STR_INIT;
	s->logs = wants_of_ring(&host->wants);
	s->kinds = s->logs | (host->wants.calls ? 1u << EV_CALL : 0);
	if (host->everybody)
		s->kinds = kinds_of_everybody(s);
	s->watches = host->wants.ring && s->kinds &&
		     host->target->level == LEVEL_WATCH;
	s->until = UINT64_MAX;
	/* Remove instances of killed engines even if the ring is not used: such
	 * an instance slows down the whole machine. */
	if (!host->wants.ring)
		ring_sweep();
	ask(s);
	*state = s;
	return 0;
}

static void ring_close(void *state)
{
	struct ring_source *s = state;

	if (!s)
		return;
	end(s);
	buffered_stop(&s->b);
	ring_calls_release(s);
	vec_release(&s->tasks);
	vec_release(&s->to_add);
	places_free(s->places);
	str_release(&s->name);
	free(s);
}

const struct source_ops ring_source = {
	.name = RING_NAME,
	.letter = RING_LETTER,
	.traits = SOURCE_LISTED | SOURCE_TWIN,
	.open = ring_open,
	.drain = ring_drain,
	.event = ring_event,
	.flush = ring_flush,
	.emitted_until = ring_told_until,
	.is_late = ring_is_late,
	.state = ring_state,
	.cost = ring_cost,
	.close = ring_close,
};
