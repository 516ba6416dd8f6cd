/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One signal as a line of the Signals pane.
 *
 *	  0.412 4121 SIGUSR1  from 4120 held
 */
#ifndef UI_SIGNALS_LINES_H
#define UI_SIGNALS_LINES_H

#include <stdbool.h>

#include "ui/pane/pane.h"

enum signals_form { FORM_SHORT, FORM_CODE, FORM_FULL };

struct signals_view {
	const struct view *view;
	struct canvas *c;
	enum signals_form form;
	int shift;			/* for task ids of more than 4 digits */
	bool tellers;			/* there is room for who told it */
};

/* In FORM_FULL, below signals_draw_header(). */
void signals_draw_full(const struct signals_view *v, int row,
		       const struct signal_row *s);
/* In the other ones. */
void signals_draw_line(const struct signals_view *v, int row,
		       const struct signal_row *s);
void signals_draw_header(const struct signals_view *v);

#endif
