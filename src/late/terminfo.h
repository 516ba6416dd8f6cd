/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The part of ncurses that <term.h> declares, loaded late: see late/late.h.
 * Only one file includes this header, since <term.h> defines many words as
 * macros.
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
