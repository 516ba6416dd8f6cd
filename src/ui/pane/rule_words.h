/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is wrong with a filter or a configuration, as a sentence's part. */
#ifndef UI_PANE_RULE_WORDS_H
#define UI_PANE_RULE_WORDS_H

#include <stdbool.h>

#include "base/str.h"
#include "rule/error.h"

/* "there is no rsss here: is it rss?", safe and translated, no full stop. */
void rule_words(struct str *out, const struct rule_error *e, bool ascii);

#endif
