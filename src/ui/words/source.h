/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why an event source reports nothing, or not everything, and the remedy. */
#ifndef UI_WORDS_SOURCE_H
#define UI_WORDS_SOURCE_H

#include "base/str.h"
#include "event/event.h"

/* Appends the reason, in one line; nothing if there is no reason. */
void source_why_words(struct str *out, uint64_t why, int64_t value);
/* Appends the same text in English, for logs. */
void source_why_log(struct str *out, uint64_t why, int64_t value);

#endif
