/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A full-screen session's state, shared by its files and by nobody else:
 *
 *	fullscreen.c	beginning, and the whole of it
 *	input.c	what comes in: events, keys, signals, time
 *	draw.c	when a picture is made
 *	contents.c decoders, editors
 *	choose.c	the choice of a process, without an engine
 *	leave.c		the ways out
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
#include "app/bars/own_cost.h"
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
	struct pick_process lister;	/* while a process is chosen */
	struct link_down *link;
	struct screen *screen;
	struct decoding *decoding;
	struct frames *frames;
	struct terminal *term;
	struct canvas canvas;
	int in_fd, out_fd;		/* in_fd is closed at the end if own */
	bool own_in;
	int signals;
	uint64_t start_ns;		/* CLOCK_MONOTONIC of event time 0 */
	uint64_t drawn_ns, frame_ns, leave_by_ns;
	int draw_timer, tick_timer, end_timer, keys_timer;
	uint64_t draw_due_ns;
	/* What the engine said beside events. */
	bool started, failed, has_pty, done;
	struct link_message failure, last;	/* LINK_FAILED, LINK_DONE */
	bool engine_gone;
	bool asked;			/* keys wait for an answer */
	struct asking asking;		/* the screen asks the user */
	struct own_cost cost;
	bool leaving;			/* the loop is not to go on */
	int leave_signal;		/* mmtop ends by it */
	bool hangup;			/* the terminal is gone */
	bool timed_out, kill;
};

/* At most ten pictures a second of what happens. */
#define SESSION_FRAME_NS 100000000ull

/* --- input.c */
extern const struct link_down_ops session_link_ops;
void session_watch_link(struct session *s);
void session_watch_terminal(struct session *s);
/* There is no engine: the screen works by itself. */
void session_watch_alone(struct session *s);
/* Ends the loop; where the user agreed to leave, too. */
void session_stop(struct session *s);
void session_check_leaving(struct session *s);
/* Drops the keys typed so far. */
void session_drop_keys(struct session *s);

/* --- draw.c */
/* A picture as soon as gap_ns after the last one. */
void session_plan_draw(struct session *s, uint64_t gap_ns);
/* ... and when what has happened is to be seen. */
void session_plan_next(struct session *s);
/* No more comes now: nothing is waited for that belongs to it. */
void session_settled(struct session *s);
/* The next tick: when there will be something new to see by itself. */
void session_plan_tick(struct session *s);

/* --- choose.c */
/* 0, or the exit status after the reason was written to stderr. */
int session_begin_choice(struct session *s, const struct choice_options *opt);
/* Tells the lister what is in view, and who was chosen. */
void session_tell_view(struct session *s);
/* The same, once the terminal is as it was. */
int session_end_choice(struct session *s);

/* --- contents.c */
void session_begin_contents(struct session *s);
void session_end_contents(struct session *s);
/* Gives the terminal to what is to be opened or edited. */
void session_open(struct session *s);

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
