/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A session at a prompt: each input line is a command; answers and events are
 * printed as lines.
 *
 * The engine and the console run in one process, as in batch mode
 * (app/headless/headless.h).  The console prints answers, stops, signals and
 * process events on standard output.  The log is written as in batch mode, or
 * to the file of -o.  If the log's destination is the console's own terminal,
 * the console prints the log's lines itself.
 */
#ifndef APP_HEADLESS_CONSOLE_H
#define APP_HEADLESS_CONSOLE_H

#include "app/engine/engine.h"

struct options;
struct settings;

/* Returns the exit status or -N, as headless_run() does. */
int console_run(const struct engine_config *cfg, const struct options *o,
		const struct settings *settings);

#endif
