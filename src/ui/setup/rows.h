/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows of the setup screen: what there is to set, and what a change of it
 * does.  Rows are made anew whenever they are needed.
 */
#ifndef UI_SETUP_ROWS_H
#define UI_SETUP_ROWS_H

#include <stdint.h>

#include "rule/config.h"
#include "ui/pane/setup.h"

enum row_kind {
	ROW_HEAD, ROW_KEY, ROW_PANE, ROW_COLUMN, ROW_WRITE, ROW_SHOW
};

/* A row as it stands. */
struct setup_row {
	enum row_kind kind;
	const char *head;		/* ROW_HEAD: translated */
	enum setup_key key;
	int i;				/* of setup_panes, of the columns */
	enum config_table table;
};

struct setup_rows {
	struct setup_row v[64];
	long n;
};

void setup_rows_make(struct setup_rows *r, const struct setup *s);
/* The row at `to`, coming from `from`: a head is passed by. */
long setup_rows_to(const struct setup_rows *rows, long to, long from);
/* The word of the configuration: it is what is to be found there. */
const char *setup_row_word(const struct setup_row *row);
/* The bit of it among those that are hidden; NULL: it has none. */
uint32_t *setup_row_hidden(struct setup *s, const struct setup_row *row,
			   uint32_t *bit);
/* Its next value, or by -1 the one before. */
void setup_row_change(struct setup *s, const struct setup_row *row, int by);

#endif
