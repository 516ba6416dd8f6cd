/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The engine's own state, shared by its files and by nobody else:
 *
 *	engine.c	its life: sources opened, drained, closed; requests
 *	emit.c	the way of an event to sources, takers and logs
 *	trace.c	what is written beside those
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
/* Stops first and often; everything else in short slices between. */
#define ENGINE_SLICE_NS 2000000ull

/* The tracer comes first: it starts the program, and is drained first. */
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
	unsigned traits;		/* of those that are open */
	int sigchld;
	struct urgency urgency;
	struct allowance ahead;		/* of all sources but the tracer */
	struct taker takers[ENGINE_TAKERS_MAX], logs[ENGINE_TAKERS_MAX];
	size_t n_takers, n_logs;
	struct event_order *order;		/* before the logs */
	struct spent spent;		/* by source */
	uint64_t events, lost;
	struct ev_status status;	/* the last one */
	bool started, told_end;
	bool sampled;		/* since it settled last */
	struct {
		struct str name;	/* what could not be written, and */
		int err;		/* ... why; 0: told, or nothing */
	} trace;
};

/* --- emit.c */
/* A source's turn, its time counted; true: there is more. */
bool engine_drain(struct engine *e, int i, uint64_t budget_ns);
/* The engine may do work that is not urgent. */
bool engine_has_time(struct engine *e);
/* What sources hold back until something ends: the event, or NULL. */
void engine_flush(struct engine *e, const struct event *ev);
void engine_emit(void *arg, const struct event *ev);
/* Calls note() of each other source that wants the fact. */
bool engine_fact(void *arg, const struct fact *fact);
/* In order and once: to the logs. */
void engine_log(void *arg, const struct event *ev);
/* Those that are read late: up to when they have told all (app/engine/order.h). */
uint64_t engine_ask(void *arg);
/* Logs the number of records dropped as possible duplicates. */
void engine_tell_twice(struct engine *e);
/* Where a source tells of what was a while ago. */
void engine_begin_order(struct engine *e);

/* --- trace.c */
void engine_begin_trace(struct engine *e);
/* That it could not be written, once. */
void engine_tell_trace(struct engine *e);
/* All that was seen is written; END comes next. */
void engine_end_trace(struct engine *e);

#endif
