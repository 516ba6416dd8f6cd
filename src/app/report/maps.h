/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mmtop maps FILE...: what was mapped while `perf record` wrote them, in the
 * log's own words, to standard output or the file of -o.
 */
#ifndef APP_REPORT_MAPS_H
#define APP_REPORT_MAPS_H

struct options;

/* The exit status. */
int maps_run(const struct options *o);

#endif
