/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A full-screen session's state, shared by fullscreen.c (the loop) and
 * leave.c (the ways out of it) and by nobody else.
 */
#ifndef APP_SESSION_H
#define APP_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "app/fullscreen.h"
#include "ui/canvas.h"

struct screen;
struct terminal;

enum { SESSION_TAKERS = 4 };

struct session {
	struct loop *loop;
	const struct fullscreen_options *opt;
	struct engine_config cfg;
	struct engine *engine;
	struct screen *screen;
	struct terminal *term;
	struct canvas canvas;
	int in_fd, out_fd;		/* in_fd is closed at the end if own */
	bool own_in;
	int signals;
	uint64_t start_ns;		/* CLOCK_MONOTONIC of event time 0 */
	uint64_t drawn_ns, frame_ns, flushed_ns, leave_by_ns;
	int draw_timer, tick_timer, end_timer;
	uint64_t draw_due_ns;
	int log_errors[SESSION_TAKERS];
	int leave_signal;		/* mmtop ends by it */
	bool hangup;			/* the terminal is gone */
	bool timed_out, kill;
};

/* --- leave.c */
/* Flushes the logs; tell: what failed is told on the screen. */
void session_flush(struct session *s, bool tell);
/* Kills or lets go, as s->kill says, and waits until that is done. */
void session_let_go(struct session *s);
void session_close_terminal(struct session *s);
/* The screen is left: by q, by a signal, or because it is gone.  The exit
 * status, as fullscreen_run() returns it. */
int session_leave(struct session *s);

#endif
