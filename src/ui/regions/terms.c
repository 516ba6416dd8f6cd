/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the columns, marks and colours of Regions mean, for the help. */
#include <config.h>

#include "ui/kit/i18n.h"
#include "ui/kit/terms.h"
#include "ui/regions/columns.h"

static const struct term marks_list[] = {
	{ "+", N_("New in the last 2 s."), .st = STYLE_FL_NEW },
	{ "~",
	  N_("Size or permissions changed, or pages were returned "
	     "to the kernel, in the last 2 s."), .st = STYLE_FL_CHG },
	{ "-", N_("Unmapped; the row disappears after 2 s."),
	  .st = STYLE_FL_GONE },
	{ "!",
	  N_("Writable and executable, now or earlier; or the "
	     "region of the fatal fault."), .st = STYLE_PERM_WX },
	{ "▸",
	  N_("Folded: regions of one file or thread in one row; "
	     "Right shows them."), .st = STYLE_DIM, .ascii = "+" },
	{ "~1.2M",
	  N_("In PSS and SWAP: an old value; the detail lines have "
	     "its age."), .st = STYLE_DIM },
	{ N_("12 pg?"), N_("In WRITTEN/s: some writes were missed."),
	  .st = STYLE_KEY },
};
static const struct terms_part marks =
	TERMS_PART(N_("MARKS"), marks_list);

static const struct term kinds_list[] = {
	{ N_("program"), N_("The program that runs."), .st = STYLE_K_PROGRAM },
	{ N_("library"), N_("A shared library."), .st = STYLE_K_LIBRARY },
	{ "[heap]",
	  N_("Memory of malloc: [heap] (brk), arenas of threads, "
	     "large blocks."), .st = STYLE_K_HEAP, .ascii = "[heap]" },
	{ N_("anon"),
	  N_("Anonymous memory: no file, and no known purpose."),
	  .st = STYLE_K_ANON },
	{ N_("stack"),
	  N_("Stack of the main thread or of another thread."),
	  .st = STYLE_K_STACK },
	{ N_("file"), N_("Another mapped file."), .st = STYLE_K_FILE },
	{ N_("shm"),
	  N_("Memory that processes share: shm, memfd, System V."),
	  .st = STYLE_K_SHM },
	{ "[vdso]",
	  N_("Memory of the kernel in each process."),
	  .st = STYLE_K_SPECIAL, .ascii = "[vdso]" },
	{ N_("reserved"),
	  N_("Addresses without memory: guard pages, reserves."),
	  .st = STYLE_K_GUARD },
};
static const struct terms_part kinds =
	TERMS_PART(N_("COLOURS OF WHAT"), kinds_list);

static const struct term bar_list[] = {
	{ "·", N_("No page of this part is in memory."),
	  .st = STYLE_PG_ABSENT, .ascii = "." },
	{ "░", N_("Few of its pages are."), .st = STYLE_PG_2, .ascii = "-" },
	{ "▒", N_("About half of them are."), .st = STYLE_PG_4,
	  .ascii = "=" },
	{ "▓", N_("Most of them are."), .st = STYLE_PG_5, .ascii = "+" },
	{ "█", N_("All of them are."), .st = STYLE_PG_6, .ascii = "#" },
	{ "?", N_("Not scanned yet."), .st = STYLE_PG_UNKNOWN },
};
static const struct terms_part bar =
	TERMS_PART(N_("RESIDENT"), bar_list);

const struct terms_part *const region_terms[] = {
	&region_columns_part, &marks, &kinds, &bar, &region_kinds_part,
	&terms_common, NULL,
};
