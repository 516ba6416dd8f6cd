/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A session without a screen: events go to the log, warnings to stderr, and
 * the program keeps mmtop's own streams, session and foreground group.
 *
 * Returns as fullscreen_run() does: the exit status, or -N to end by signal
 * N.  TERM, INT and HUP end the session: what was attached is detached, what
 * was launched let go.  The log stays open: its last events come when the
 * engine is freed, which is before this returns.
 */
#ifndef APP_BATCH_H
#define APP_BATCH_H

#include "app/engine.h"

struct logfile;
struct loop;
struct options;

int batch_run(struct loop *loop, const struct engine_config *cfg,
	      const struct options *o, struct logfile *log);

#endif
