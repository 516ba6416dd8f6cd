/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command `mmtop maps FILE...`.  It lists the mappings that `perf record`
 * wrote into the files, in the format of the log.  The list goes to standard
 * output, or to the file of -o.
 */
#ifndef APP_REPORT_MAPS_H
#define APP_REPORT_MAPS_H

struct options;

/* Returns the exit status. */
int maps_run(const struct options *o);

#endif
