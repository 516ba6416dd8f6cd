/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Signals that mmtop itself gets while it has the terminal.
 *
 * TERM, HUP, INT, TSTP, CONT and WINCH come in through a pipe, for a poll
 * loop; a second TERM, HUP or INT before the first was served ends the
 * process at once.  SEGV, ABRT, BUS, FPE and ILL put the terminal back and go
 * on to do what they do.  Handlers, not a signal mask: a launched program
 * inherits nothing of them.
 *
 * When mmtop dies the pty of a launched program must not: that would hang the
 * program up.  A small child then reads from it, and drops what it reads,
 * until nobody writes to it any more.
 */
#ifndef APP_SIGNALS_H
#define APP_SIGNALS_H

#include "base/err.h"

/* The descriptor to wait at, or -errno. */
MUST_CHECK int signals_open(void);
/* The next signal that came, 0 when there is none. */
int signals_next(void);
/* Puts back what was there before. */
void signals_close(void);

/* The pty master that must outlive a crash, -1 none. */
void signals_keep_pty(int master);
/* Leaves a child behind that reads from the pty until it ends.  Async-signal-
 * safe.  The caller's copy may be closed afterwards. */
void signals_drain(int master);

#endif
