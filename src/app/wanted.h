/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the command line, and the configuration, mean to the engine and to the
 * screen.  Of the options, which are settled, everything is borrowed.
 */
#ifndef APP_WANTED_H
#define APP_WANTED_H

#include "app/engine/engine.h"
#include "app/session/fullscreen.h"

struct configuration;
struct options;

/* command: the program's words, for START. */
struct engine_config wanted_engine(const struct options *o,
				   const char *command);
struct fullscreen_options wanted_screen(const struct options *o,
					const struct configuration *config);

#endif
