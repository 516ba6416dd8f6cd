/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The terminal: a canvas goes out, keys and the mouse come in.  The only user
 * of curses.
 *
 *	term_probe(fd, &err)		is the terminal's type known?
 *	term_open(&t, &opt, &err)	takes the terminal over
 *	   term_draw(t, &canvas)	only the cells that changed
 *	   term_key(t)			KEY_NONE_: nothing (more) to read
 *	   term_resized(t)		after SIGWINCH
 *	   term_suspend(t)		as it was, for a while (Ctrl-Z)
 *	   term_resume(t)		and ours again
 *	term_close(t)			as it was before
 *
 * One at a time.  From term_open() to term_close() term_emergency() puts the
 * terminal back from within a signal handler: strings and settings were
 * prepared beforehand.
 */
#ifndef TERM_CURSES_H
#define TERM_CURSES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "ui/kit/canvas.h"
#include "ui/kit/command.h"
#include "ui/kit/style.h"

struct terminal;

struct term_options {
	int in_fd, out_fd;		/* the caller's; not closed */
	bool color;
	bool ascii;			/* also in a UTF-8 locale */
	enum theme theme;
	bool mouse;
};

/* 0, or -ENOTSUP when its type is not known or cannot address cells. */
MUST_CHECK int term_probe(int fd, struct err *err);
MUST_CHECK int term_open(struct terminal **out, const struct term_options *opt,
			 struct err *err);
/* Async-signal-safe, and harmless when no terminal is open. */
void term_emergency(void);
void term_close(struct terminal *t);
/* Instead of term_close() when the terminal is gone: writes nothing. */
void term_abandon(struct terminal *t);

/* The descriptor that is written to; ours. */
int term_fd(const struct terminal *t);
struct look term_look(const struct terminal *t);
/* Another palette, other signs from the next draw on; how many colours are in
 * use may change with it, and where there is no UTF-8 it stays ASCII: see
 * term_look(). */
void term_set_look(struct terminal *t, enum theme theme, bool ascii);
void term_size(const struct terminal *t, int *rows, int *cols);
/* Asks for the size anew; the next draw is a whole one. */
void term_resized(struct terminal *t);
void term_suspend(struct terminal *t);
/* Also after a stop by SIGSTOP: who ran meanwhile has changed its settings. */
void term_resume(struct terminal *t);
/* The next draw draws every cell. */
void term_forget(struct terminal *t);
/* The canvas has the terminal's size, or one that it had a moment ago. */
void term_draw(struct terminal *t, const struct canvas *c);
/* The next key, KEY_NONE_ when there is none; KEY_MOUSE_: *mouse says what it
 * did; KEY_PASTE_: term_pasted() has a part of the paste.  The last part
 * of a paste without an end marker comes after a timeout: call again now and
 * then. */
uint32_t term_key(struct terminal *t, struct mouse *mouse);
/* Valid until the next term_key(). */
struct pasted term_pasted(const struct terminal *t);
/* Whether the terminal tells of the mouse; where it has none it stays so. */
void term_set_mouse(struct terminal *t, bool on);

#endif
