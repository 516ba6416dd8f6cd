/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the populated pages of a process without stalling the process.
 *
 * A scan walks [start, end) of an address space in steps and reports runs of
 * populated pages in ascending order; unreported pages below `pos` are absent.
 * The cost of a scan depends on the populated pages, not on the address span:
 * one call skips a hole of any size.
 *
 *	pagescanner_new()                        once: probes the kernel
 *	pagescan_begin(&s, sc, pagemap, maps, start, end)
 *	while ((rc = pagescan_step(&s, 2 ms, run, arg)) == 0)
 *		...                              continue later
 *
 * Uses PAGEMAP_SCAN (Linux 6.7), or else reads the pagemap file.  The target's
 * mmap() waits while a call walks the page tables.  So one call covers a window
 * of populated pages that takes 10 to 40 us.  After 30 us of work (80 us the
 * first time) the scan pauses for 20 us, plus some 50 us of timer slack.  Each
 * matching page costs time, so a part is queried for its rarest pages.  In a
 * sparse part these are present pages (4 MiB of them per call), in a dense part
 * absent pages (16 MiB per call), in a part with large pages all other pages
 * (512 MiB per call).  Only pagescan_normal() uses the FILE category, because
 * it touches each struct page.
 *
 * A run may cross the border of adjacent regions.  Pages without a struct page
 * (PFN maps: vvar, /dev/mem) are not reported.
 */
#ifndef SYS_PAGES_SCAN_H
#define SYS_PAGES_SCAN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "sys/proc/map.h"

enum page_cat {
	PAGE_PRESENT = 1,	/* present, or under migration */
	PAGE_SWAPPED = 2,	/* on a swap device */
	PAGE_ZERO = 4,		/* only with PRESENT: the shared zero page */
	PAGE_HUGE = 8,		/* only with PRESENT: in a large page table
				 * entry */
	PAGE_WRITTEN = 16,	/* never set by a scan: see
				 * sys/pages/writes.h */
};

/* Reports the pages [start, end), which all have the same enum page_cat
 * bits. */
typedef void pagescan_fn(void *arg, uint64_t start, uint64_t end,
			 unsigned cats);

struct pagescanner;

/* Never fails. */
struct pagescanner *pagescanner_new(void);
/* Probes the kernel with mmtop's own pages, once; this takes milliseconds.
 * Otherwise the first scan probes: call this before if the program is stopped
 * during that scan. */
void pagescanner_ready(struct pagescanner *sc);
void pagescanner_free(struct pagescanner *sc);
/* True if this kernel reports PAGE_ZERO or PAGE_HUGE to this user. */
bool pagescanner_knows_zero(struct pagescanner *sc);
bool pagescanner_knows_huge(struct pagescanner *sc);
/* True if holes cost nothing, since the kernel has PAGEMAP_SCAN. */
bool pagescanner_skips_holes(struct pagescanner *sc);

/* Which kind of pages the kernel is queried for: the rarest one. */
enum pagescan_ask {
	ASK_PRESENT,
	ASK_ABSENT,		/* nearly all pages are present */
	ASK_SMALL,		/* nearly all pages are large pages */
};

struct pagescan {
	struct pagescanner *sc;
	int pagemap_fd, maps_fd;	/* borrowed; maps_fd may be -1 */
	uint64_t start, end;
	uint64_t pos;			/* all pages below this address are
					 * reported */
	uint64_t span;			/* address range that a call covers in a
					 * sparse part */
	uint64_t most;			/* maximum number of pages that a call
					 * matches */
	enum pagescan_ask ask;		/* the query for the next window,
					 * chosen from the result of the
					 * previous one */
	struct procmap region;		/* region at pos; end is 0 if not
					 * known */
	/* Returns true if addr is in a private anonymous region; may be NULL.
	 * If a large page of such a region is not anonymous, it is the huge
	 * zero page, which kernels before 6.18 and the pagemap file do not
	 * report. */
	bool (*anon)(void *arg, uint64_t addr);
	void *anon_arg;
};

void pagescan_begin(struct pagescan *s, struct pagescanner *sc,
		    int pagemap_fd, int maps_fd, uint64_t start,
		    uint64_t end);
/* Returns 1 when the scan is complete, 0 if there are pages left, or -errno. */
MUST_CHECK int pagescan_step(struct pagescan *s, uint64_t budget_ns,
			     pagescan_fn *fn, void *arg);

/*
 * Counts the present pages of [start, end) that have a struct page.  In a
 * device or special mapping, only these count in RSS. -ENOTTY without
 * PAGEMAP_SCAN.
 */
MUST_CHECK int pagescan_normal(struct pagescanner *sc, int pagemap_fd,
			       uint64_t start, uint64_t end,
			       uint64_t *pages);

/*
 * Calls fn with the runs of pages of [start, end) that only this process maps
 * (pagemap bit 56).  The range has at most 16 MiB; the caller pauses between
 * calls.
 */
#define PAGESCAN_WINDOW (16u << 20)
MUST_CHECK int pagescan_exclusive(struct pagescanner *sc, int pagemap_fd,
				  uint64_t start, uint64_t end,
				  pagescan_fn *fn, void *arg);

/* Like pagescan_exclusive(), but only for anonymous pages. */
MUST_CHECK int pagescan_private(struct pagescanner *sc, int pagemap_fd,
				uint64_t start, uint64_t end, pagescan_fn *fn,
				void *arg);

/* Pauses between two windows of a process, so that its threads can run. */
void pagescan_pause(void);

/* Converts an entry of /proc/PID/pagemap to enum page_cat bits. *frame becomes
 * the page frame number, 0 if the user may not see it. */
unsigned pagemap_entry(uint64_t entry, bool *exclusive, uint64_t *frame);
/* True if the entry is marked as a page of a file or of shared memory. */
bool pagemap_entry_is_file(uint64_t entry);

#endif
