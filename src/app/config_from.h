/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Derives the configurations of the engine and of the screen from the settled
 * options and the configuration file.  They borrow everything from the options.
 */
#ifndef APP_CONFIG_FROM_H
#define APP_CONFIG_FROM_H

#include "app/engine/engine.h"
#include "app/session/fullscreen.h"

struct configuration;
struct options;

/* `command` is the program's command line, for the event START. */
struct engine_config engine_config_from(const struct options *o,
					const char *command);
struct fullscreen_options
screen_config_from(const struct options *o, const struct configuration *config);

#endif
