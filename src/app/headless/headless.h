/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A session without a screen, in batch or with a console.  Events are logged
 * and warnings go to stderr.  The program has mmtop's own standard streams,
 * session and process group.
 *
 * The calling process becomes the front (app/headless/front.h).  headless_run()
 * returns when the log is complete: the exit status, or -N to end by signal N.
 * TERM, INT, HUP and QUIT end the session: attached and launched processes are
 * detached.
 *
 * The engine runs in a process of its own, which also calls the functions of
 * `ops`:
 *
 *	headless_run(cfg, o, &ops, arg)
 *	   ops.event(arg, ev)		each event
 *	   ops.begin(arg, h, loop)	the program is traced
 *	      headless_request(h, req)
 *	      headless_leave(h, op)
 *	   ops.end(arg)			at the end; the engine still exists
 */
#ifndef APP_HEADLESS_HEADLESS_H
#define APP_HEADLESS_HEADLESS_H

#include "app/engine/engine.h"

struct headless;
struct loop;
struct options;

struct headless_ops {
	event_fn *event;		/* NULL: only the log gets the events */
	void (*begin)(void *arg, struct headless *h, struct loop *loop);
	bool (*end)(void *arg);	/* returns false if the output could not be
				 * written */
	void (*note)(void *arg, const struct ev_note *n);
	/* Called after SIGINT; returns true if the session continues.  NULL:
	 * SIGINT ends the session. */
	bool (*interrupt)(void *arg);
	/* Called when the program and mmtop's job are stopped (then a shell
	 * takes the terminal), or when both continue.  May be NULL. */
	void (*job)(void *arg, bool stopped);
	bool own_log;			/* `event` writes the log */
	bool terminal;			/* the engine reads the terminal */
};

/* cfg->target.pgrp must be the caller's process group. */
int headless_run(const struct engine_config *cfg, const struct options *o,
		 const struct headless_ops *ops, void *arg);
/* Passes a request to the engine, if it still exists. */
void headless_request(struct headless *h, const struct request *req);
/* Ends the session with REQ_DETACH, REQ_KILL or REQ_QUIT, within two seconds.
 * After REQ_QUIT the exit status is 0. */
void headless_leave(struct headless *h, enum request_op op);
/* True if a signal ended the session, and mmtop no longer waits for the readers
 * of its output. */
bool headless_is_cut(const struct headless *h);
/* For ops.note: prints the notes that matter without a screen on stderr. */
void headless_note(void *arg, const struct ev_note *n);

#endif
