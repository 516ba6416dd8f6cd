/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The engine's state, private to these files:
 *
 *	engine.c	opens, drains and closes sources; handles requests
 *	emit.c	delivers events to sources, takers and logs
 *	trace.c	connects the files that are written in addition to the logs
 */
#ifndef APP_ENGINE_PRIVATE_H
#define APP_ENGINE_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "app/engine/engine.h"
#include "app/engine/order.h"
#include "app/engine/spent.h"
#include "sys/allowance.h"
#include "sys/own/urgency.h"

#define ENGINE_TAKERS_MAX 8
/* The longest turn of a source other than the tracer.  Stops of the program are
 * handled only between turns. */
#define ENGINE_SLICE_NS 2000000ull

/* The tracer has index 0: it starts the program, and is drained before the
 * other sources. */
enum { SRC_TRACE, SRCS = 7 };

extern const struct source_ops *const engine_ops[SRCS];

struct taker {
	event_fn *fn;
	void *arg;
};

struct engine {
	struct loop *loop;
	struct engine_config cfg;
	struct source_host host;
	void *src[SRCS];
	unsigned traits;		/* union of the traits of all open
					 * sources */
	int sigchld;
	struct urgency urgency;
	struct allowance ahead;		/* limits the urgent work of sources
					 * other than the tracer */
	struct taker takers[ENGINE_TAKERS_MAX], logs[ENGINE_TAKERS_MAX];
	size_t n_takers, n_logs;
	struct event_order *order;		/* events that wait to be
						 * logged */
	struct spent spent;		/* CPU time by source */
	uint64_t events, lost;
	struct ev_status status;	/* the latest STATUS event */
	bool started, told_end;
	bool sampled;		/* a source took samples since the last call of
				 * settled() */
	struct {
		struct str name;	/* file that could not be written */
		int err;		/* positive errno of the failed write;
					 * 0: no error, or already reported */
	} trace;
};

/* --- emit.c */
/* Drains source i and measures its CPU time.  Returns true if the source has
 * more to read. */
bool engine_drain(struct engine *e, int i, uint64_t budget_ns);
/* True if the engine may do work that is not urgent. */
bool engine_has_time(struct engine *e);
/* Makes the sources report events that they have held back. ev is the next
 * event, as in source_ops.flush, or NULL. */
void engine_flush(struct engine *e, const struct event *ev);
void engine_emit(void *arg, const struct event *ev);
/* Calls note() of every other source that wants this kind of fact. */
bool engine_fact(void *arg, const struct fact *fact);
/* Delivers an event to the logs, after ordering and the removal of
 * duplicates. */
void engine_log(void *arg, const struct event *ev);
/* Drains the sources that report late.  Returns the time up to which they have
 * reported everything (app/engine/order.h). */
uint64_t engine_drain_late(void *arg);
/* Logs the number of records that were dropped as possible duplicates. */
void engine_report_dropped(struct engine *e);
/* If a source reports late, events are from now on ordered by time before they
 * are logged. */
void engine_begin_order(struct engine *e);

/* --- trace.c */
void engine_begin_trace(struct engine *e);
/* Reports the first write error of a trace file. */
void engine_report_trace(struct engine *e);
/* Writes the remaining data of the trace files, before END. */
void engine_end_trace(struct engine *e);

#endif
