/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session without a screen (app/headless/headless.h) whose log is all there is. */
#ifndef APP_HEADLESS_BATCH_H
#define APP_HEADLESS_BATCH_H

#include "app/engine/engine.h"

struct options;

/* As headless_run(). */
int batch_run(const struct engine_config *cfg, const struct options *o);

#endif
