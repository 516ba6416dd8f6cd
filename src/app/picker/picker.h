/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Choosing a process, before there is a target: the screen of `mmtop' alone,
 * without /proc.  It is the usual screen with one pane; what is special is here.
 *
 *	picker_start(s, &options)	before the first picture
 *	picker_take(s, m)		what the lister tells (event/listed.h)
 *	picker_watch(s, ...)		the processes in view, for the lister
 *	picker_ask(s)			the chosen process: the lister finds out
 *					whether it may be attached to, and answers
 *					with LISTED_MORE
 *	picker_end(s, &choice)
 *
 * Keys are those of the command table that are ON_PICKER.  While something is
 * being typed every letter is a letter: Tab or an arrow gives them back.
 * screen_time() takes CLOCK_BOOTTIME here.
 */
#ifndef APP_PICKER_PICKER_H
#define APP_PICKER_PICKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "event/event.h"
#include "event/listed.h"
#include "ui/kit/canvas.h"
#include "ui/kit/command.h"

struct screen;

struct picker_options {
	enum level level;		/* of Enter */
	bool follow, step;		/* -f, -s */
	uid_t uid;			/* whose mmtop it is */
};

struct picker_choice {
	pid_t pid;
	enum level level;
	bool follow;
};

enum picker_end { PICKER_STAYS, PICKER_LEAVES, PICKER_CHOSEN };

void picker_start(struct screen *s, const struct picker_options *o);
void picker_release(struct screen *s);
void picker_take(struct screen *s, const struct listed_message *m);

/* Who is in view, at most max, and who is selected (0: nobody); true when that
 * is another answer than the last time. */
bool picker_watch(struct screen *s, pid_t *pids, size_t max, size_t *n,
		  pid_t *selected);
/* 0: nobody.  Each question is told once. */
pid_t picker_ask(struct screen *s);
/* The lister did not take what the last call of those two said. */
void picker_unwatch(struct screen *s);
void picker_unask(struct screen *s);
enum picker_end picker_end(const struct screen *s,
			   struct picker_choice *choice);

/* --- of the screen: while s->picker is set */

/* Handles every key. */
void picker_key(struct screen *s, uint32_t key, const struct command *cmd);
/* Adds a part of a paste to the line of Find. */
void picker_paste(struct screen *s, const struct pasted *part);
/* True when that was all: a press that closes the help, the wheel. */
bool picker_mouse(struct screen *s, const struct hot *hot,
		  const struct mouse *m);
/* Whether letters go to the line of Find. */
bool picker_types(const struct screen *s);
/* Says that a click does not leave. */
void picker_say_leave(struct screen *s);
/* Attaches to the selected process, at the level of the options. */
void picker_open(struct screen *s);
command_exec exec_watch, exec_follow, exec_leave;

/* --- draw.c */
/* The rows above the pane, and the keys below it. */
void picker_draw_head(struct screen *s, struct canvas *c);
void picker_draw_keys(struct screen *s, struct canvas *c, int row);

#endif
