/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Detects whether this user sees mmtop's screen for the first time.  Each run
 * leaves an empty file: $XDG_STATE_HOME/mmtop/seen, or
 * ~/.local/state/mmtop/seen if that variable is not set.
 */
#ifndef APP_SESSION_FIRST_RUN_H
#define APP_SESSION_FIRST_RUN_H

#include <stdbool.h>

/* Returns true if the file did not exist, and creates it.  Returns false in the
 * home of another user (sudo), and if the file cannot be created: otherwise
 * each start would show the hint for new users. */
bool first_run(void);

#endif
