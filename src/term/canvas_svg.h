/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A canvas as a picture: SVG, of the same cells and colours as on a terminal.
 *
 * Every cell is 8 by 16 units.  Blocks, shades, bars and lines are drawn as
 * shapes, so that they join whatever the font; the rest is text, in pieces
 * that are each put on the grid and have its width.  A picture of equal cells
 * is equal byte for byte; it is valid XML whatever the cells hold.
 */
#ifndef TERM_CANVAS_SVG_H
#define TERM_CANVAS_SVG_H

#include <stdbool.h>

#include "base/str.h"
#include "ui/kit/canvas.h"

/* colors: 256, 8 or 0, as theme_ink() has it. */
void canvas_svg(struct str *out, const struct canvas *c, int colors,
		enum theme theme);

#endif
