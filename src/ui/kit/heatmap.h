/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The grid of a heatmap: each character shows two cells of the same size. */
#ifndef UI_KIT_HEATMAP_H
#define UI_KIT_HEATMAP_H

#include <stdint.h>

#include "ui/kit/style.h"

#define MAP_COLS 64

/* Returns the smallest cell size, in pages, at which a map of `pages` pages has
 * at most `rows` rows. */
static inline uint64_t pages_fit(uint64_t pages, int cols, int rows)
{
	uint64_t room = 2 * (uint64_t)cols * (rows > 0 ? (uint64_t)rows : 1);
	uint64_t cell = 1;

	while (cell < UINT64_MAX / 2 / room && cell * room < pages)
		cell *= 2;
	return cell;
}

/* The character for a role, if both halves of the character have that role. */
const char *pages_glyph(const struct look *look, enum style_role role);

#endif
