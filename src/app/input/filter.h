/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line that `f` opens, and the order of lists. */
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
/* The filters of the configuration; NULL: none. */
void filters_configure(struct screen *s, const char *const texts[OVERS]);
void filters_look(struct screen *s, const struct look *look);
/* `f`, or `:filter TEXT`, which is done at once. */
command_exec exec_filter;
command_exec exec_sort, exec_sort_step, exec_sort_invert,
	exec_sort_menu;
/* Sorts the pane in front by that column; a second click reverses the order.
 * False when the pane has no such order. */
bool sort_click(struct screen *s, int column);

#endif
