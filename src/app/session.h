/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A full-screen session's state, shared by fullscreen.c (beginning and the
 * loop), leave.c (the ways out of it) and by nobody else.
 */
#ifndef APP_SESSION_H
#define APP_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "app/engine_process.h"
#include "app/fullscreen.h"
#include "app/link.h"
#include "app/own_cost.h"
#include "ui/canvas.h"

struct screen;
struct terminal;

struct session {
	struct loop *loop;
	const struct fullscreen_options *opt;
	struct engine_config cfg;
	struct engine_process engine;
	struct link_down *link;
	struct screen *screen;
	struct terminal *term;
	struct canvas canvas;
	int in_fd, out_fd;		/* in_fd is closed at the end if own */
	bool own_in;
	int signals;
	uint64_t start_ns;		/* CLOCK_MONOTONIC of event time 0 */
	uint64_t drawn_ns, frame_ns, leave_by_ns;
	int draw_timer, tick_timer, end_timer;
	uint64_t draw_due_ns;
	/* What the engine said beside events. */
	bool started, failed, has_pty, done;
	struct link_message failure, last;	/* LINK_FAILED, LINK_DONE */
	bool engine_gone;
	struct own_cost cost;
	bool leaving;			/* the loop is not to go on */
	int leave_signal;		/* mmtop ends by it */
	bool hangup;			/* the terminal is gone */
	bool timed_out, kill;
};

/* --- leave.c */
/* Kills or lets go, as s->kill says, and waits until that is done. */
void session_let_go(struct session *s);
/* Waits until the engine has closed the log and said so. */
void session_finish_engine(struct session *s);
/* What became of an engine that is gone before its time, as a sentence. */
void session_explain_end(struct session *s);
void session_close_terminal(struct session *s);
/* The screen is left: by q, by a signal, or because it is gone.  The exit
 * status, as fullscreen_run() returns it. */
int session_leave(struct session *s);

#endif
