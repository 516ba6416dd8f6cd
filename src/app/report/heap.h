/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command `mmtop heap` does what the program memory_tracker does.
 *
 *	mmtop heap IN [OUT]		writes the allocations of a trace that
 *					are still active to OUT or standard
 *					output, and each step to stderr
 *	mmtop heap --match LIST MAPS	takes two such lists, LIST with
 *					allocations and MAPS with all mappings;
 *					appends to LIST the mappings of MAPS
 *					that libc itself made
 */
#ifndef APP_REPORT_HEAP_H
#define APP_REPORT_HEAP_H

struct options;

/* Returns the exit status. */
int heap_run(const struct options *o);

#endif
