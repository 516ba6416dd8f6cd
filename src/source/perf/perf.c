/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/perf/perf.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "source/places.h"
#include "source/perf/sums.h"
#include "sys/loop.h"

/* Pages of the ring of a CPU.  A log must lose nothing and system-wide mode has
 * many faults, so their rings are large.  A screen's rings are small: they
 * leave locked memory to other programs of the user. */
#define LOG_PAGES 512
#define SCREEN_PAGES 64
/* The value of pid in perf_event_open(2) that means all tasks. */
#define EVERYBODY (-1)

/* --- reading the rings --------------------------------------------------- */

static void release_tasks(struct perf_source *s)
{
	perf_close_tasks(s);
	s->b.runs = false;
	vec_clear(&s->roots);
	s->samples = s->lost_ever = s->missing_told = 0;
	s->letting_go = false;
}

/* Reads the rings once.  all: emit the sums now.  hurry: find the regions of
 * the faults now, as these regions are about to be unmapped. */
static bool work(struct perf_source *s, uint64_t budget_ns, bool all,
		 bool hurry)
{
	uint64_t deadline = clock_ns() + budget_ns, counted = 0;
	bool more, count = perf_read_heads(s) && s->was_full;

	/* Reading all event counters takes long: do it once, while the rings
	 * are nearly empty. */
	if (count) {
		counted = perf_counted(s);
		(void)perf_read_heads(s);
	}
	places_stale(s->places);
	if (hurry)
		places_force_query(s->places);
	more = perf_read_rings(s, deadline);
	s->b.ready = more;
	if (count && !more)
		perf_count_missing(s, counted);
	if (s->sums && s->sums->n &&
	    (all || (clock_ns() - s->last_tell_ns >= PERF_TELL_NS &&
		     !host_crowded(s->b.host))))
		perf_emit_sums(s);
	buffered_emit_lost(&s->b);
	if (s->letting_go && !more)
		release_tasks(s);
	return more;
}

static bool perf_drain(void *state, uint64_t budget_ns)
{
	struct perf_source *s = state;

	if (!s->b.told_state)
		buffered_emit_state(&s->b);
	if (!s->b.ready || !s->cpus.n)
		return false;
	return work(s, budget_ns, false, false);
}

/* Emits the events in the rings.  At the end of the session, records that are
 * not read in time are counted as lost. */
static void perf_flush(void *state, const struct event *ev)
{
	struct perf_source *s = state;
	bool last = ev && ev->kind == EV_END;
	uint64_t until;
	bool more;

	if (!s->slots.n)
		return;
	until = buffered_flush_begin(&s->b, ev);
	if (ev && !last && ev->u.process.op != PROCESS_DETACH)
		places_gone(s->places, ev->pid);
	do {
		more = work(s, BUFFERED_SLICE_NS, true, !ev);
	} while (more && clock_ns() < until);
	buffered_flush_end(&s->b);
	if (last && more) {
		perf_count_missing(s, perf_counted(s));
		buffered_emit_lost(&s->b);
	}
	if (ev && !last && ev->u.process.op == PROCESS_EXEC)
		places_forget(s->places, ev->pid);
}

/* Records are emitted in order of time. */
static uint64_t perf_told_until(const void *state)
{
	const struct perf_source *s = state;

	return s->emitted_until;
}

/* --- tasks --------------------------------------------------------------- */

static bool perf_note(void *state, const struct fact *fact)
{
	struct perf_source *s = state;

	if (!s->cpus.n)
		return false;
	s->coming = fact->task.pid;
	perf_open_task(s, s->coming);
	return false;
}

static void follow(struct perf_source *s, pid_t tid)
{
	if (!s->cpus.n)
		return;
	if (tid != s->coming)
		perf_open_task(s, tid);
	s->coming = 0;
	s->b.runs = s->slots.n;
	if (s->b.runs)
		buffered_tick(&s->b);
}

/* Forgets the data of the pid: another process may have had it before. */
static void forget(struct perf_source *s, pid_t pid)
{
	if (s->places)
		places_forget(s->places, pid);
}

/*
 * A child of a watched task has inherited the task's events.  A task found in
 * /proc at an attach has inherited none: open events for it.
 */
