/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moving in the map of all regions, and the text of its folds. */
#include <config.h>

#include "ui/pages/space.h"

#include "base/fmt.h"
#include "ui/kit/i18n.h"

const struct space_cell *space_map_cell(const struct space_map *sm,
					uint64_t i)
{
	uint64_t line = 2 * (uint64_t)sm->cols;
	const struct space_row *row;

	if (i / line >= sm->rows.n)
		return NULL;
	row = &sm->rows.v[i / line];
	return i % line < row->cells ? &sm->cells.v[row->cell + i % line]
				     : NULL;
}

uint64_t space_map_of(const struct space_map *sm, uint64_t addr)
{
	uint64_t line = 2 * (uint64_t)sm->cols;
	const struct space_row *row;
	size_t at = vec_lower(&sm->rows, r, r->start <= addr), k;

	if (!sm->rows.n)
		return 0;
	at -= at > 0;
	row = &sm->rows.v[at];
	for (k = 0; k + 1 < row->cells; k++)
		if (sm->cells.v[row->cell + k].end > addr)
			break;
	return at * line + k;
}

bool space_map_at(const struct space_map *sm, uint64_t i, uint64_t *addr,
		  size_t *region)
{
	uint64_t line = 2 * (uint64_t)sm->cols;
	const struct space_cell *cell = space_map_cell(sm, i);
	const struct space_row *row;

	if (cell) {
		*addr = cell->start;
		*region = cell->region;
		return true;
	}
	if (i / line >= sm->rows.n || i % line)
		return false;
	row = &sm->rows.v[i / line];
	if (!row->fold || row->region == SIZE_MAX)
		return false;
	*addr = row->at;
	*region = row->region;
	return true;
}

/* Moves *i to the nearest index in its row where the cursor can be.  Returns
 * false if the row has none. */
static bool settle(const struct space_map *sm, uint64_t *i)
{
	uint64_t line = 2 * (uint64_t)sm->cols, cols = (uint64_t)sm->cols;
	const struct space_row *row = &sm->rows.v[*i / line];
	uint64_t k = *i % line;

	if (row->fold) {
		*i -= k;
		return row->region != SIZE_MAX;
	}
	if (k >= row->cells)
		k = k % cols < row->cells ? k % cols : row->cells - 1;
	*i = *i / line * line + k;
	return true;
}

uint64_t space_map_move(const struct space_map *sm, uint64_t i, uint64_t step,
			bool forward)
{
	uint64_t line = 2 * (uint64_t)sm->cols, rows = sm->rows.n;
	uint64_t to = i;

	for (;;) {
		uint64_t addr, at;
		size_t region;

		if (forward ? to + step >= rows * line : to < step)
			return i;
		to = forward ? to + step : to - step;
		if (step == 1) {
			if (space_map_at(sm, to, &addr, &region))
				return to;
			continue;
		}
		at = to;
		if (settle(sm, &at) && at != i &&
		    (forward ? at > i : at < i))
			return at;
	}
}

uint64_t space_map_end(const struct space_map *sm, bool last)
{
	uint64_t line = 2 * (uint64_t)sm->cols, addr, n = sm->rows.n * line;
	size_t region;

	for (uint64_t k = 0; k < n; k++) {
		uint64_t i = last ? n - 1 - k : k;

		if (space_map_at(sm, i, &addr, &region))
			return i;
	}
	return 0;
}

void space_fold_words(struct str *out, const struct space_row *row,
		      bool ascii)
{
	char buf[FMT_MAX];

	str_adds(out, ascii ? "... " : "… ");
	if (row->unmapped)
		str_addf(out, _("%s not mapped"),
			 fmt_size(buf, row->unmapped));
	if (row->unmapped && row->untouched)
		str_adds(out, ", ");
	if (row->untouched)
		str_addf(out, _("%s untouched"),
			 fmt_size(buf, row->untouched));
}
