/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One signal as a line of the Signals pane.
 *
 *	  0.412 4121 SIGUSR1  from 4120 held
 */
#ifndef UI_SIGNALS_LINES_H
#define UI_SIGNALS_LINES_H

#include <stdbool.h>

#include "ui/kit/table.h"
#include "ui/kit/terms.h"
#include "ui/pane/pane.h"

enum signals_form { FORM_SHORT, FORM_CODE, FORM_FULL };

struct signals_view {
	const struct view *view;
	struct canvas *c;
	enum signals_form form;
	int shift;			/* columns to move right by, for task
					 * IDs of more than 4 digits */
	bool tellers;			/* there is room for the letters of the
					 * event sources */
};

void signals_draw_row(const struct signals_view *v, int row,
		      const struct signal_row *s);
/* Columns before the signal. */
int signals_keep(const struct signals_view *v);
/* Draws the heads of the columns; only FORM_FULL has them. */
void signals_draw_header(const struct signals_view *v);

/* What the columns show, for the help. */
extern const struct terms_part signals_columns_part;

#endif
