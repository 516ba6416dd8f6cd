/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Putting the terminal back, also from within a signal handler: the settings
 * are saved before curses changes them, the strings fetched from terminfo
 * right after.  Apart from term/curses.c because <term.h> defines a macro for
 * every capability.
 */
#ifndef TERM_RESCUE_H
#define TERM_RESCUE_H

#include "base/err.h"

/* Before curses takes the terminal over. */
void rescue_save(int fd);
/* After it: term_emergency() works from here on. */
void rescue_arm(void);
/* The terminal is being put back the ordinary way. */
void rescue_disarm(void);
/* -ENOTSUP, with the name of the type. */
int rescue_unknown_type(struct err *err);

#endif
