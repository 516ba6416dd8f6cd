/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A session without a screen: events go to the log, warnings to stderr, and
 * the program has mmtop's own streams, session and process group.
 *
 * The caller becomes the front (app/front.h): it gets the exit status, or -N
 * to end by signal N, once the log is complete.  TERM, INT, HUP and QUIT end
 * the session: what was attached is detached, what was launched let go.
 */
#ifndef APP_BATCH_H
#define APP_BATCH_H

#include "app/engine.h"

struct options;

/* cfg->target.pgrp is the caller's process group. */
int batch_run(const struct engine_config *cfg, const struct options *o);

#endif
