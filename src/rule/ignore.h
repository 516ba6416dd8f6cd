/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The configuration's `ignore`: which frames a backtrace leaves out. */
#ifndef RULE_IGNORE_H
#define RULE_IGNORE_H

#include <stdbool.h>

#include "model/model.h"
#include "rule/config.h"

struct ignore;

/* NULL when there are no words, which leave nothing out. */
struct ignore *ignore_new(const struct word_list *words);
void ignore_free(struct ignore *i);
/* By its function, else by the file of its source or of its code. */
bool ignore_has(const struct ignore *i, const struct frame *f);

#endif
