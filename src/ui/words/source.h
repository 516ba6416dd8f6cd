/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a source gives nothing, or not all, and what would allow it. */
#ifndef UI_WORDS_SOURCE_H
#define UI_WORDS_SOURCE_H

#include "base/str.h"
#include "event/event.h"

/* Appends it, in one line; nothing where there is nothing to say. */
void source_why_words(struct str *out, uint64_t why, int64_t value);
/* The same in English, for logs. */
void source_why_log(struct str *out, uint64_t why, int64_t value);

#endif
