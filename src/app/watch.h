/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Watches the target of the options, until it has ended or the user quits.  The
 * output is the screen, a log or the console.
 */
#ifndef APP_WATCH_H
#define APP_WATCH_H

struct configuration;
struct options;

/* Returns the exit status, or -N if mmtop must end by signal N.  Errors were
 * already printed on stderr. */
int watch_run(const struct options *o, const struct configuration *config);

#endif
