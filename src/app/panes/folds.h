/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The live heap of a process by stack, as input for flame graphs: :folded. */
#ifndef APP_PANES_FOLDS_H
#define APP_PANES_FOLDS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

struct process;

/* Writes the heap of p by stack, one line for each stack: the live blocks or,
 * if `peak` is true, the blocks that were live at the heap's peak.  p->heap
 * must not be NULL.  Returns the total size of the blocks in bytes. */
uint64_t folds_text(struct str *out, const struct process *p, bool peak);

#endif
