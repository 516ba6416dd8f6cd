/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorts the processes of ui/picker/processes.h, and makes the rows of the list
 * or of the tree. */
#ifndef UI_PICKER_ORDER_H
#define UI_PICKER_ORDER_H

#include "ui/picker/processes.h"

/* Sets the field `order` of each process, by the sort p->sort. */
void picks_order(struct picks *p);
/* Makes p->rows: the processes that match and, in a tree, their ancestors. */
void picks_make_rows(struct picks *p);

#endif
