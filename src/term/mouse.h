/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a terminal sends of the mouse, to what the mouse did.
 *
 *	ESC [ <  0 ; 11 ; 4 M		SGR (mode 1006): press at row 3, column
 *					10; `m` instead of `M`: release
 *	ESC [ M  0x20 0x2b 0x24		the same where 1006 is not known (X10)
 *
 * Curses finds the first three bytes; those after them come here one by one,
 * as they come in.  Pure: no terminal.  curses' own mouse is not used: it
 * knows of no drag, holds clicks back, and needs of terminfo what many
 * entries do not have.
 */
#ifndef TERM_MOUSE_H
#define TERM_MOUSE_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/kit/command.h"

/* Buttons and the wheel (1000), moves with a button held (1002), as SGR. */
#define MOUSE_ON "\033[?1000h\033[?1002h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1002l\033[?1000l"

struct mouse_decoder {
	bool sgr;
	size_t n;			/* bytes so far */
	int field;			/* of SGR: 0 to 2 */
	int v[3];			/* code, column and row, from 1 */
};

enum mouse_state {
	MOUSE_MORE,			/* not all is here yet */
	MOUSE_DONE,			/* op MOUSE_NONE: nothing of interest */
	MOUSE_BAD,			/* the byte is none of it */
};

void mouse_begin(struct mouse_decoder *d, bool sgr);
enum mouse_state mouse_byte(struct mouse_decoder *d, int byte,
			    struct mouse *out);

#endif
