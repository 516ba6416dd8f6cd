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
#include "ui/pane/pane.h"

enum signals_form { FORM_SHORT, FORM_CODE, FORM_FULL };

struct signals_view {
	const struct view *view;
	struct canvas *c;
	enum signals_form form;
	int shift;			/* for task ids of more than 4 digits */
	bool tellers;			/* there is room for who told it */
};

void signals_draw_row(const struct signals_view *v, int row,
		      const struct signal_row *s);
/* The heads of the columns, in FORM_FULL. */
void signals_draw_header(const struct signals_view *v);

#endif
