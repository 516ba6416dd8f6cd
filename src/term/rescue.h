/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Putting the terminal back when whoever changed it cannot: from within a
 * signal handler, or from the other role.
 *
 *	rescue_share()			before the roles part
 *	rescue_save(fd)			before the terminal is changed
 *	  rescue_arm(modes)		the strings of terminfo are known
 *	  rescue_changed()		these settings are ours
 *	rescue_disarm()			as it was, by ourselves
 *	rescue_by_other(fd)		or by the engine, when the screen is gone
 *
 * Settings and strings lie in memory that both roles share.  Exactly one of
 * them puts the terminal back: who takes the `active` mark.  The other role
 * leaves settings alone that the screen did not make: a shell may have the
 * terminal already.
 *
 * Apart from term/curses.c because <term.h> defines a macro for every
 * capability.
 */
#ifndef TERM_RESCUE_H
#define TERM_RESCUE_H

#include "base/err.h"

/* Loads terminfo, which rescue_arm() and rescue_capability() need. */
MUST_CHECK int rescue_load(struct err *err);
/* What terminfo has for the current terminal; NULL: nothing. */
const char *rescue_capability(const char *name);

/* Without it, or when there is no memory for it, only we can. */
void rescue_share(void);
void rescue_save(int fd);
/* modes: what is to be written beside them, "" nothing. */
void rescue_arm(const char *modes);
/* The same where only settings are changed: there is nothing to be written. */
void rescue_arm_settings(void);
void rescue_changed(void);
/* The terminal was put back but for its settings. */
void rescue_disarm(void);
/* fd: a descriptor of that terminal of the caller's own.  Never blocks. */
void rescue_by_other(int fd);
/* -ENOTSUP, with the name of the type. */
int rescue_unknown_type(struct err *err);

#endif
