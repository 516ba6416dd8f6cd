/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * memory_tracker's way of working:
 *
 *	mmtop heap IN [OUT]		of a trace, what is still active: to OUT
 *					or standard output, each step to stderr
 *	mmtop heap --match LIST MAPS	two such lists, of allocations and of all
 *					mappings: appends to LIST the mappings
 *					of MAPS that libc itself made
 */
#ifndef APP_REPORT_HEAP_H
#define APP_REPORT_HEAP_H

struct options;

/* The exit status. */
int heap_run(const struct options *o);

#endif
