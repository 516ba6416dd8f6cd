/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a round counts: the runs of pages that a scan reports, each into the
 * region that it lies in, and of each region that is whole, its pages told,
 * its RSS, its files, what of it was written.
 *
 *	tally_next(s)			round.at is set: its counts are empty
 *	pagescan_step(..., tally_run, round)
 *	while (!tally_runs(s, deadline))
 *		...			come back later
 *
 * Regions are counted in ascending order; round.dead is set where one shows
 * that the address space is being torn down, and nothing is told from there on.
 */
#ifndef SOURCE_SAMPLE_PAGES_TALLY_H
#define SOURCE_SAMPLE_PAGES_TALLY_H

#include "source/sample/core/sample.h"

/* reg, which round.at stands for, is counted from its beginning. */
void tally_region(struct sampler *s, const struct sregion *reg);
/* So is regions[round.at], where there is one. */
void tally_next(struct sampler *s);

/* arg: the round.  A run is kept until it is counted. */
void tally_run(void *arg, uint64_t start, uint64_t end, unsigned cats);
/* Counts what was kept, as the deadline lets it: false when it came first. */
bool tally_runs(struct sampler *s, uint64_t deadline);
/* Forgets what was kept: its pages are counted another time, ... */
void tally_clear(struct round *r);
/* ... by this scan, which goes back to it. */
void tally_drop(struct round *r);

/* The regions that no scan may cover. */
void tally_beyond(struct sampler *s);

#endif
