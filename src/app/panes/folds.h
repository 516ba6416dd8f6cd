/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The live heap of a process by stack, as flame graphs are made of: :folded. */
#ifndef APP_PANES_FOLDS_H
#define APP_PANES_FOLDS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

struct process;

/* p->heap is told of.  How many bytes the stacks have in all; peak: what they had
 * when the process had most. */
uint64_t folds_text(struct str *out, const struct process *p, bool peak);

#endif
