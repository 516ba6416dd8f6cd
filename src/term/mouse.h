/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Decodes the mouse reports of a terminal.
 *
 *	ESC [ <  0 ; 11 ; 4 M		SGR (mode 1006): press at row 3, column
 *					10; `m` instead of `M`: release
 *	ESC [ M  0x20 0x2b 0x24		the same press without mode 1006 (X10)
 *
 * Curses recognizes the first three bytes; the bytes that follow are passed to
 * this decoder one by one.  The decoder uses no terminal.  mmtop does not use
 * the mouse support of curses, which reports no drags, delays clicks, and needs
 * terminfo capabilities that many entries lack.
 */
#ifndef TERM_MOUSE_H
#define TERM_MOUSE_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/kit/command.h"

/* Requests reports, in SGR format, of buttons and the wheel (mode 1000) and of
 * motion while a button is held (mode 1002). */
#define MOUSE_ON "\033[?1000h\033[?1002h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1002l\033[?1000l"

struct mouse_decoder {
	bool sgr;
	size_t n;			/* bytes read so far */
	int field;			/* index of the current field of an SGR
					 * report, 0 to 2 */
	int v[3];			/* code, column and row of the report;
					 * columns and rows start at 1 */
};

enum mouse_state {
	MOUSE_MORE,			/* more bytes are needed */
	MOUSE_DONE,			/* the report is complete; if its op is
					 * MOUSE_NONE, ignore it */
	MOUSE_BAD,			/* the byte is not part of a report */
};

void mouse_begin(struct mouse_decoder *d, bool sgr);
enum mouse_state mouse_byte(struct mouse_decoder *d, int byte,
			    struct mouse *out);

#endif
