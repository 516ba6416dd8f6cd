/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Choosing a process: the screen of `mmtop' alone, without its terminal and
 * without /proc.  Messages and keys in, wishes and a canvas out.
 *
 *	picker_take(p, m)	what the lister tells (event/listed.h)
 *	picker_key(p, key)
 *	picker_mouse(p, shown, mouse)
 *	picker_time(p, now)	of CLOCK_BOOTTIME
 *	picker_watch(p, ...)	who is in view: the lister is to be told
 *	picker_ask(p)		who was chosen: whether it may be attached to is
 *				to be found out now, a LISTED_MORE says
 *	picker_end(p, &choice)
 *
 * Keys are those of the command table that are ON_PICKER.  While something is
 * being typed every letter is a letter: Tab or an arrow gives them back.
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
#include "ui/kit/style.h"

struct picker;

struct picker_options {
	struct look look;
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

struct picker *picker_new(const struct picker_options *o);
void picker_free(struct picker *p);
void picker_set_look(struct picker *p, const struct look *look);
void picker_take(struct picker *p, const struct listed_message *m);
/* Adds a part of a paste to the input line. */
void picker_paste(struct picker *p, const struct pasted *part);
void picker_key(struct picker *p, uint32_t key);
/* shown: the picture that the mouse was on. */
void picker_mouse(struct picker *p, const struct canvas *shown,
		  const struct mouse *m);
void picker_time(struct picker *p, uint64_t now_ns);
bool picker_dirty(const struct picker *p);
void picker_draw(struct picker *p, struct canvas *c);
void picker_say(struct picker *p, enum severity severity, const char *text);

/* Who is in view, at most max, and who is selected (0: nobody); true when that
 * is another answer than the last time. */
bool picker_watch(struct picker *p, pid_t *pids, size_t max, size_t *n,
		  pid_t *selected);
/* 0: nobody.  Each question is told once. */
pid_t picker_ask(struct picker *p);
/* The lister did not take what the last call of those two said. */
void picker_unwatch(struct picker *p);
void picker_unask(struct picker *p);
enum picker_end picker_end(const struct picker *p,
			   struct picker_choice *choice);
/* Each is told once. */
bool picker_wants_suspend(struct picker *p);
bool picker_wants_redraw(struct picker *p);

#endif
