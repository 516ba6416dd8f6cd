/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a configuration says to the screen. */
#ifndef APP_SETTINGS_H
#define APP_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "rule/config.h"
#include "ui/pane/pane.h"

struct settings {
	uint32_t hidden_columns[CONFIG_TABLES];	/* 1 << column of the table */
	uint32_t hidden_panes;			/* 1 << enum pane_id */
	enum pane_id first;			/* has the focus at first */
	const struct word_list *ignore;		/* NULL: none; the owner's */
	bool ascii, mouse;
	uint64_t refresh_ns;			/* 0: as ever */
	const char *file;			/* the user's, or the one that
						 * was asked for; NULL: none */
	bool exists;
	const char *base;			/* what everybody's says, where
						 * the user has none; NULL */
	const char *filters[OVERS];		/* NULL: none; the owner's */
	struct config *config;			/* NULL: none; the owner's */
};

#endif
