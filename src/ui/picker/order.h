/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of ui/picker/processes.h, and its tree as rows. */
#ifndef UI_PICKER_ORDER_H
#define UI_PICKER_ORDER_H

#include "ui/picker/processes.h"

/* Gives each its place, as p->sort says. */
void picks_order(struct picks *p);
/* Makes p->rows of those that match, and in a tree of their parents. */
void picks_lay(struct picks *p);

#endif
