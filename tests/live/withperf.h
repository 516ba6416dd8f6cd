/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the tests of perf's records.
 *
 * A flood: a victim causes more records than perf's rings can hold while the
 * engine is stopped.  mmtop must count the records that the kernel dropped,
 * although a sleeping target causes no further record that would report them.
 */
#ifndef TESTS_LIVE_WITHPERF_H
#define TESTS_LIVE_WITHPERF_H

#include <stdbool.h>

/* True if mmtop can use perf here; *why is mmtop's message, to be freed. */
bool perf_works(char **why);

/* If perf is missing, or excluded by --no-perf, mmtop refuses --events=EVENT
 * with a message that begins so. */
#define REFUSAL_CHECKS 2
void perf_refusals(const char *event, const char *words);

#define FLOOD_CHECKS 4

/* Attaches at level watch to the victim, run as "flood N".  Each of n events of
 * the type is in the log or in a logged loss; the losses may count up to
 * `spare` other records. */
void flood_counts(const char *victim, const char *type, long n, long spare);

#endif
