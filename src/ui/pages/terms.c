/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the colours and signs of Pages mean, for the help. */
#include <config.h>

#include "ui/kit/i18n.h"
#include "ui/kit/terms.h"
#include "ui/pages/state.h"

static const struct term presence_list[] = {
	{ NULL, N_("No page of the cell is in memory."),
	  .st = STYLE_PG_ABSENT },
	{ NULL, N_("At least one page is in memory."), .st = STYLE_PG_1 },
	{ NULL, N_("More than half of the pages are."), .st = STYLE_PG_4 },
	{ NULL, N_("All of them are."), .st = STYLE_PG_6 },
	{ NULL,
	  N_("In swap: none is in memory, one or more are in swap."),
	  .st = STYLE_PG_SWAP },
	{ NULL, N_("New: pages have just come into memory."),
	  .st = STYLE_PG_NEW },
	{ NULL, N_("Gone: pages have just left memory."), .st = STYLE_PG_GONE },
	{ NULL, N_("Not scanned yet."), .st = STYLE_PG_UNKNOWN },
};
static const struct terms_part presence =
	TERMS_PART(N_("PAINT: PRESENCE"), presence_list);

static const struct term facts_list[] = {
	{ "maps, perf",
	  N_("Sources that reported the region: see Sources (9)."),
	  .st = STYLE_KEY },
	{ N_("CAUSE"),
	  N_("The call that mapped the region; then: the last madvise; perm: "
	     "its permissions so far."), .st = STYLE_KEY },
	{ N_("ever touched"),
	  N_("Part of the region that was in memory at some time."),
	  .st = STYLE_KEY },
	{ N_("returned"),
	  N_("Bytes that the program returned to the kernel."),
	  .st = STYLE_KEY },
	{ N_("largest hole"),
	  N_("Longest run of pages that are not in memory."),
	  .st = STYLE_KEY },
};
static const struct terms_part facts =
	TERMS_PART(N_("THE REGION"), facts_list);

static const struct term paints_list[] = {
	{ N_("change age"),
	  N_("Time since pages came or left: bright under 2 s, "
	     "then darker."), .st = STYLE_KEY },
	{ N_("writes"),
	  N_("Pages written in the last 2 s, and before; W starts "
	     "it."), .st = STYLE_PG_WRITTEN },
	{ N_("sharing"),
	  N_("From all shared to all exclusive (mapped only here)."),
	  .st = STYLE_KEY },
	{ N_("faults"),
	  N_("Time since the last page fault: bright under 2 s, "
	     "then darker."), .st = STYLE_KEY },
	{ N_("state"), N_("Swapped, huge, zero page, else as in presence."),
	  .st = STYLE_KEY },
	{ N_("heap"), N_("Share of the pages that live heap blocks fill."),
	  .st = STYLE_KEY },
};
static const struct terms_part paints =
	TERMS_PART(N_("OTHER PAINTS"), paints_list);

static const struct term states_list[] = {
	{ "s", N_("Swapped: the page is in swap."), .st = STYLE_PG_SWAP },
	{ "z",
	  N_("The zero page of the kernel: read, never written."),
	  .st = STYLE_PG_ZERO },
	{ "h", N_("Part of a huge page."), .st = STYLE_PG_HUGE },
};
static const struct terms_part states =
	TERMS_PART(N_("STATES"), states_list);

static const struct term around_list[] = {
	{ "▸▾", N_("Row and column of the cursor."),
	  .st = STYLE_KEY, .ascii = ">v" },
	{ "+256K", N_("Offset of that column in the row."), .st = STYLE_KEY },
	{ "▀",
	  N_("A character is two cells: the upper half is a line "
	     "of memory, the lower half the next line."),
	  .st = STYLE_KEY, .ascii = " " },
	{ "MAP_PRIVATE",
	  N_("Flags of mmap(2) and madvise(2) that the region has; other "
	     "VmFlags of smaps as two letters."),
	  .st = STYLE_KEY },
	{ N_("(read 2s ago)"),
	  N_("Age of a value that mmtop reads less often."),
	  .st = STYLE_KEY },
};
static const struct terms_part around =
	TERMS_PART(N_("AROUND THE MAP"), around_list);

const struct terms_part *const pages_terms[] = {
	&presence, &states, &around, &facts, &paints, &terms_common,
	NULL,
};
