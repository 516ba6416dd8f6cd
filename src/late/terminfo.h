/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ncurses, what <term.h> declares: late/late.h.
 * <term.h> turns many words into macros: only one file includes this.
 */
#ifndef LATE_TERMINFO_H
#define LATE_TERMINFO_H

#include <curses.h>
#include <term.h>

#include "late/late.h"

#define LATE_TERMINFO(X) \
	X(del_curterm) X(set_curterm) X(setupterm) X(tigetstr) X(tputs)

LATE_TABLE(terminfo, LATE_TERMINFO);

#ifndef LATE_LINKED
#define del_curterm (*late_terminfo.del_curterm)
#define set_curterm (*late_terminfo.set_curterm)
#define setupterm (*late_terminfo.setupterm)
#define tigetstr (*late_terminfo.tigetstr)
#define tputs (*late_terminfo.tputs)
#endif

#endif
