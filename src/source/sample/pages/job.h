/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Passes over pages: of a process, of the region in focus, of a fork family. */
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

/* Pages that a scan found. */
struct page_run {
	uint64_t start, end;
	unsigned cats;
};

/* One pass over the pages of one process. */
struct round {
	struct sproc *proc;		/* NULL: none runs */
	bool partial;			/* of what it is to recount */
	struct totals totals;		/* when it began */
	int pagemap, maps;
	struct pagescan scan;
	VEC(struct page_run) runs;	/* up to scan.pos, ... */
	size_t run;			/* ... counted before this one */
	VEC(struct page_range) extents;
	size_t extent;
	size_t at;			/* regions[at] is being counted */
	struct binner bin;
	VEC(struct page_range) ranges;
	page_ranges written;
	uint64_t begun_ns;
	uint64_t spent_ns;		/* working, of this round */
	uint64_t large_ns;		/* of it, for large extents */
	/* A large extent that was left half done (see extents.c). */
	struct {
		pid_t pid;		/* 0: none */
		uint64_t start, end, pos;
		struct totals totals;	/* when that began */
		struct binner bin;
		VEC(struct page_range) ranges;
	} left;
	bool dead;			/* its address space is gone */
};

/* When the next round of a process begins, and what the last one was. */
struct round_job {
	uint64_t due;
	bool by_time;
	bool whole;			/* not only of: */
	page_ranges recount;		/* regions that no round has counted */
	struct totals totals;		/* when its pages were counted */
	uint64_t took_ns;		/* work in the last whole round */
};

/* Pages of [start, end), looked at again and again. */
struct picture {
	enum pages_of what;
	uint64_t start, end;		/* start 0: of nothing */
	uint64_t cell_pages;		/* of a bin; 0: as BINS_MAX has it */
	uint64_t pace_ns;		/* at most so often */
	bool running;
	bool shown;			/* a whole one was emitted */
	int pagemap, maps;
	struct pagescan scan;
	struct binner bin;
	VEC(struct page_range) present;
	bool overflow;			/* too many ranges to keep */
	size_t exclusive_at;		/* the next of present; pass two */
	uint64_t exclusive_pos;
	bool exclusive_running;
	uint64_t exclusive_ns;		/* when it was last whole, ... */
	uint64_t exclusive_took_ns;	/* ... how long that took, ... */
	struct totals exclusive_totals;	/* ... and what there was then */
	struct totals begun, totals;	/* of this pass, of the last whole one */
	uint32_t *exclusive;		/* per bin, owned; NULL: none yet */
	uint32_t *counting;		/* the same of the running pass */
	uint64_t resident;		/* as last emitted */
	struct pageset written;		/* not told yet */
	uint64_t hash, due, partial_ns;
	uint64_t spent_ns, slice_ns, resume_at;
};

/* The region in focus. */
struct region_focus {
	pid_t pid;
	uint64_t start;			/* 0: none */
	uint64_t end;			/* as it was when looked at, 0 */
	bool keen;			/* the Pages pane has focus */
	uint64_t want_start, want_end;	/* what is in view, 0: the whole */
	uint64_t want_cell;		/* pages */
	struct picture whole, window;
};

/* A region in each of a fork family. */
#define FAMILY_MAX 8
struct family {
	pid_t asked;
	uint64_t start, end;		/* start 0: nobody asks */
	pid_t members[FAMILY_MAX];	/* of this look: the parent first */
	size_t n, at;			/* members[at] is being counted */
	bool running;
	int pagemap, maps;
	struct pagescan scan;
	struct binner bin;
	VEC(struct page_range) present;
	bool overflow;			/* too many ranges to keep */
	bool own;			/* pass two: which are its own */
	size_t range;			/* the next of present */
	uint64_t pos;
	uint64_t exclusive;		/* pages */
	uint64_t due, spent_ns;
};

#endif
