/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The engine role: it opens the sources, serves stops first, and hands every
 * event to the other sources and then to the takers (model, sinks, screen).
 *
 *	engine_new() -> sources opened, START emitted; for a launched
 *	program that cannot be executed err has ENOENT, EACCES...; for a refused
 *	attach *refusal says why
 *	engine_request()            from the screen or batch
 *	engine_state()/engine_exit() tell how it stands
 *	engine_free()               whatever is still traced is let go
 *	engine_keep()		    instead, where engine_keeping()
 *
 * It is a function library: which process it runs in is decided by whoever
 * forked it (app/engine/process.h, app/headless/front.h), and the takers are called
 * directly.
 */
#ifndef APP_ENGINE_ENGINE_H
#define APP_ENGINE_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "event/event.h"
#include "event/refusal.h"
#include "event/request.h"
#include "source/source.h"
#include "source/target.h"

struct loop;
struct engine;
struct folded;
struct maptrace;

struct engine_config {
	struct target target;
	const char *command;	/* for START: the program's command line */
	uint64_t period_ns;	/* -d */
	/* Whether a taker is behind; NULL: none ever is. */
	bool (*crowded)(void *arg);
	void *crowded_arg;
	/* What was due to be looked at has been, and told; NULL: nobody asks. */
	void (*settled)(void *arg);
	void *settled_arg;
	struct wants wants;
	const struct capture_host *capture;	/* NULL: nobody keeps any */
	struct maptrace *mmap_trace;		/* NULL: none is written */
	struct folded *folded[2];		/* so too; by enum folded_what */
};

struct engine_exit {
	bool ended;		/* the main process ended */
	int status, signal;	/* exactly one >= 0 when ended */
	bool core;
};

struct engine *engine_new(struct loop *loop, const struct engine_config *cfg,
			  struct refusal *refusal, struct err *err);
/* Every event from now on goes to fn; at most 8 takers. */
void engine_add_taker(struct engine *e, event_fn *fn, void *arg);
/* The same for a log: in the order of time, each thing once (event/join.h).
 * Where sources tell of what was a while ago, a twentieth of a second later;
 * all of it before END. */
void engine_add_log(struct engine *e, event_fn *fn, void *arg);
/* Launches or attaches: events flow from here on.  0 or -errno as above. */
MUST_CHECK int engine_start(struct engine *e, struct refusal *refusal,
			    struct err *err);
/* A taker calls it inside an event only if the tracer emitted that event: a
 * request may free a process that another source is still working on. */
void engine_request(struct engine *e, const struct request *req);
/* A signal ends mmtop: at its end each source reads for END_HURRY_NS and counts the
 * rest as lost.  e may be NULL. */
void engine_hurry(struct engine *e);
enum target_state engine_state(const struct engine *e);
struct engine_exit engine_exit(const struct engine *e);
/* How many tasks the tracer has not released. */
unsigned engine_tasks(const struct engine *e);
/* The launched program's pid (for the relay), or 0. */
pid_t engine_launched(const struct engine *e);
/* The tree was detached but is filtered: engine_keep() must be called before
 * the process may end. */
bool engine_keeping(const struct engine *e);
/* Emits LOST (if any) and END; no taker gets an event any more. */
void engine_end(struct engine *e);
/* Passes filtered calls on until the tree ends; no events any more.  Drains a
 * pty that the engine still owns.  Instead of engine_free(). */
void engine_keep(struct engine *e);
/* Closes the sources, engine_end(), frees. */
void engine_free(struct engine *e);

#endif
