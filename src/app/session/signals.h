/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Signals that the screen gets while it has the terminal.
 *
 * TERM, HUP, INT, QUIT, TSTP, CONT and WINCH come in through a pipe, for a poll
 * loop; a second of the four that end the screen before the first was served
 * ends the process at once, and a terminal that takes nothing more keeps none
 * of them waiting: see signals_terminal().  SEGV, ABRT, BUS, FPE and ILL put the
 * terminal back and go on to do what they do.  Handlers, not a signal mask: a
 * launched program inherits nothing of them.
 *
 * The engine keeps a launched program's pty alive whatever happens here; only
 * when the engine is gone is that left to us.
 */
#ifndef APP_SESSION_SIGNALS_H
#define APP_SESSION_SIGNALS_H

#include <stdbool.h>

#include "base/err.h"

/* The descriptor to wait at, or -errno. */
MUST_CHECK int signals_open(void);
/* The next signal that came, 0 when there is none. */
int signals_next(void);
/* True for a signal that ends the screen: TERM, HUP, INT, QUIT.
 * Async-signal-safe. */
bool signals_leave(int sig);
/* Puts back what was there before. */
void signals_close(void);

/* Stops this process as Ctrl-Z does, until SIGCONT.  False if the kernel did
 * not stop it, as no shell could continue it. */
bool signals_stop(void);
/*
 * Descriptors of the terminal that is written to: our own, and curses' copy, -1
 * none.  If it accepts no output for about a second after such a signal, it is
 * restored as in a crash; writing to them, or to stderr where that is a
 * terminal, fails from then on.
 */
void signals_terminal(int fd, int curses);
/* The pty master that must outlive a crash, -1 none. */
void signals_keep_pty(int master);

#endif
