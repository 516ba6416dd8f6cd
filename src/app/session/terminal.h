/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terminal that mmtop was started on. */
#ifndef APP_SESSION_TERMINAL_H
#define APP_SESSION_TERMINAL_H

#include <stdbool.h>

#include "app/session/fullscreen.h"

struct terminal;

/* Returns the descriptor to read keys from: stdin, or /dev/tty if stdin is not
 * a terminal.  If *own is set, the caller must close it. */
int terminal_input(bool *own);
/* Returns a descriptor of the terminal for another process.  It has a file
 * description of its own, which is non-blocking; that of the screen is
 * blocking. */
int terminal_own(int fd);
/* True if the screen uses colour: as --color requests, or, for COLOR_AUTO,
 * unless NO_COLOR is set. */
bool terminal_wants_color(enum color_when when);
/* True if the terminal accepts output.  Otherwise the screen must not draw: it
 * would block in the middle of a redraw and handle no signal. */
bool terminal_takes(int fd);
/* For Ctrl-Z: stops only the screen's process, until the shell continues it.
 * The caller must then redraw everything.  Returns NULL, or a message with the
 * reason why mmtop could not stop. */
const char *terminal_suspend(struct terminal *t);
/* Stops mmtop, as Ctrl-Z at the shell does.  Returns NULL after fg, or a
 * message with the reason why mmtop could not stop. */
const char *terminal_stop(void);
/* Returns the next signal (app/session/signals.h); 0: none.  Updates the
 * terminal's state after WINCH and CONT; the caller must redraw. */
int terminal_signal(struct terminal *t);

#endif
