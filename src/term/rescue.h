/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Restores the terminal in a signal handler, or from another process when the
 * screen process is dead.
 *
 *	rescue_share()			before fork()
 *	rescue_save(fd)			before the terminal is changed
 *	  rescue_arm(modes)		prepares the strings of terminfo
 *	  rescue_changed()		remembers the screen's settings
 *	rescue_disarm()			restores the terminal normally
 *	rescue_from_engine(fd)		or: the engine restores the terminal
 *
 * Settings and strings are in memory that the screen process and the engine
 * process share.  Exactly one process restores the terminal: the one that
 * clears `active`.  The engine restores the settings only if they are still the
 * screen's: otherwise a shell may already use the terminal.
 *
 * This file is separate from term/curses.c because <term.h> defines a macro for
 * every capability.
 */
#ifndef TERM_RESCUE_H
#define TERM_RESCUE_H

#include "base/err.h"

/* Loads terminfo, which rescue_arm() and rescue_capability() need. */
MUST_CHECK int rescue_load(struct err *err);
/* Returns the terminfo string of the current terminal, or NULL. */
const char *rescue_capability(const char *name);

/* Moves the data to shared memory.  If this is not called or fails, only the
 * calling process can restore the terminal. */
void rescue_share(void);
void rescue_save(int fd);
/* Prepares the terminfo strings.  `modes` has further sequences to write; it
 * may be "". */
void rescue_arm(const char *modes);
/* Like rescue_arm(), but prepares no strings: only the settings will be
 * restored. */
void rescue_arm_settings(void);
void rescue_changed(void);
/* Restores the settings.  Call it after all other changes are undone. */
void rescue_disarm(void);
/* Restores the terminal from the engine.  fd is the engine's own descriptor of
 * the terminal.  Never blocks. */
void rescue_from_engine(int fd);
/* Sets err to a message with the name of the terminal type; returns
 * -ENOTSUP. */
int rescue_unknown_type(struct err *err);

#endif
