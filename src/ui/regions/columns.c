/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/regions/columns.h"

#include "ui/kit/i18n.h"

#define GUTTER 2
#define WRITTEN 9
#define BAR 16
#define BAR_HALF 8
#define BAR_LEAST 4
#define WHAT_LEAST 11
#define WHAT_FULL 23
#define WHAT_WIDE 40
#define FLAGS_FROM 140
#define FLAGS 28
#define OWNER 20

static const struct table_column columns[REGION_COLUMNS] = {
	/* TRANSLATORS: heads of columns; the columns each may take are
	 * ADDRESS 12, SIZE RSS PSS SWAP 5, RSS/s 6, WRITTEN/s 9, PERM 4,
	 * WHAT 10, OWNER 20, FLAGS 28, RESIDENT 16. */
	[COL_ADDRESS] = { N_("ADDRESS"), 0, false, 1 + SORT_ADDRESS,
			  .cell = region_address_cell },
	[COL_SIZE] = { N_("SIZE"), 1, true, 1 + SORT_SIZE,
		       .cell = region_size_cell },
	[COL_RSS] = { N_("RSS"), 1, true, 1 + SORT_RSS,
		      .cell = region_rss_cell },
	[COL_RATE] = { N_("RSS/s"), 1, true, 1 + SORT_RATE,
		       .cell = region_rate_cell },
	[COL_PSS] = { N_("PSS"), 1, true, 1 + SORT_PSS,
		      .cell = region_pss_cell },
	[COL_SWAP] = { N_("SWAP"), 1, true, 1 + SORT_SWAP,
		       .cell = region_swap_cell },
	/* TRANSLATORS: pages that a program writes to, a second. */
	[COL_WRITTEN] = { N_("WRITTEN/s"), 1, true, 1 + SORT_WRITTEN,
			  .cell = region_written_cell },
	[COL_PERM] = { N_("PERM"), 1, false, 0, .cell = region_perm_cell },
	/* The second blank is for the sign of a fold. */
	[COL_WHAT] = { N_("WHAT"), 2, false, 1 + SORT_NAME,
		       .cell = region_what_cell },
	[COL_OWNER] = { N_("OWNER"), 1, false, 0, .cell = region_owner_cell },
	[COL_FLAGS] = { N_("FLAGS"), 1, false, 0, .cell = region_flags_cell },
	[COL_RESIDENT] = { N_("RESIDENT"), 1, false, 0,
			   .cell = region_resident_cell },
};

/* The order in which columns come as the width grows. */
static const struct table_step usual[] = {
	{ COL_RSS, 5 }, { COL_WHAT, WHAT_LEAST }, { COL_PERM, 4 },
	{ COL_SIZE, 5 }, { COL_RATE, 6 }, { COL_RESIDENT, BAR_LEAST },
	{ COL_RESIDENT, BAR_HALF }, { COL_WHAT, WHAT_FULL - 1 },
	{ COL_RESIDENT, BAR }, { COL_WHAT, WHAT_FULL }, { COL_PSS, 5 },
	{ COL_SWAP, 5 }, { COL_OWNER, OWNER }, { COL_WRITTEN, WRITTEN },
};
static const struct table_step tracking[] = {
	{ COL_RSS, 5 }, { COL_WHAT, WHAT_LEAST }, { COL_PERM, 4 },
	{ COL_SIZE, 5 }, { COL_RATE, 6 }, { COL_WRITTEN, WRITTEN },
	{ COL_RESIDENT, BAR_LEAST }, { COL_RESIDENT, BAR_HALF },
	{ COL_WHAT, WHAT_FULL - 1 }, { COL_RESIDENT, BAR },
	{ COL_WHAT, WHAT_FULL }, { COL_PSS, 5 }, { COL_SWAP, 5 },
	{ COL_OWNER, OWNER },
};
#define STEPS(steps) (steps), sizeof (steps) / sizeof *(steps)

void region_layout(struct region_layout *l, int width, int digits,
		   bool tracked, uint32_t hidden)
{
	int room;

	*l = (struct region_layout){
		.digits = width < 60 ? digits : REGION_DIGITS,
		.width = width,
	};
	l->at[COL_ADDRESS].cols = l->digits;
	room = width - GUTTER - l->digits;
	if (tracked)
		room = table_fill(l->at, columns, STEPS(tracking), room,
				  hidden);
	else
		room = table_fill(l->at, columns, STEPS(usual), room, hidden);
	if (width >= FLAGS_FROM && room > FLAGS &&
	    !(hidden & 1u << COL_FLAGS)) {
		int grow = WHAT_WIDE - WHAT_FULL;

		l->at[COL_FLAGS].cols = FLAGS;
		room -= 1 + FLAGS;
		if (room > grow) {
			/* Half to each: names and flags grow together. */
			l->at[COL_FLAGS].cols += (room - grow) / 2;
			room -= (room - grow) / 2;
		}
	}
	if (l->at[COL_WHAT].cols && room > 0)
		l->at[COL_WHAT].cols += room;
	table_place(l->at, columns, REGION_COLUMNS, GUTTER);
}

int region_digits(const struct region_rows *rr)
{
	uint64_t differ = 0, first;
	int digits = 4;

	if (rr->order.n == 0)
		return REGION_DIGITS;
	first = rr->order.v[0]->start;
	for (size_t i = 1; i < rr->order.n; i++)
		differ |= first ^ rr->order.v[i]->start;
	while (digits < REGION_DIGITS && differ >> (4 * digits))
		digits++;
	return digits;
}

void region_header(struct canvas *c, const struct region_layout *l, int row)
{
	table_heads(c, row, columns, l->at, REGION_COLUMNS);
}

void region_cells(const struct table_cell *like)
{
	const struct region_drawing *d = like->arg;

	table_cells(like, columns, d->layout->at, REGION_COLUMNS);
}
