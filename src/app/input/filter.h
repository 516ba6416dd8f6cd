/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The filter line, which `f` opens, and the sort order of lists. */
#ifndef APP_INPUT_FILTER_H
#define APP_INPUT_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "ui/kit/canvas.h"
#include "ui/kit/command.h"
#include "ui/pane/filter.h"
#include "ui/kit/style.h"

struct screen;

void filters_init(struct screen *s);
void filters_release(struct screen *s);
/* Sets the filters from the configuration; a text is NULL if there is no
 * filter. */
void filters_configure(struct screen *s, const char *const texts[OVERS]);
void filters_look(struct screen *s, const struct look *look);
/* Opens the filter line for the key `f`; applies the filter at once for
 * `:filter TEXT`. */
command_exec exec_filter;
command_exec exec_sort, exec_sort_step, exec_sort_invert,
	exec_sort_menu;
/* Sorts the focused pane by the clicked column; a second click on the column
 * reverses the order.  Returns false if the pane cannot be sorted by this
 * column. */
bool sort_click(struct screen *s, int column);

#endif
