/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of ncurses that <curses.h> declares, loaded late: see
 * late/late.h. */
#ifndef LATE_CURSES_H
#define LATE_CURSES_H

#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <curses.h>

#include "late/late.h"

#define LATE_CURSES(X) \
	X(clearok) X(COLOR_PAIRS) X(COLORS) X(COLS) X(curs_set) X(curscr) \
	X(define_key) X(delscreen) X(endwin) X(has_colors) \
	X(init_extended_pair) X(init_pair) X(key_defined) X(keypad) \
	X(LINES) X(newterm) X(nodelay) X(noecho) X(nonl) X(raw) \
	X(resize_term) X(set_escdelay) X(setcchar) X(start_color) X(stdscr) \
	X(typeahead) X(ungetch) X(use_default_colors) X(wadd_wch) X(werase) \
	X(wget_wch) X(wgetch) X(wmove) X(wrefresh)

LATE_TABLE(curses, LATE_CURSES);

#ifndef LATE_LINKED
#define clearok (*late_curses.clearok)
#define COLOR_PAIRS (*late_curses.COLOR_PAIRS)
#define COLORS (*late_curses.COLORS)
#define COLS (*late_curses.COLS)
#define curs_set (*late_curses.curs_set)
#define curscr (*late_curses.curscr)
#define define_key (*late_curses.define_key)
#define delscreen (*late_curses.delscreen)
#define endwin (*late_curses.endwin)
#define has_colors (*late_curses.has_colors)
#define init_extended_pair (*late_curses.init_extended_pair)
#define init_pair (*late_curses.init_pair)
#define key_defined (*late_curses.key_defined)
#define keypad (*late_curses.keypad)
#define LINES (*late_curses.LINES)
#define newterm (*late_curses.newterm)
#define nodelay (*late_curses.nodelay)
#define noecho (*late_curses.noecho)
#define nonl (*late_curses.nonl)
#define raw (*late_curses.raw)
#define resize_term (*late_curses.resize_term)
#define set_escdelay (*late_curses.set_escdelay)
#define setcchar (*late_curses.setcchar)
#define start_color (*late_curses.start_color)
#define stdscr (*late_curses.stdscr)
#define typeahead (*late_curses.typeahead)
#define ungetch (*late_curses.ungetch)
#define use_default_colors (*late_curses.use_default_colors)
#define wadd_wch (*late_curses.wadd_wch)
#define werase (*late_curses.werase)
#define wget_wch (*late_curses.wget_wch)
#define wgetch (*late_curses.wgetch)
#define wmove (*late_curses.wmove)
#define wrefresh (*late_curses.wrefresh)
#endif

#endif
