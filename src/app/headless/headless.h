/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A session without a screen, in batch or with a console: events go to the
 * log, warnings to stderr, and the program has mmtop's own streams, session
 * and process group.
 *
 * The caller becomes the front (app/headless/front.h): it gets the exit status, or -N
 * to end by signal N, once the log is complete.  TERM, INT, HUP and QUIT end
 * the session: what was attached is detached, what was launched let go.
 *
 * Everything else runs in the engine's process, in its loop:
 *
 *	headless_run(cfg, o, &ops, arg)
 *	   ops.event(arg, ev)		from here on, each event
 *	   ops.begin(arg, h, loop)	the program is traced
 *	      headless_request(h, req)
 *	      headless_leave(h, op)
 *	   ops.end(arg)			it is over; the engine is still there
 */
#ifndef APP_HEADLESS_HEADLESS_H
#define APP_HEADLESS_HEADLESS_H

#include "app/engine/engine.h"

struct headless;
struct loop;
struct options;

struct headless_ops {
	event_fn *event;		/* NULL: only the log takes them */
	void (*begin)(void *arg, struct headless *h, struct loop *loop);
	bool (*end)(void *arg);	/* false: what it wrote did not arrive */
	void (*note)(void *arg, const struct ev_note *n);
	/* SIGINT came: true when that is no end.  NULL: it always is. */
	bool (*interrupt)(void *arg);
	/* The program is stopped, and mmtop's job with it (then a shell takes
	 * the terminal); or both go on.  NULL: that changes nothing. */
	void (*job)(void *arg, bool stopped);
	bool own_log;			/* the log is written by `event` */
	bool terminal;			/* the engine reads the terminal */
};

/* cfg->target.pgrp is the caller's process group. */
int headless_run(const struct engine_config *cfg, const struct options *o,
		 const struct headless_ops *ops, void *arg);
/* To the engine, if it is still there. */
void headless_request(struct headless *h, const struct request *req);
/* Ends the session by REQ_DETACH, REQ_KILL or REQ_QUIT, in two seconds at most;
 * after REQ_QUIT the exit status is 0. */
void headless_leave(struct headless *h, enum request_op op);
/* A signal ended the session, and the time for readers is over. */
bool headless_is_cut(const struct headless *h);
/* A `note`: those that matter without a screen, each a sentence on stderr. */
void headless_note(void *arg, const struct ev_note *n);

#endif
