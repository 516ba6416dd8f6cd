/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Converts a canvas to an SVG picture with the cells and colours that the
 * terminal shows.
 *
 * A cell is 8 by 16 units.  Blocks, shades, bars and lines are drawn as shapes,
 * so that they join in every font.  Text is drawn in pieces, which are aligned
 * to the grid and stretched to the width of their cells.  The same cells always
 * give the same bytes.  The result is valid XML, whatever the cells contain.
 */
#ifndef TERM_CANVAS_SVG_H
#define TERM_CANVAS_SVG_H

#include <stdbool.h>

#include "base/str.h"
#include "ui/kit/canvas.h"

/* `colors` is 256, 8 or 0, as in theme_ink(). */
void canvas_svg(struct str *out, const struct canvas *c, int colors,
		enum theme theme);

#endif
