/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The settings of the setup screen, and their lines in a configuration.
 *
 * The screen owns the settings and applies changes; the pane only writes them
 * here.
 *
 *	struct str s = STR_INIT;
 *	setup_line(&s, setup, SETUP_THEME, 76);	theme = "light"\n
 */
#ifndef UI_PANE_SETUP_H
#define UI_PANE_SETUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "rule/config.h"
#include "ui/kit/style.h"

/* The default refresh period. */
#define SETUP_REFRESH_NS 500000000u

struct setup {
	enum theme theme;
	bool ascii, mouse;
	uint64_t refresh_ns;
	uint32_t hidden_panes;			/* mask of 1 << enum pane_id */
	uint32_t hidden_columns[CONFIG_TABLES];	/* masks of 1 << column */
	int first;				/* enum pane_id of the pane
						 * shown first */
	char *file;		/* safe path of the configuration; NULL: none */
	bool exists;		/* the file exists; mmtop changes only its block
				 * of settings */
	bool write;		/* the user wants mmtop to write the file */
};

enum setup_key {
	SETUP_THEME, SETUP_REFRESH, SETUP_ASCII, SETUP_MOUSE, SETUP_PANES,
	SETUP_COLUMNS, SETUP_KEYS
};

/* The panes that share the screen, by their names in a configuration.  The last
 * name is followed by NULL. */
extern const char *const setup_panes[];

void setup_default(struct setup *s);
/* The refresh period in ns; the default if s is NULL. */
uint64_t setup_refresh(const struct setup *s);
/* Appends the line or lines that set `key` in a configuration.  A list is
 * wrapped before column `cols`. */
#define SETUP_COLS 76
void setup_line(struct str *out, const struct setup *s, enum setup_key key,
		int cols);
/* Appends the lines of all settings that differ from their defaults. */
void setup_lines(struct str *out, const struct setup *s, int cols);

#endif
