/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Handles the signals that the screen's process gets while the screen is shown.
 *
 * TERM, HUP, INT, QUIT, TSTP, CONT and WINCH arrive through a pipe, for a poll
 * loop.  TERM, HUP, INT and QUIT end the screen.  If a second one of these four
 * arrives before the first was handled, it ends the process at once.  A
 * terminal that accepts no output does not delay them (signals_terminal()).
 * SEGV, ABRT, BUS, FPE and ILL restore the terminal and then have their usual
 * effect.  All these signals have handlers and are not blocked: a launched
 * program inherits a signal mask, but no handlers.
 *
 * The engine keeps a launched program's pty open whatever happens to the
 * screen.  The screen's process must keep the pty open only if the engine has
 * exited.
 */
#ifndef APP_SESSION_SIGNALS_H
#define APP_SESSION_SIGNALS_H

#include <stdbool.h>

#include "base/err.h"

/* Returns the descriptor to poll, or -errno. */
MUST_CHECK int signals_open(void);
/* Returns the next signal that has arrived; 0: none. */
int signals_next(void);
/* True for a signal that ends the screen: TERM, HUP, INT, QUIT.
 * Async-signal-safe. */
bool signals_leave(int sig);
/* Restores the previous handlers. */
void signals_close(void);

/* Stops this process as Ctrl-Z does, until SIGCONT.  Returns false if the
 * kernel did not stop the process, because no shell could continue it. */
bool signals_stop(void);
/*
 * Sets the descriptors of the terminal that the screen is written to: mmtop's
 * own, and the copy that curses uses; -1: none.  If the terminal accepts no
 * output for about a second after a signal that ends the screen, it is restored
 * as in a crash.  Later writes to both descriptors fail, and so do writes to
 * stderr if stderr is a terminal.
 */
void signals_terminal(int fd, int curses);
/* Sets the pty master that must stay open after a crash of the screen; -1:
 * none. */
void signals_keep_pty(int master);

#endif