static void on_process(struct perf_source *s, const struct event *ev)
{
	const struct ev_process *p = &ev->u.process;

	switch (p->op) {
	case PROCESS_LAUNCH:
	case PROCESS_ATTACH:
		*vec_push(&s->roots) = ev->pid;
		forget(s, ev->pid);
		follow(s, ev->pid);
		break;
	case PROCESS_THREAD:
	case PROCESS_FORK:
	case PROCESS_VFORK:
	case PROCESS_CLONE:
		if (p->child == p->child_pid)
			forget(s, (pid_t)p->child);
		if (ev->flags & EVF_SYNTHETIC)
			follow(s, (pid_t)p->child);
		break;
	default:
		break;
	}
}

/* Starts system-wide mode: its events are opened by CPU, not by task. */
static void on_everybody(struct perf_source *s)
{
	if (!s->slots.n && !s->letting_go)
		follow(s, EVERYBODY);
}

static void perf_event(void *state, const struct event *ev)
{
	struct perf_source *s = state;

	if (ev->kind == EV_SNAPSHOT && ev->u.snapshot.op == SNAPSHOT_END)
		s->b.told_state = false;
	if (ev->kind == EV_PROCESS && !(ev->flags & EVF_AGAIN))
		on_process(s, ev);
	if (ev->kind == EV_STATUS &&
	    ev->u.status.state == TARGET_EVERYBODY)
		on_everybody(s);
	if (ev->kind == EV_STATUS && s->slots.n &&
	    (ev->u.status.state == TARGET_DETACHED ||
	     ev->u.status.state == TARGET_ENDED))
		s->letting_go = s->b.ready = true;
}

/* --- operations ---------------------------------------------------------- */

static const struct ev_source *perf_state(const void *state)
{
	const struct perf_source *s = state;

	return &s->b.state;
}

static bool perf_is_late(const void *state)
{
	const struct perf_source *s = state;

	return s->b.state.state == SOURCE_ON &&
	       (host_logs(s->b.host, EV_FAULT) || host_logs(s->b.host, EV_MAP));
}

static void perf_cost(void *state, uint64_t ppm, struct ev_cost *cost)
{
	struct perf_source *s = state;

	cost->perf = ppm;
	if (s->cpus.n)
		cost->perf_fill = s->fill;
	s->fill = 0;
}

static void begin(struct perf_source *s)
{
	struct source_host *h = s->b.host;
	int error;
	enum source_why why = perf_ask(&s->b.state.value, &error);

	s->b.state.why = why;
	s->b.state.state = SOURCE_REFUSED;
	if (why != WHY_NONE && why != WHY_USER_ONLY)
		return;
	s->kernel = why == WHY_NONE;
	s->can = perf_can();
	if (buffered_open(&s->b) < 0 ||
	    !perf_open_rings(s, host_logs(h, EV_FAULT) ||
				host_logs(h, EV_MAP) || h->everybody
				? LOG_PAGES : SCREEN_PAGES))
		return;
	s->b.state.state = SOURCE_ON;
	s->places = places_new(h->proc);
	if (h->wants.fault_sums)
		s->sums = sums_new((uint64_t)sysconf(_SC_PAGESIZE));
}

static int perf_open(void **state, struct source_host *host,
		     struct err *err)
{
	struct perf_source *s = xcalloc(1, sizeof *s);

	(void)err;
	buffered_init(&s->b, host, PERF_LETTER, "perf", PERF_TELL_NS);
	s->b.state.state = SOURCE_OFF;
	s->faults = host_logs(host, EV_FAULT) || host->wants.fault_sums;
	s->maps = host_logs(host, EV_MAP) || host->wants.map_hints;
	if (host->wants.perf == PERF_NO)
		s->b.state.why = WHY_OPTION;
	else if (s->faults || s->maps)
		begin(s);
	*state = s;
	return 0;
}

static void perf_close(void *state)
{
	struct perf_source *s = state;

	if (!s)
		return;
	perf_close_tasks(s);
	buffered_close(&s->b);
	perf_close_rings(s);
	buffered_stop(&s->b);
	vec_release(&s->roots);
	sums_free(s->sums);
	places_free(s->places);
	free(s);
}

const struct source_ops perf_source = {
	.name = "perf",
	.letter = PERF_LETTER,
	.traits = SOURCE_LISTED | SOURCE_TWIN,
	.open = perf_open,
	.drain = perf_drain,
	.event = perf_event,
	.flush = perf_flush,
	.note = perf_note,
	.notes = 1u << FACT_LAUNCH,
	.emitted_until = perf_told_until,
	.is_late = perf_is_late,
	.state = perf_state,
	.cost = perf_cost,
	.close = perf_close,
};
