/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Terminal output of a canvas, and input from keys and mouse.  The only user of
 * curses.
 *
 *	term_probe(fd, &err)		checks that the terminal type is known
 *	term_open(&t, &opt, &err)	switches to the alternate screen
 *	   term_draw(t, &canvas)	draws only cells that have changed
 *	   term_key(t)			the next key; KEY_NONE_: no more input
 *	   term_resized(t)		call after SIGWINCH
 *	   term_suspend(t)		restores the terminal (Ctrl-Z)
 *	   term_resume(t)		takes over the terminal again
 *	term_close(t)			restores the terminal
 *
 * Only one terminal can be open.  Between term_open() and term_close(),
 * term_emergency() can restore the terminal in a signal handler: its strings
 * and settings are prepared in advance.
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
	int in_fd, out_fd;		/* owned by the caller; term_close()
					 * does not close them */
	bool color;
	bool ascii;			/* draw only ASCII, even in a UTF-8
					 * locale */
	enum theme theme;
	bool mouse;
};

/* Returns 0, or -ENOTSUP if the type of the terminal is unknown or cannot
 * address cells. */
MUST_CHECK int term_probe(int fd, struct err *err);
MUST_CHECK int term_open(struct terminal **out, const struct term_options *opt,
			 struct err *err);
/* Async-signal-safe.  Does nothing if no terminal is open. */
void term_emergency(void);
void term_close(struct terminal *t);
/* Like term_close(), but writes nothing: call it when the terminal no longer
 * exists. */
void term_abandon(struct terminal *t);

/* Returns the output descriptor, which t owns. */
int term_fd(const struct terminal *t);
struct look term_look(const struct terminal *t);
/* Sets palette and glyphs for all following draws.  This may also change the
 * number of colours.  Without UTF-8 the glyphs stay ASCII.  term_look() returns
 * the result. */
void term_set_look(struct terminal *t, enum theme theme, bool ascii);
void term_size(const struct terminal *t, int *rows, int *cols);
/* Queries the size of the terminal; the next draw draws every cell. */
void term_resized(struct terminal *t);
void term_suspend(struct terminal *t);
/* Takes over the terminal again.  Also needed after a stop by SIGSTOP, as the
 * shell has changed the terminal settings. */
void term_resume(struct terminal *t);
/* Makes the next draw draw every cell. */
void term_forget(struct terminal *t);
/* Draws the canvas, whose size may be that of the terminal before a recent
 * resize. */
void term_draw(struct terminal *t, const struct canvas *c);
/* Returns the next key, or KEY_NONE_ if there is none.  With KEY_MOUSE_, *mouse
 * has the action; with KEY_PASTE_, term_pasted() returns a part of the pasted
 * text.  Call term_key() from time to time even without input: if the end
 * marker of a paste is missing, the last part is returned after a timeout. */
uint32_t term_key(struct terminal *t, struct mouse *mouse);
/* Returns a part of the pasted text, valid until the next term_key(). */
struct pasted term_pasted(const struct terminal *t);
/* Copies a safe text to the terminal's clipboard.  Returns false if the terminal
 * cannot have one; whether it has one is unknown. */
bool term_copy(struct terminal *t, const char *text);
/* Switches mouse reports on or off; does nothing on a terminal without a
 * mouse. */
void term_set_mouse(struct terminal *t, bool on);

#endif
