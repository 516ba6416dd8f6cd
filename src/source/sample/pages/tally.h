/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The counts of a round (one pass over the pages of a process): adds each run
 * of pages that a scan reports to its region.  When a region is complete, emits
 * its pages and its RSS, and records its files and its written pages.
 *
 *	tally_next(s)			clears the counts of round.at
 *	pagescan_step(..., tally_run, round)
 *	while (!tally_runs(s, deadline))
 *		...			continue in the next drain
 *
 * Regions are counted in ascending order.  If the counts of a region show that
 * the address space is being torn down, round.dead is set, and nothing more is
 * emitted.
 */
#ifndef SOURCE_SAMPLE_PAGES_TALLY_H
#define SOURCE_SAMPLE_PAGES_TALLY_H

#include "source/sample/core/sample.h"

/* Clears the counts for reg, which is regions[round.at] or is about to be
 * inserted there. */
void tally_region(struct sampler *s, const struct sregion *reg);
/* Calls tally_region() for regions[round.at], if that exists. */
void tally_next(struct sampler *s);

/* Callback of a scan: stores the run until it is counted.  `arg` is the
 * round. */
void tally_run(void *arg, uint64_t start, uint64_t end, unsigned cats);
/* Counts the stored runs; returns false if the deadline came first. */
bool tally_runs(struct sampler *s, uint64_t deadline);
/* Discards the stored runs.  A later scan finds the uncounted ones again. */
void tally_clear(struct round *r);
/* Discards the stored runs, and moves the scan back to the first uncounted run,
 * so that the scan finds it again. */
void tally_drop(struct round *r);

/* Completes the regions above the addresses that can be scanned. */
void tally_beyond(struct sampler *s);

#endif
