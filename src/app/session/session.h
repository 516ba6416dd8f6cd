/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The state of a full-screen session, private to these files:
 *
 *	fullscreen.c	starts the session, and runs it
 *	input.c		handles events, keys, signals and timers
 *	draw.c		decides when the screen is redrawn
 *	contents.c	runs decoders and editors
 *	choose.c	lets the user choose a process, without an engine
 *	leave.c		ends the session
 */
#ifndef APP_SESSION_SESSION_H
#define APP_SESSION_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "app/input/asking.h"
#include "app/engine/process.h"
#include "app/picker/process.h"
#include "app/session/fullscreen.h"
#include "app/link/link.h"
#include "app/bars/own_overhead.h"
#include "ui/kit/canvas.h"

struct decoding;
struct frames;
struct screen;
struct terminal;

struct session {
	struct loop *loop;
	const struct fullscreen_options *opt;
	struct engine_config cfg;
	struct engine_process engine;
	struct pick_process lister;	/* runs while the user chooses a
					 * process */
	struct link_down *link;
	struct screen *screen;
	struct decoding *decoding;
	struct frames *frames;
	struct terminal *term;
	struct canvas canvas;
	int in_fd, out_fd;		/* if own_in is set, in_fd is closed at
					 * the end */
	bool own_in;
	int signals;
	uint64_t start_ns;		/* CLOCK_MONOTONIC of event time 0 */
	uint64_t drawn_ns, frame_ns, leave_by_ns;
	int draw_timer, tick_timer, end_timer, keys_timer;
	uint64_t draw_due_ns;
	/* These flags are set by messages of the engine. */
	bool started, failed, has_pty, done;
	struct link_message failure, last;	/* failure is LINK_FAILED, last
						 * is LINK_DONE */
	bool engine_gone;
	bool asked;			/* keys wait for the engine's answer */
	struct asking asking;		/* questions to the user */
	struct own_overhead cost;
	bool leaving;			/* the loop must stop */
	int leave_signal;		/* the signal that ends mmtop; 0:
					 * none */
	bool hangup;			/* the terminal hung up */
	bool timed_out, kill;
};

/* The minimum time between redraws that events cause. */
#define SESSION_FRAME_NS 100000000ull

/* --- input.c */
extern const struct link_down_ops session_link_ops;
void session_watch_link(struct session *s);
void session_watch_terminal(struct session *s);
/* For a session without an engine: the screen does the engine's work. */
void session_watch_alone(struct session *s);
/* Ends the loop.  session_check_leaving() calls it if the user agreed to
 * quit. */
void session_stop(struct session *s);
void session_check_leaving(struct session *s);
/* Drops the keys typed so far. */
void session_drop_keys(struct session *s);

/* --- draw.c */
/* Plans a redraw, gap_ns after the previous redraw. */
void session_plan_draw(struct session *s, uint64_t gap_ns);
/* Plans a redraw for new events, after the interval of the screen
 * (screen_pace()) or the interval of slow redraws. */
void session_plan_next(struct session *s);
/* Call it when all due events have arrived: plans a redraw that does not wait
 * for the rest of a batch. */
void session_settled(struct session *s);
/* Plans the next tick: the time at which the screen changes without any
 * input. */
void session_plan_tick(struct session *s);

/* --- choose.c */
/* Starts the choice of a process.  Returns 0; after a failure, writes the
 * reason to stderr and returns the exit status. */
int session_begin_choice(struct session *s, const struct choice_options *opt);
/* Sends the lister process the visible processes and the selected one. */
void session_tell_view(struct session *s);
/* Ends the choice, after the terminal is restored.  Returns 0; if the choice
 * failed, writes the reason to stderr and returns the exit status. */
int session_end_choice(struct session *s);

/* --- contents.c */
void session_begin_contents(struct session *s);
void session_end_contents(struct session *s);
/* Gives the terminal to the program or editor that the user requested. */
void session_open(struct session *s);

/* --- leave.c */
/* Kills the program if s->kill is set, otherwise detaches.  Waits until that is
 * done. */
void session_detach(struct session *s);
/* Waits until the engine has closed the log and sent LINK_DONE. */
void session_finish_engine(struct session *s);
/* Reports on stderr how the engine ended, if it ended too early. */
void session_explain_end(struct session *s);
void session_close_terminal(struct session *s);
/* Ends the screen after the key q, a signal, or the loss of the terminal or the
 * engine.  Returns the exit status, as fullscreen_run() does. */
int session_leave(struct session *s);

#endif
