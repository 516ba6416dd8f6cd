/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/regions_columns.h"

#include "ui/i18n.h"

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

/* sort: by what a click on the head sorts, 1 more than enum region_sort; 0: by
 * nothing. */
static const struct {
	const char *head;
	bool right;
	int sort;
} columns[REGION_COLUMNS] = {
	/* TRANSLATORS: heads of columns; the columns each may take are
	 * ADDRESS 12, SIZE RSS PSS SWAP 5, RSS/s 6, WRITTEN/s 9, PERM 4,
	 * WHAT 10, OWNER 20, FLAGS 28, RESIDENT 16. */
	[COL_ADDRESS] = { N_("ADDRESS"), false, 1 + SORT_ADDRESS },
	[COL_SIZE] = { N_("SIZE"), true, 1 + SORT_SIZE },
	[COL_RSS] = { N_("RSS"), true, 1 + SORT_RSS },
	[COL_RATE] = { N_("RSS/s"), true, 1 + SORT_RATE },
	[COL_PSS] = { N_("PSS"), true, 1 + SORT_PSS },
	[COL_SWAP] = { N_("SWAP"), true, 1 + SORT_SWAP },
	/* TRANSLATORS: pages that a program writes to, a second. */
	[COL_WRITTEN] = { N_("WRITTEN/s"), true, 1 + SORT_WRITTEN },
	[COL_PERM] = { N_("PERM"), false, 0 },
	[COL_WHAT] = { N_("WHAT"), false, 1 + SORT_NAME },
	[COL_OWNER] = { N_("OWNER"), false, 0 },
	[COL_FLAGS] = { N_("FLAGS"), false, 0 },
	[COL_RESIDENT] = { N_("RESIDENT"), false, 0 },
};

const char *const region_column_names[REGION_COLUMNS + 1] = {
	[COL_ADDRESS] = "address", [COL_SIZE] = "size", [COL_RSS] = "rss",
	[COL_RATE] = "rate", [COL_PSS] = "pss", [COL_SWAP] = "swap",
	[COL_WRITTEN] = "written", [COL_PERM] = "perm", [COL_WHAT] = "what",
	[COL_OWNER] = "owner", [COL_FLAGS] = "flags",
	[COL_RESIDENT] = "resident",
};

struct step {
	enum region_column column;
	int cols;
};

/*
 * The order in which columns come as the width grows, each with the blank
 * before it.  WHAT has two: the second is the fold's sign.
 */
static const struct step usual[] = {
	{ COL_RSS, 1 + 5 }, { COL_WHAT, 2 + WHAT_LEAST }, { COL_PERM, 1 + 4 },
	{ COL_SIZE, 1 + 5 }, { COL_RATE, 1 + 6 },
	{ COL_RESIDENT, 1 + BAR_LEAST }, { COL_RESIDENT, 1 + BAR_HALF },
	{ COL_WHAT, 2 + WHAT_FULL - 1 }, { COL_RESIDENT, 1 + BAR },
	{ COL_WHAT, 2 + WHAT_FULL }, { COL_PSS, 1 + 5 }, { COL_SWAP, 1 + 5 },
	{ COL_OWNER, 1 + OWNER }, { COL_WRITTEN, 1 + WRITTEN },
	{ COL_ADDRESS, 0 },
};
static const struct step tracking[] = {
	{ COL_RSS, 1 + 5 }, { COL_WHAT, 2 + WHAT_LEAST }, { COL_PERM, 1 + 4 },
	{ COL_SIZE, 1 + 5 }, { COL_RATE, 1 + 6 }, { COL_WRITTEN, 1 + WRITTEN },
	{ COL_RESIDENT, 1 + BAR_LEAST }, { COL_RESIDENT, 1 + BAR_HALF },
	{ COL_WHAT, 2 + WHAT_FULL - 1 }, { COL_RESIDENT, 1 + BAR },
	{ COL_WHAT, 2 + WHAT_FULL }, { COL_PSS, 1 + 5 }, { COL_SWAP, 1 + 5 },
	{ COL_OWNER, 1 + OWNER }, { COL_ADDRESS, 0 },
};

/* Up to the address' own, which is there in any case. */
static int choose(const struct step *step, int cols[REGION_COLUMNS], int room,
		  uint32_t hidden)
{
	for (; step->column != COL_ADDRESS; step++) {
		int more = step->cols - cols[step->column];

		if (hidden & 1u << step->column)
			continue;
		if (more > room)
			break;
		cols[step->column] = step->cols;
		room -= more;
	}
	return room;
}

void region_layout(struct region_layout *l, int width, int digits,
		   bool tracked, uint32_t hidden)
{
	static const enum region_column order[] = {
		COL_ADDRESS, COL_SIZE, COL_RSS, COL_RATE, COL_PSS, COL_SWAP,
		COL_WRITTEN, COL_PERM, COL_WHAT, COL_OWNER, COL_FLAGS,
		COL_RESIDENT,
	};
	int cols[REGION_COLUMNS] = { 0 };
	int room, col = GUTTER;

	*l = (struct region_layout){
		.digits = width < 60 ? digits : REGION_DIGITS,
		.width = width,
	};
	cols[COL_ADDRESS] = l->digits;
	room = choose(tracked ? tracking : usual, cols,
		      width - GUTTER - l->digits, hidden);
	if (width >= FLAGS_FROM && room > FLAGS &&
	    !(hidden & 1u << COL_FLAGS)) {
		int grow = WHAT_WIDE - WHAT_FULL;
		cols[COL_FLAGS] = 1 + FLAGS;
		room -= 1 + FLAGS;
		if (room > grow) {
			/* Half to each: names and flags grow together. */
			cols[COL_FLAGS] += (room - grow) / 2;
			room -= (room - grow) / 2;
		}
	}
	if (cols[COL_WHAT] && room > 0)
		cols[COL_WHAT] += room;
	for (size_t i = 0; i < REGION_COLUMNS; i++) {
		enum region_column column = order[i];
		int gap = column == COL_ADDRESS ? 0
			  : column == COL_WHAT	? 2
						: 1;

		if (!cols[column])
			continue;
		l->at[column].col = col + gap;
		l->at[column].cols = cols[column] - gap;
		col += cols[column];
	}
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
	for (size_t i = 0; i < REGION_COLUMNS; i++) {
		int col = l->at[i].col, cols = l->at[i].cols;

		if (columns[i].right)
			canvas_rfield(c, row, col, cols, STYLE_DIM,
				      _(columns[i].head));
		else
			canvas_field(c, row, col, cols, STYLE_DIM,
				     _(columns[i].head));
		if (columns[i].sort)
			canvas_hot(c, row, col, cols, (struct hot){
				.kind = HOT_COLUMN,
				.value = (uint64_t)columns[i].sort - 1,
			});
	}
}
