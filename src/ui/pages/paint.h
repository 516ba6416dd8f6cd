/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the colours of the heatmap mean: a table with one entry for each paint.
 *
 * `v` cycles through the paints.  A paint has functions for the role of a cell
 * and for the reason if data are missing, and the texts of the legend.  If the
 * kernel or mmtop lacks the data, presence is painted instead, and the legend
 * shows the reason.
 *
 *	pages_paints[map->paint].role(map, &cell)
 *
 * To add a property of pages, add a field to struct pages_cell, fill it in
 * pages_cell(), sum it up in pages_cell_add(), and add its role and legend
 * here.
 */
#ifndef UI_PAGES_PAINT_H
#define UI_PAGES_PAINT_H

#include <stdbool.h>

#include "ui/kit/style.h"

struct pages_map;
struct pages_cell;

enum paint {
	PAINT_PRESENCE, PAINT_AGE, PAINT_WRITES, PAINT_SHARING, PAINT_FAULTS,
	PAINT_STATE, PAINT_HEAP,
	PAINTS
};

/* A role with its meaning, for rows 2 to 4 of the legend next to the map.
 * `brief` is the meaning in the single line below the map; NULL: that line
 * omits the role. */
struct paint_sign {
	int row;
	enum style_role role;
	const char *words, *brief;	/* both marked with N_() */
};

struct pages_paint {
	const char *name;		/* marked with N_(); at most 14
					 * columns */
	/* Returns NULL if the paint is possible, otherwise a whole sentence
	 * with the reason, translated.  Without a function, the paint is always
	 * possible. */
	const char *(*why_not)(const struct pages_map *map);
	/* The role of a cell that has pages, all of which were scanned.  If a
	 * character shows two lines, `cell` is the sum of both cells. */
	enum style_role (*role)(const struct pages_map *map,
				const struct pages_cell *cell);
	/* With few colours, half blocks show which of the two cells have
	 * resident pages. */
	bool halves;
	/* The legend: a ramp from `least` to `most`, or else a list of signs,
	 * which ends at the first sign without words.  Presence has a legend of
	 * its own. */
	const char *least, *most;	/* marked with N_(); NULL: there is no
					 * ramp */
	const char *note;		/* text below the ramp, marked with
					 * N_(); NULL: there is no text */
	struct paint_sign signs[8];
	/* Cells that have none of the signs are painted like presence, and the
	 * legend shows the ramp of presence, too. */
	bool ramp;
};

extern const struct pages_paint pages_paints[PAINTS];

#endif
