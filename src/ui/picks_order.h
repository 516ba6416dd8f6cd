/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of ui/picks.h, and its tree as rows. */
#ifndef UI_PICKS_ORDER_H
#define UI_PICKS_ORDER_H

#include "ui/picks.h"

/* Gives each its place, as p->sort says. */
void picks_order(struct picks *p);
/* Makes p->rows of those that match, and in a tree of their parents. */
void picks_lay(struct picks *p);

#endif
