/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The process chooser: the screen that `mmtop' shows when it is started without
 * a target.  It is the usual screen with one pane; this folder implements the
 * differences.  It does not read /proc: the lister process does (process.h).
 *
 *	picker_start(s, &options)	before the first redraw
 *	picker_take(s, m)		a message of the lister (event/listed.h)
 *	picker_watch(s, ...)		the visible processes, for the lister
 *	picker_ask(s)			the chosen process: the lister checks
 *					whether mmtop may attach to it, and
 *					answers with LISTED_MORE
 *	picker_end(s, &choice)
 *
 * The keys of the chooser are the commands marked ON_PICKER in the command
 * table.  While the user types into Find, every letter is text; Tab or an arrow
 * key makes letters commands again. screen_time() must get CLOCK_BOOTTIME here.
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
	enum level level;		/* the level at which Enter attaches */
	bool follow, step;		/* the options -f and -s */
	uid_t uid;			/* the user of mmtop */
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

/* Stores the pids of the visible processes, at most max, and the pid of the
 * selected process (0: none).  Returns true if they have changed since the last
 * call. */
bool picker_watch(struct screen *s, pid_t *pids, size_t max, size_t *n,
		  pid_t *selected);
/* Returns the process that the lister must check before mmtop attaches, or 0.
 * Each request is returned once. */
pid_t picker_ask(struct screen *s);
/* Call picker_unwatch() or picker_unask() if the lister did not accept the
 * result of the last picker_watch() or picker_ask(): the next call of that
 * function then returns the same result again. */
void picker_unwatch(struct screen *s);
void picker_unask(struct screen *s);
enum picker_end picker_end(const struct screen *s,
			   struct picker_choice *choice);

/* --- for the screen, while s->picker is set --- */

/* Handles every key; cmd: the command that is bound to the key, or NULL. */
void picker_key(struct screen *s, uint32_t key, const struct command *cmd);
/* Adds a part of pasted text to the Find line. */
void picker_paste(struct screen *s, const struct pasted *part);
/* Handles a mouse event.  Returns false if the caller must handle it as on the
 * usual screen: a left click on a hot area while the help is closed. */
bool picker_mouse(struct screen *s, const struct hot *hot,
		  const struct mouse *m);
/* True if typed letters are added to the Find line. */
bool picker_types(const struct screen *s);
/* Shows the message that a click does not quit mmtop. */
void picker_say_leave(struct screen *s);
/* Chooses the selected process, to attach at the level of the options. */
void picker_open(struct screen *s);
command_exec exec_watch, exec_follow, exec_leave;

/* --- draw.c */
/* Draw the rows above the pane, and the key bar below the pane. */
void picker_draw_head(struct screen *s, struct canvas *c);
void picker_draw_keys(struct screen *s, struct canvas *c, int row);

#endif
