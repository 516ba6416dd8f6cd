/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The contract of a source: something that can tell what happens.
 *
 *	open()		gets a host to emit to and the loop to wait in
 *	   drain()	from the loop, as often as there is something; emits
 *			within the budget and returns whether more is waiting
 *	   event()	every event of the *other* sources, so that a sampler
 *			learns of processes from the tracer
 *	   note()	a fact of another source, while a task waits for it: it
 *			may work, and emit, for some ms (source/fact.h)
 *	   request()	what the screen asks; 0 when taken, -ENOTSUP when it is
 *			none of this source's business
 *	flush()		tells at once what it knows up to now, some ms at most:
 *			a process is about to end (ev NULL), or ev, which comes
 *			next, tells that it has, or became another; all of it
 *			where ev is END
 *	close()		leaves nothing behind; also after a failed open()
 *
 * A source never waits for a terminal or a disk, and never blocks.  Stops are
 * served first: the engine drains the tracer before any other source.  event()
 * must only take note; it emits nothing.  (A source that follows tasks takes a
 * new task in there, while that task still stands.)
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

/* What sources share; owned by the engine, outlives every source. */
struct source_host {
	struct loop *loop;
	struct procroot *proc;
	struct reader *reader;	/* for what can hang; NULL: read directly */
	const struct target *target;
	struct everybody *everybody;	/* NULL: some are watched, and known */
	event_fn *emit;		/* emit(emit_arg, ev): time_ns and source are
				 * filled in by the source (host_event) */
	void *emit_arg;
	/* Reports a fact to the other sources; NULL: there are none. */
	bool (*fact)(void *emit_arg, const struct fact *fact);
	bool hurry;		/* a signal ends mmtop: at END a source reads
				 * for END_HURRY_NS, and counts the rest as lost */
	bool capturing;		/* FACT_STOPPED is reported */
	const struct capture_host *capture;	/* NULL: nobody keeps anything */
	/* Whoever gets the events is behind: what can be told later is, or it
	 * would be lost.  NULL: never. */
	bool (*crowded)(void *emit_arg);
	/* What follows takes long, and nobody stands still for it; or that is
	 * over.  NULL: it makes no difference. */
	void (*unhurried)(void *emit_arg, bool on);
	uint64_t start_ns;	/* CLOCK_MONOTONIC of time 0 */
	uint64_t period_ns;	/* -d */
	struct wants wants;
};

/* What the engine must know of a source to share out the time. */
enum source_trait {
	SOURCE_SERVES = 1,	/* a task may stand still until drain() */
	SOURCE_HUNGRY = 2,	/* it can use a whole CPU */
	SOURCE_SAMPLES = 4,	/* it can read later what it does not read now */
	SOURCE_RECORDS = 8,	/* records arrive without end; a timer reads them */
	SOURCE_KEPT = 16,	/* a process that only keeps a filter needs it */
	SOURCE_LISTED = 32,	/* START names it and its state */
	SOURCE_TWIN = 64,	/* it repeats the tracer's tasks and signals */
};

/* state: the source's own, as open() made it. */
struct source_ops {
	const char *name;	/* "ptrace" */
	char letter;		/* of struct event.source */
	unsigned traits;	/* enum source_trait, bits */
	int (*open)(void **state, struct source_host *host, struct err *err);
	/* Works for about budget_ns; true when more is waiting. */
	bool (*drain)(void *state, uint64_t budget_ns);
	void (*event)(void *state, const struct event *ev);
	int (*request)(void *state, const struct request *req);
	void (*flush)(void *state, const struct event *ev);
	/* A fact of another source; what true means depends on its kind. */
	bool (*note)(void *state, const struct fact *fact);
	uint32_t notes;		/* the kinds of fact for note(), bits */
	/* While drain() has more: all that was before then is told already
	 * (CLOCK_MONOTONIC).  NULL: nobody knows. */
	uint64_t (*told_until)(const void *state);
	/* Logs get its events after newer ones.  NULL: never. */
	bool (*is_late)(const void *state);
	/* NULL, and no function: it is on. */
	const struct ev_source *(*state)(const void *state);
	/* Enters its share of a CPU, and what else COST says of it. */
	void (*cost)(void *state, uint64_t ppm, struct ev_cost *cost);
	void (*close)(void *state);
};

extern const struct source_ops trace_source, sample_source, output_source,
	perf_source, ring_source, contents_source, heap_source;

/* Whether a log wants events of the kind. */
static inline bool host_logs(const struct source_host *host,
			     enum event_kind kind)
{
	return host->wants.log_kinds & 1u << kind;
}

/* The answer of the sources that note it; false where none does. */
static inline bool host_fact(const struct source_host *host,
			     const struct fact *fact)
{
	return host->fact && host->fact(host->emit_arg, fact);
}

static inline bool host_crowded(const struct source_host *host)
{
	return host->crowded && host->crowded(host->emit_arg);
}

/* An event with its head filled in and the payload zeroed. */
struct event host_event(const struct source_host *host, char letter,
			enum event_kind kind, pid_t pid, pid_t tid);

#endif
