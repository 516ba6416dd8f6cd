/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the tests of perf's records share.
 *
 * A flood: a victim that does something faster than perf's records of it are
 * read: the engine stands still meanwhile, and its rings are full.  What the
 * kernel dropped is counted, though a target that rests gives it no record to
 * say so in.
 */
#ifndef TESTS_LIVE_WITHPERF_H
#define TESTS_LIVE_WITHPERF_H

#include <stdbool.h>

/* Whether mmtop may use perf here; what it said of that is the caller's. */
bool perf_works(char **why);

/* Where perf is missing, or left out by --no-perf, --events=EVENT is refused
 * with words that begin so. */
#define REFUSAL_CHECKS 2
void perf_refusals(const char *event, const char *words);

#define FLOOD_CHECKS 4

/* The victim with the words "flood N", attached to at watch.  Of n events of
 * that type each one is in the log or in a loss that it tells; spare: so many
 * other records may be among them. */
void flood_counts(const char *victim, const char *type, long n, long spare);

#endif
