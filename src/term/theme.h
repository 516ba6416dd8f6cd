/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Converts roles to colours: 256 colours of the xterm cube, 8, or none.
 *
 * This file has only tables, and uses no terminal.  The ramp of page densities
 * has rising lightness, so that it is readable with every kind of colour
 * vision; the light theme reverses the ramp.  The terminal's own palette is
 * never changed.
 */
#ifndef TERM_THEME_H
#define TERM_THEME_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/kit/style.h"

enum ink_attr { INK_BOLD = 1, INK_DIM = 2, INK_REVERSE = 4, INK_UNDERLINE = 8 };

struct ink {
	int16_t fg, bg;			/* color numbers, 0..255; -1: the
					 * terminal's default */
	uint8_t attrs;			/* bits of enum ink_attr */
};

/* `colors` is 256, 8 or 0. */
struct ink theme_ink(style st, int colors, enum theme theme);
/* Returns 0xRRGGBB of one of xterm's 256 colours. */
uint32_t theme_rgb(int color);

#endif
