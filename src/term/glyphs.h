/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Characters that are shapes: what a picture draws itself, so that neighbours
 * join and no font must have them.
 */
#ifndef TERM_GLYPHS_H
#define TERM_GLYPHS_H

#include <stdbool.h>
#include <stdint.h>

enum glyph_shape {
	GLYPH_BAR,		/* across the cell, from..to eighths high */
	GLYPH_SHADE,		/* the whole cell, `to` per cent of its colour */
	GLYPH_LINE,		/* from the middle to the edges that arms name */
	GLYPH_RIGHTWARDS, GLYPH_DOWNWARDS	/* small triangles */
};
enum glyph_arm { ARM_LEFT = 1, ARM_RIGHT = 2, ARM_UP = 4, ARM_DOWN = 8 };

struct glyph {
	const char *text;
	enum glyph_shape shape;
	uint8_t from, to;
	uint8_t arms;			/* enum glyph_arm */
	bool heavy;
};

/* NULL for what is text. */
const struct glyph *glyph_of(const char *text);

#endif
