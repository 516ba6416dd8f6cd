/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which pages of a process are there, without stalling it.
 *
 * A scan walks [start, end) of an address space in slices and reports runs of
 * populated pages in ascending order; what is not reported up to `pos` is
 * absent.  It is bounded by populated pages or by time, never by address
 * span: holes are skipped inside one call, whatever their size.
 *
 *	pagescanner_new()                        once: probes the kernel
 *	pagescan_begin(&s, sc, pagemap, maps, start, end)
 *	while ((rc = pagescan_step(&s, 2 ms, run, arg)) == 0)
 *		...                              come back later
 *
 * By PAGEMAP_SCAN (Linux 6.7) where it is, else by reading the pagemap file.
 * The target's own mmap() waits while a call walks, so one call covers a
 * window of populated pages, 10 to 40 us of work, and after 30 us of it, the
 * first time after 80, there is a pause of 20 us (and what the kernel's timers
 * add, some 50 us).  Sparse parts are asked for what is present, 4 MiB of it a
 * call, dense ones for what is absent, 16 MiB, those of large pages for what is
 * in none, 512 MiB: the cost is per matched page.  Never the FILE category,
 * which touches each struct page, but for pagescan_normal().
 *
 * Runs cross the borders of adjacent regions.  Pages that have no struct
 * page (PFN maps: vvar, /dev/mem) are not reported.
 */
#ifndef SYS_PAGES_SCAN_H
#define SYS_PAGES_SCAN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "sys/proc/map.h"

enum page_cat {
	PAGE_PRESENT = 1,	/* or being migrated */
	PAGE_SWAPPED = 2,	/* on a swap device */
	PAGE_ZERO = 4,		/* with PRESENT: the shared page of zeros */
	PAGE_HUGE = 8,		/* with PRESENT: mapped by a large entry */
	PAGE_WRITTEN = 16,	/* never told by a scan: sys/pages/writes.h */
};

/* pages [start, end), all of the same cats */
typedef void pagescan_fn(void *arg, uint64_t start, uint64_t end,
			 unsigned cats);

struct pagescanner;

/* Never fails. */
struct pagescanner *pagescanner_new(void);
/* Probes on mmtop's own pages, once, which takes milliseconds.  The first use
 * does it too; who will use it at a stop of the program does it before that. */
void pagescanner_ready(struct pagescanner *sc);
void pagescanner_free(struct pagescanner *sc);
/* Whether PAGE_ZERO and PAGE_HUGE are told by this kernel to this user. */
bool pagescanner_knows_zero(struct pagescanner *sc);
bool pagescanner_knows_huge(struct pagescanner *sc);
/* True when holes cost nothing (PAGEMAP_SCAN). */
bool pagescanner_skips_holes(struct pagescanner *sc);

/* What the kernel is asked for: what there is least of. */
enum pagescan_ask {
	ASK_PRESENT,
	ASK_ABSENT,		/* nearly all are present */
	ASK_SMALL,		/* nearly all are in large pages */
};

struct pagescan {
	struct pagescanner *sc;
	int pagemap_fd, maps_fd;	/* borrowed; maps_fd may be -1 */
	uint64_t start, end;
	uint64_t pos;			/* all below it was reported */
	uint64_t span;			/* how far a sparse call may reach */
	uint64_t most;			/* pages that it may match */
	enum pagescan_ask ask;		/* by what the last window had */
	struct procmap region;		/* at pos a moment ago; end 0: ask */
	/* May be NULL.  Whether a private anonymous region is at addr: there
	 * a large page that is not anonymous is the huge zero page, which
	 * kernels before 6.18 and the pagemap file do not tell. */
	bool (*anon)(void *arg, uint64_t addr);
	void *anon_arg;
};

void pagescan_begin(struct pagescan *s, struct pagescanner *sc,
		    int pagemap_fd, int maps_fd, uint64_t start,
		    uint64_t end);
/* 1 when it is complete, 0 when there is more, -errno. */
MUST_CHECK int pagescan_step(struct pagescan *s, uint64_t budget_ns,
			     pagescan_fn *fn, void *arg);

/*
 * How many present pages of [start, end) have a struct page behind them:
 * what a device or special mapping has of RSS.  -ENOTTY without PAGEMAP_SCAN.
 */
MUST_CHECK int pagescan_normal(struct pagescanner *sc, int pagemap_fd,
			       uint64_t start, uint64_t end,
			       uint64_t *pages);

/*
 * Calls fn with the runs of pages of [start, end) that this process alone
 * maps (pagemap bit 56).  At most 16 MiB a call: a window of its own for the
 * caller to pace.
 */
#define PAGESCAN_WINDOW (16u << 20)
MUST_CHECK int pagescan_exclusive(struct pagescanner *sc, int pagemap_fd,
				  uint64_t start, uint64_t end,
				  pagescan_fn *fn, void *arg);

/* The same of anonymous pages only: of a file none is. */
MUST_CHECK int pagescan_private(struct pagescanner *sc, int pagemap_fd,
				uint64_t start, uint64_t end, pagescan_fn *fn,
				void *arg);

/* The pause between two windows of the same process. */
void pagescan_pause(void);

/* One entry of /proc/PID/pagemap as cats; frame: the page frame number, 0
 * without the privilege to see it. */
unsigned pagemap_entry(uint64_t entry, bool *exclusive, uint64_t *frame);
/* Whether it is marked as a page of a file or of shared memory. */
bool pagemap_entry_is_file(uint64_t entry);

#endif
