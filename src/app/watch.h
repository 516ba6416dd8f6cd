/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mmtop itself: what the options name is watched, on the screen, as a log or
 * from the console, until it has ended or nobody wants to any more.
 */
#ifndef APP_WATCH_H
#define APP_WATCH_H

struct configuration;
struct options;

/* The exit status, or -N: end by signal N.  What kept it from being watched was
 * said on stderr. */
int watch_run(const struct options *o, const struct configuration *config);

#endif
