/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session without a screen (app/headless/headless.h) that only writes a
 * log. */
#ifndef APP_HEADLESS_BATCH_H
#define APP_HEADLESS_BATCH_H

#include "app/engine/engine.h"

struct options;

/* Returns the exit status or -N, as headless_run() does. */
int batch_run(const struct engine_config *cfg, const struct options *o);

#endif
