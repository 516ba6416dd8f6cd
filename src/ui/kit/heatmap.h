/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The grid of a heatmap: two cells a column, as many pages in each. */
#ifndef UI_KIT_HEATMAP_H
#define UI_KIT_HEATMAP_H

#include <stdint.h>

#define MAP_COLS 64

/* The smallest cell, in pages, so that all of so many pages take at most
 * `rows` map rows. */
static inline uint64_t pages_fit(uint64_t pages, int cols, int rows)
{
	uint64_t room = 2 * (uint64_t)cols * (rows > 0 ? (uint64_t)rows : 1);
	uint64_t cell = 1;

	while (cell < UINT64_MAX / 2 / room && cell * room < pages)
		cell *= 2;
	return cell;
}

#endif
