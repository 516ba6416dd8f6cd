/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The error of a filter or of a configuration, worded as part of a sentence. */
#ifndef UI_PANE_RULE_WORDS_H
#define UI_PANE_RULE_WORDS_H

#include <stdbool.h>

#include "base/str.h"
#include "rule/error.h"

/* Appends "unknown name rsss (did you mean rss?)", safe and translated, without
 * a full stop. */
void rule_words(struct str *out, const struct rule_error *e, bool ascii);

#endif
