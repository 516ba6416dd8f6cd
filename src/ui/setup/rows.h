/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows of the setup screen: the settings, and what changing them does.  The
 * rows are not stored, but made whenever they are needed.
 */
#ifndef UI_SETUP_ROWS_H
#define UI_SETUP_ROWS_H

#include <stdint.h>

#include "rule/config.h"
#include "ui/pane/setup.h"

enum row_kind {
	ROW_HEAD, ROW_KEY, ROW_PANE, ROW_COLUMN, ROW_WRITE, ROW_SHOW
};

struct setup_row {
	enum row_kind kind;
	const char *head;		/* text of a ROW_HEAD, translated */
	enum setup_key key;
	int i;				/* index in setup_panes, or among the
					 * table's columns */
	enum config_table table;
};

struct setup_rows {
	struct setup_row v[64];
	long n;
};

void setup_rows_make(struct setup_rows *r, const struct setup *s);
/* Returns the row at `to`.  If that is a head, returns the next row in the
 * direction from `from` to `to`. */
long setup_rows_to(const struct setup_rows *rows, long to, long from);
/* The name that the setting has in a configuration, so that the user can find
 * it there. */
const char *setup_row_word(const struct setup_row *row);
/* Returns the set of hidden panes or columns that the row changes, and stores
 * the row's bit in *bit.  Returns NULL if the row hides nothing. */
uint32_t *setup_row_hidden(struct setup *s, const struct setup_row *row,
			   uint32_t *bit);
/* Sets the next value; the previous one if `by` is -1. */
void setup_row_change(struct setup *s, const struct setup_row *row, int by);

#endif
