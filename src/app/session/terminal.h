/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terminal that mmtop was started on, before it is taken over. */
#ifndef APP_SESSION_TERMINAL_H
#define APP_SESSION_TERMINAL_H

#include <stdbool.h>

#include "app/session/fullscreen.h"

struct terminal;

/* Where keys come from: stdin, or /dev/tty when that is something else; *own:
 * the caller closes it. */
int terminal_input(bool *own);
/* A descriptor of the terminal's for another process: non-blocking without making
 * the screen's own description so. */
int terminal_own(int fd);
/* --color, and NO_COLOR where that leaves it open. */
bool terminal_wants_color(enum color_when when);
/* A terminal that nobody reads takes nothing: no picture is made for it, or
 * the screen would wait in the middle of one and serve no signal. */
bool terminal_takes(int fd);
/* Ctrl-Z: only the screen stands still, until the shell has it go on; all of
 * it is to be drawn then.  NULL, or why there was nothing to stop for, to be
 * said. */
const char *terminal_suspend(struct terminal *t);
/* Stops mmtop, as the shell's Ctrl-Z does; NULL after fg, or why it went on at
 * once. */
const char *terminal_stop(void);
/* The next signal that came (app/session/signals.h), 0 when there is none.  Of WINCH
 * and CONT the terminal knows then; what is left is to draw. */
int terminal_signal(struct terminal *t);

#endif
