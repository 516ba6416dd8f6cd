/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The setting `ignore`: which frames are left out of backtraces. */
#ifndef RULE_IGNORE_H
#define RULE_IGNORE_H

#include <stdbool.h>

#include "model/model.h"
#include "rule/config.h"

struct ignore;

/* Returns NULL if the list is empty: then no frame is left out. */
struct ignore *ignore_new(const struct word_list *words);
void ignore_free(struct ignore *i);
/* True if a word matches the frame's function, source file or module. */
bool ignore_has(const struct ignore *i, const struct frame *f);

#endif
