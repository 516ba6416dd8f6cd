/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All panes, by number.  They have a file of their own, so that a test of one
 * pane need not link the others. */
#include <config.h>

#include "ui/pane/pane.h"

#define ENTRY(id, ops) [PANE_##id] = &ops##_pane,
const struct pane_ops *const pane_table[PANES] = { PANE_LIST(ENTRY) };
