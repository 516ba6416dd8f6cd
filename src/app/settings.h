/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings of a configuration that concern the screen. */
#ifndef APP_SETTINGS_H
#define APP_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "rule/config.h"
#include "ui/pane/pane.h"

struct settings {
	uint32_t hidden_columns[CONFIG_TABLES];	/* bit set: 1 << column of the
						 * table */
	uint32_t hidden_panes;			/* bit set: 1 << enum pane_id */
	enum pane_id first;			/* the pane that has the focus
						 * at the start */
	const struct word_list *ignore;		/* NULL: none; borrowed */
	bool ascii, mouse;
	uint64_t refresh_ns;			/* 0: the default interval */
	const char *file;			/* the user's configuration
						 * file, or the file of
						 * --config; NULL: none */
	bool exists;
	const char *base;			/* text of the system's
						 * configuration file, if the
						 * user has no file; otherwise
						 * NULL */
	const char *filters[OVERS];		/* NULL: none; borrowed */
	struct config *config;			/* NULL: none; borrowed */
};

#endif
