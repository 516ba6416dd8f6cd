/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A session at a prompt: a line is a command, answers and events are lines.
 *
 * Both roles are in the engine's process, as in batch (app/headless/headless.h): the
 * model takes the events, and commands are answered from it.  Answers, stops,
 * signals and process events go to standard output; the log goes where -o or
 * batch would put it, but where that is the same terminal the console shows its
 * lines itself.
 */
#ifndef APP_HEADLESS_CONSOLE_H
#define APP_HEADLESS_CONSOLE_H

#include "app/engine/engine.h"

struct options;
struct settings;

/* As headless_run(). */
int console_run(const struct engine_config *cfg, const struct options *o,
		const struct settings *settings);

#endif
