/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/regions/columns.h"

#include "ui/kit/i18n.h"

#define GUTTER 2
#define WRITTEN 9
#define BAR_HALF 8
#define BAR 16
#define BAR_MORE 24
#define BAR_LONG 32
#define BAR_MOST 96
#define WHAT_LEAST 11
#define WHAT_FULL 23
#define WHAT_WIDE 31
#define FLAGS 28
#define FLAGS_MOST 48
#define OWNER_LEAST 14
#define OWNER 20
#define OWNER_MOST 48

static const struct table_column columns[REGION_COLUMNS] = {
	/* TRANSLATORS: heads of columns.  A long head widens its column; a
	 * narrow pane then shows fewer columns. */
	[COL_ADDRESS] = { N_("ADDRESS"),
		N_("Address of the first byte of the region."),
		0, false, 1 + SORT_ADDRESS, .cell = region_address_cell },
	[COL_SIZE] = { N_("SIZE"),
		N_("Size of the region, whether in memory or not."),
		1, true, 1 + SORT_SIZE, .cell = region_size_cell },
	[COL_RSS] = { N_("RSS"),
		N_("Resident: the part that is in memory now."),
		1, true, 1 + SORT_RSS, .cell = region_rss_cell },
	[COL_RATE] = { N_("RSS/s"),
		N_("Growth of RSS per second, mean over 5 s."),
		1, true, 1 + SORT_RATE, .cell = region_rate_cell },
	[COL_PSS] = { N_("PSS"),
		N_("RSS, with each shared page divided by the number of its "
		   "users."),
		1, true, 1 + SORT_PSS, .cell = region_pss_cell },
	[COL_SWAP] = { N_("SWAP"),
		N_("The part that is in swap."),
		1, true, 1 + SORT_SWAP, .cell = region_swap_cell },
	/* TRANSLATORS: pages that a program writes to, per second. */
	[COL_WRITTEN] = { N_("WRITTEN/s"),
		N_("Pages that the program writes to, per second; W starts "
		   "the count."),
		1, true, 1 + SORT_WRITTEN, .cell = region_written_cell },
	[COL_PERM] = { N_("PERM"),
		N_("r read, w write, x execute, p private, s shared; (5): a "
		   "row of 5 regions."),
		1, false, 0, .cell = region_perm_cell },
	/* WHAT has two blanks before it: the second is for the sign of a
	 * fold. */
	[COL_WHAT] = { N_("WHAT"),
		N_("File or purpose of the region; the colour is its kind."),
		2, false, 1 + SORT_NAME, .cell = region_what_cell },
	[COL_OWNER] = { N_("OWNER"),
		N_("Library, arena or thread that the region belongs to; - is "
		   "unknown."),
		1, false, 0, .cell = region_owner_cell },
	[COL_FLAGS] = { N_("FLAGS"),
		N_("Flags of mmap(2) and madvise(2), such as NORESERVE; other "
		   "VmFlags of smaps as two letters."),
		1, false, 0, .cell = region_flags_cell },
	[COL_RESIDENT] = { N_("RESIDENT"),
		N_("Where the region has pages in memory; low addresses are "
		   "at the left."),
		1, false, 0, .cell = region_resident_cell },
};

const struct terms_part region_columns_part = {
	N_("COLUMNS"), columns, NULL, REGION_COLUMNS,
};

/* The order in which columns appear or grow when the pane becomes wider. */
static const struct table_step usual[] = {
	{ COL_RSS, 5 }, { COL_WHAT, WHAT_LEAST }, { COL_PERM, 4 },
	{ COL_SIZE, 5 }, { COL_RATE, 6 },
	{ COL_RESIDENT, BAR_HALF }, { COL_WHAT, WHAT_FULL - 2 },
	{ COL_RESIDENT, BAR }, { COL_WHAT, WHAT_FULL }, { COL_PSS, 5 },
	{ COL_SWAP, 5 }, { COL_OWNER, OWNER_LEAST },
	{ COL_RESIDENT, BAR_MORE }, { COL_OWNER, OWNER },
	{ COL_FLAGS, FLAGS }, { COL_WHAT, WHAT_WIDE },
	{ COL_RESIDENT, BAR_LONG }, { COL_WRITTEN, WRITTEN },
};
static const struct table_step tracking[] = {
	{ COL_RSS, 5 }, { COL_WHAT, WHAT_LEAST }, { COL_PERM, 4 },
	{ COL_SIZE, 5 }, { COL_RATE, 6 }, { COL_WRITTEN, WRITTEN },
	{ COL_RESIDENT, BAR_HALF }, { COL_WHAT, WHAT_FULL - 2 },
	{ COL_RESIDENT, BAR },
	{ COL_WHAT, WHAT_FULL }, { COL_PSS, 5 }, { COL_SWAP, 5 },
	{ COL_OWNER, OWNER_LEAST }, { COL_RESIDENT, BAR_MORE },
	{ COL_OWNER, OWNER }, { COL_FLAGS, FLAGS }, { COL_WHAT, WHAT_WIDE },
	{ COL_RESIDENT, BAR_LONG },
};
#define STEPS(steps) (steps), sizeof (steps) / sizeof *(steps)

/* Beyond these widths the bar takes half of the room.  Names take the rest of
 * it, so that the bar ends at the edge of the pane. */
static const struct table_share shares[] = {
	{ COL_RESIDENT, 3, 8, BAR_MOST }, { COL_FLAGS, 1, 1, FLAGS_MOST },
	{ COL_OWNER, 1, 1, OWNER_MOST }, { COL_WHAT, 1, 1, 0 },
};

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
	(void)table_share(l->at, STEPS(shares), room);
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
