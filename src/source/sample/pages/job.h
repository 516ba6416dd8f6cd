/* SPDX-License-Identifier: GPL-3.0-or-later */
/* State of the passes over pages: of a process, of the region in focus, of a
 * fork family. */
#ifndef SOURCE_SAMPLE_PAGES_JOB_H
#define SOURCE_SAMPLE_PAGES_JOB_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/vec.h"
#include "event/event.h"
#include "source/sample/core/region.h"
#include "source/sample/core/totals.h"
#include "source/sample/pages/binner.h"
#include "sys/pages/scan.h"
#include "sys/pages/set.h"

/* Adjacent pages of the same categories, as a scan found them. */
struct page_run {
	uint64_t start, end;
	unsigned cats;
};

/* A round is a pass over the pages of one process. */
struct round {
	struct sproc *proc;		/* NULL: no round runs */
	bool partial;			/* counts only the ranges that need a
					 * recount */
	struct totals totals;		/* as of the start of the round */
	int pagemap, maps;
	struct pagescan scan;
	VEC(struct page_run) runs;	/* runs that the scan has found up to
					 * scan.pos */
	size_t run;			/* runs before this index are counted */
	VEC(struct page_range) extents;
	size_t extent;
	size_t at;			/* regions[at] is being counted */
	struct binner bin;
	VEC(struct page_range) ranges;
	page_ranges written;
	uint64_t begun_ns;
	uint64_t spent_ns;		/* working time of this round */
	uint64_t large_ns;		/* the part of spent_ns spent on large
					 * extents */
	/* A large extent that the last round did not finish (see extents.c). */
	struct {
		pid_t pid;		/* 0: none */
		uint64_t start, end, pos;
		struct totals totals;	/* as of the start of its scan */
		struct binner bin;
		VEC(struct page_range) ranges;
	} left;
	bool dead;			/* the process' address space no longer
					 * exists */
};

/* When the next round of a process starts, and values of its last round. */
struct round_job {
	uint64_t due;
	bool by_time;
	bool whole;			/* count all regions, not only those in
					 * `recount` */
	page_ranges recount;		/* ranges that no round has counted
					 * yet */
	struct totals totals;		/* as of the last count of all pages */
	uint64_t took_ns;		/* duration of the last whole round */
};

/* A picture: the pages of [start, end), scanned again and again. */
struct picture {
	enum pages_of what;
	uint64_t start, end;		/* addresses of the picture; `start` 0:
					 * nothing to scan */
	uint64_t cell_pages;		/* pages per bin; 0: the fewest for
					 * which BINS_MAX bins suffice */
	uint64_t pace_ns;		/* minimum interval between passes */
	bool running;
	bool shown;			/* a complete picture was emitted */
	int pagemap, maps;
	struct pagescan scan;
	struct binner bin;
	VEC(struct page_range) present;
	bool overflow;			/* `present` is incomplete: too many
					 * ranges */
	size_t exclusive_at;		/* index in `present` of the next range
					 * to query for exclusive pages */
	uint64_t exclusive_pos;
	bool exclusive_running;
	uint64_t exclusive_ns;		/* when exclusive pages were last
					 * counted */
	uint64_t exclusive_took_ns;	/* duration of the last count of
					 * exclusive pages */
	struct totals exclusive_totals;	/* the totals at exclusive_ns */
	struct totals begun, totals;	/* as of the start of the current pass,
					 * and of the last complete pass */
	uint32_t *exclusive;		/* exclusive pages per bin, owned; NULL:
					 * not counted yet */
	uint32_t *counting;		/* like `exclusive`, for the count that
					 * runs now */
	uint64_t resident;		/* number of resident pages that was
					 * last emitted */
	struct pageset written;		/* written pages that were not emitted
					 * yet */
	uint64_t hash, due, partial_ns;
	uint64_t spent_ns, slice_ns, resume_at;
};

/* The region in focus. */
struct region_focus {
	pid_t pid;
	uint64_t start;			/* start of the region; 0: no region is
					 * in focus */
	uint64_t end;			/* end of the region in the last pass;
					 * 0: not known */
	bool keen;			/* the Pages pane has the keyboard
					 * focus: scan more often */
	uint64_t want_start, want_end;	/* the part in view; both 0: the whole
					 * region */
	uint64_t want_cell;		/* pages per bin of the part in view */
	struct picture whole, window;
};

/* A region in each process of a fork family. */
#define FAMILY_MAX 8
struct family {
	pid_t asked;
	uint64_t start, end;		/* address range of the region; `start`
					 * 0: no request */
	pid_t members[FAMILY_MAX];	/* processes of the current pass; the
					 * parent is the first */
	size_t n, at;			/* members[at] is being counted */
	bool running;
	int pagemap, maps;
	struct pagescan scan;
	struct binner bin;
	VEC(struct page_range) present;
	bool overflow;			/* `present` is incomplete: too many
					 * ranges */
	bool own;			/* counts the exclusive pages */
	size_t range;			/* index in `present` of the next range
					 * to query */
	uint64_t pos;
	uint64_t exclusive;		/* exclusive pages found so far */
	uint64_t due, spent_ns;
};

#endif
