/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the colours of the heatmap mean: one table, an entry a paint.
 *
 * `v` goes through it.  A paint says of one cell, or of several that share a
 * character, which role it has; what the roles mean (the legend); and, where
 * the kernel or mmtop cannot tell what it paints, why not: then presence is
 * painted in its place and the sentence stands in the legend.
 *
 *	pages_paints[map->paint].role(map, &cell)
 *
 * To add a fact about pages: a field of struct pages_cell, filled in
 * pages_cell() and added up in pages_cell_add(); its role and legend here.
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

/* A role with its meaning, in rows 2 to 4 of the legend beside the map; and
 * in few words, all on one line, for below it (NULL: not there). */
struct paint_sign {
	int row;
	enum style_role role;
	const char *words, *brief;	/* N_() */
};

struct pages_paint {
	const char *name;		/* N_(), at most 14 columns */
	/* NULL, or returns NULL: it can be painted.  Else a whole sentence,
	 * translated. */
	const char *(*why_not)(const struct pages_map *map);
	/* Of a cell that has pages, all of them scanned.  Of two lines in one
	 * character it is asked with their sum. */
	enum style_role (*role)(const struct pages_map *map,
				const struct pages_cell *cell);
	/* Where colours are few, half blocks show what is resident. */
	bool halves;
	/* The legend: the ramp from `least` to `most`, or signs up to one
	 * without words; presence makes its own. */
	const char *least, *most;	/* N_(); NULL: no ramp */
	const char *note;		/* N_(), below the ramp; or NULL */
	struct paint_sign signs[8];
	/* What has none of the signs is painted as presence is. */
	bool ramp;
};

extern const struct pages_paint pages_paints[PAINTS];

#endif
