/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The contract of a source: a module that reports what the processes do.
 *
 *	open()		gets a host that takes its events, and the loop
 *	   drain()	called by the loop while there is work; emits within the
 *			budget and returns whether more is waiting
 *	   event()	gets every event of the *other* sources: a sampler
 *			learns of processes from the tracer
 *	   note()	gets a fact of another source, while a task waits: may
 *			work, and emit, for some ms (source/fact.h)
 *	   request()	gets a request of the screen; 0 if taken, -ENOTSUP if it
 *			is not for this source
 *	flush()		emits the pending events now, for some ms at most; if ev
 *			is END, all of them.  Called before a process ends (ev
 *			NULL), or before ev, which reports an end or an exec
 *	close()		undoes everything; also after a failed open()
 *
 * A source never waits for a terminal or a disk, and never blocks.  The engine
 * drains the tracer before any other source, so that stops are short.  event()
 * only stores data and emits nothing.  A source that follows tasks adds a new
 * task in event(), while the task is still stopped.
 */
#ifndef SOURCE_SOURCE_H
#define SOURCE_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "event/event.h"
#include "event/request.h"
#include "source/fact.h"
#include "source/wants.h"

struct capture_host;
struct everybody;
struct loop;
struct procroot;
struct reader;
struct target;

#define END_HURRY_NS (100 * 1000000ull)

/* Data that the sources share.  Owned by the engine; outlives every source. */
struct source_host {
	struct loop *loop;
	struct procroot *proc;
	struct reader *reader;	/* the reader process, for reads that can hang;
				 * NULL: read directly */
	const struct target *target;
	struct everybody *everybody;	/* NULL if mmtop is not system-wide */
	event_fn *emit;		/* called as emit(emit_arg, ev); ev has time_ns
				 * and source set (host_event) */
	void *emit_arg;
	/* Reports a fact to the other sources; NULL if there are none. */
	bool (*fact)(void *emit_arg, const struct fact *fact);
	bool hurry;		/* a signal ends mmtop: at END, a source reads
				 * for at most END_HURRY_NS and counts unread
				 * events as lost */
	bool capturing;		/* FACT_STOPPED must be reported */
	const struct capture_host *capture;	/* NULL if captures are not
						 * stored */
	/* True if the receiver of events lags and could lose events.  A source
	 * then postpones events that it can emit later.  NULL: never. */
	bool (*crowded)(void *emit_arg);
	/* Called with true when a source starts long work for which no task
	 * waits, and with false at its end.  NULL: no effect. */
	void (*set_long_work)(void *emit_arg, bool on);
	uint64_t start_ns;	/* start of the session, CLOCK_MONOTONIC */
	uint64_t period_ns;	/* refresh period (-d) */
	struct wants wants;
};

/* Properties by which the engine schedules a source. */
enum source_trait {
	SOURCE_SERVES = 1,	/* a task may be stopped until drain() is
				 * called */
	SOURCE_HUNGRY = 2,	/* it can use a whole CPU */
	SOURCE_SAMPLES = 4,	/* it can postpone its reads */
	SOURCE_RECORDS = 8,	/* records arrive endlessly; a timer reads
				 * them */
	SOURCE_KEPT = 16,	/* also used by a keeper, which resumes a
				 * detached program at its calls */
	SOURCE_LISTED = 32,	/* START lists its name and state */
	SOURCE_TWIN = 64,	/* also reports tasks and signals, as the tracer
				 * does */
};

/* The functions of a source.  `state` is its own state, made by open(). */
struct source_ops {
	const char *name;	/* such as "ptrace" */
	char letter;		/* the value of struct event.source */
	unsigned traits;	/* bits of enum source_trait */
	int (*open)(void **state, struct source_host *host, struct err *err);
	/* Works for about budget_ns; returns true if more is waiting. */
	bool (*drain)(void *state, uint64_t budget_ns);
	void (*event)(void *state, const struct event *ev);
	int (*request)(void *state, const struct request *req);
	void (*flush)(void *state, const struct event *ev);
	/* Queries a fact of another source.  The kind of fact defines what the
	 * result `true` means. */
	bool (*note)(void *state, const struct fact *fact);
	uint32_t notes;		/* kinds of fact for note(), as bits */
	/* Returns a time (CLOCK_MONOTONIC): all older events have been emitted.
	 * Called while drain() has more to do.  NULL: unknown. */
	uint64_t (*emitted_until)(const void *state);
	/* True if logs get events of this source after newer events of other
	 * sources.  NULL: never. */
	bool (*is_late)(const void *state);
	/* Returns the state to report.  If there is no function, or it returns
	 * NULL, the source is reported as on. */
	const struct ev_source *(*state)(const void *state);
	/* Fills in the source's share of a CPU, and the other fields of COST
	 * that concern it. */
	void (*cost)(void *state, uint64_t ppm, struct ev_cost *cost);
	void (*close)(void *state);
};

extern const struct source_ops trace_source, sample_source, output_source,
	perf_source, ring_source, contents_source, heap_source;

/* True if a log wants events of the kind. */
static inline bool host_logs(const struct source_host *host,
			     enum event_kind kind)
{
	return host->wants.log_kinds & 1u << kind;
}

/* Reports a fact.  Returns true if note() of a source returned true. */
static inline bool host_fact(const struct source_host *host,
			     const struct fact *fact)
{
	return host->fact && host->fact(host->emit_arg, fact);
}

static inline bool host_crowded(const struct source_host *host)
{
	return host->crowded && host->crowded(host->emit_arg);
}

/* Returns an event with its head filled in and its payload zeroed. */
struct event host_event(const struct source_host *host, char letter,
			enum event_kind kind, pid_t pid, pid_t tid);

#endif
