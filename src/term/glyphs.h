/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Characters that an SVG picture draws as shapes, so that neighbours join and
 * no font needs to have them.
 */
#ifndef TERM_GLYPHS_H
#define TERM_GLYPHS_H

#include <stdbool.h>
#include <stdint.h>

enum glyph_shape {
	GLYPH_BAR,		/* a block of full width, from `from` to `to`
				 * eighths of the height */
	GLYPH_SHADE,		/* the whole cell, with `to` percent opacity */
	GLYPH_LINE,		/* lines from the middle of the cell to the
				 * edges in `arms` */
	GLYPH_RIGHTWARDS, GLYPH_DOWNWARDS	/* small triangles */
};
enum glyph_arm { ARM_LEFT = 1, ARM_RIGHT = 2, ARM_UP = 4, ARM_DOWN = 8 };

struct glyph {
	const char *text;
	enum glyph_shape shape;
	uint8_t from, to;
	uint8_t arms;			/* bits of enum glyph_arm */
	bool heavy;
};

/* Returns NULL if text is not drawn as a shape. */
const struct glyph *glyph_of(const char *text);

#endif
