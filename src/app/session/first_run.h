/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether mmtop's screen was never shown to this user before.  What tells is
 * an empty file, $XDG_STATE_HOME/mmtop/seen, and without that variable
 * ~/.local/state/mmtop/seen.
 */
#ifndef APP_SESSION_FIRST_RUN_H
#define APP_SESSION_FIRST_RUN_H

#include <stdbool.h>

/* Makes the file.  False also where it cannot be made, as nobody is to be told
 * the same each time, and in the home of another user (sudo). */
bool first_run(void);

#endif
