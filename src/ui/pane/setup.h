/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the setup screen changes, and how a configuration says it.
 *
 * The screen owns it and does what was changed; the pane only writes here.
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

/* Unless another is configured. */
#define SETUP_REFRESH_NS 500000000u

struct setup {
	enum theme theme;
	bool ascii, mouse;
	uint64_t refresh_ns;
	uint32_t hidden_panes;			/* 1 << enum pane_id */
	uint32_t hidden_columns[CONFIG_TABLES];	/* 1 << column */
	int first;				/* enum pane_id */
	char *file;		/* where a configuration is looked for, safe;
				 * NULL: nowhere */
	bool exists;		/* it is there: it is somebody's own */
	bool write;		/* it is wanted */
};

enum setup_key {
	SETUP_THEME, SETUP_REFRESH, SETUP_ASCII, SETUP_MOUSE, SETUP_PANES,
	SETUP_COLUMNS, SETUP_KEYS
};

/* Panes that share the screen, as a configuration names them; NULL behind the
 * last. */
extern const char *const setup_panes[];

/* What is so without a configuration. */
void setup_default(struct setup *s);
/* The period in ns; s may be NULL: the default. */
uint64_t setup_refresh(const struct setup *s);
/* The line, or the lines, of a configuration for it; lists are broken before
 * that column. */
#define SETUP_COLS 76
void setup_line(struct str *out, const struct setup *s, enum setup_key key,
		int cols);
/* The lines for what is not as it is without one. */
void setup_lines(struct str *out, const struct setup *s, int cols);

#endif
