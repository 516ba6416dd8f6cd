/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The engine opens the sources, handles stops of the program before anything
 * else, and delivers every event to the other sources and then to the takers
 * (model, sinks, screen).
 *
 *	engine_new()		opens the sources and emits START.  If a program
 *				cannot be executed, err has ENOENT, EACCES...;
 *				if an attach is refused, *refusal has the reason
 *	engine_request()	passes on a request of the screen or of batch
 *	engine_state(), engine_exit()	return the state of the target
 *	engine_free()		detaches all tasks that are still traced
 *	engine_keep()		call it instead of engine_free() if
 *				engine_keeping() returns true
 *
 * The engine is a library: the caller decides which process it runs in
 * (app/engine/process.h, app/headless/front.h), and the takers are called
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
	/* True if a taker cannot keep up with the events; NULL: false. */
	bool (*crowded)(void *arg);
	void *crowded_arg;
	/* Called when all due samples have been taken and reported; may be
	 * NULL. */
	void (*settled)(void *arg);
	void *settled_arg;
	struct wants wants;
	const struct capture_host *capture;	/* NULL: no captures */
	struct maptrace *mmap_trace;		/* NULL: not written */
	struct folded *folded[2];		/* indexed by enum folded_what;
						 * NULL: that file is not
						 * written */
};

struct engine_exit {
	bool ended;
	int status, signal;	/* if the main process ended, exactly one of the
				 * two is >= 0 */
	bool core;
};

struct engine *engine_new(struct loop *loop, const struct engine_config *cfg,
			  struct refusal *refusal, struct err *err);
/* Calls fn for every event from now on.  At most 8 takers can be added. */
void engine_add_taker(struct engine *e, event_fn *fn, void *arg);
/* Adds a log as a taker.  It gets the events in order of time, without
 * duplicates (event/join.h), and all of them before END.  If a source reports
 * late, events are delayed by 50 ms. */
void engine_add_log(struct engine *e, event_fn *fn, void *arg);
/* Launches the program or attaches to it; events can arrive from now on.
 * Returns 0, or -errno, with err and *refusal as in engine_new(). */
MUST_CHECK int engine_start(struct engine *e, struct refusal *refusal,
			    struct err *err);
/* A taker may call this while it handles an event only if the tracer emitted
 * the event: the request may free a process that another source is still
 * using. */
void engine_request(struct engine *e, const struct request *req);
/* Call it when a signal ends mmtop: each source then reads for at most
 * END_HURRY_NS at END, and counts unread records as lost.  e may be NULL. */
void engine_hurry(struct engine *e);
enum target_state engine_state(const struct engine *e);
struct engine_exit engine_exit(const struct engine *e);
/* The number of tasks that the tracer has not released. */
unsigned engine_tasks(const struct engine *e);
/* The launched program's pid (for the relay), or 0. */
pid_t engine_launched(const struct engine *e);
/* True if the detached process tree still has the seccomp filter: then
 * engine_keep() must be called before this process ends. */
bool engine_keeping(const struct engine *e);
/* Emits LOST (if any) and END; takers get no event afterwards. */
void engine_end(struct engine *e);
/* Call it instead of engine_free() if engine_keeping() is true.  Handles the
 * filtered calls of the detached tree until the tree ends, and drains the pty
 * if the engine still owns it.  Emits no events. */
void engine_keep(struct engine *e);
/* Closes the sources, calls engine_end(), and frees e. */
void engine_free(struct engine *e);

#endif
