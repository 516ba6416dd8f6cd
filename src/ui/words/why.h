/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why the resident memory of a process is what it is: one sentence, with what has
 * changed most first. */
#ifndef UI_WORDS_WHY_H
#define UI_WORDS_WHY_H

#include <stdbool.h>

#include "base/str.h"
#include "model/memory/growth.h"
#include "model/model.h"

/* From then until now, all of it: what is not said by itself is in the sum of
 * others, or not explained.  heap: NULL, or what is said of it as well. */
void why_words(struct str *out, const struct growth *then,
	       const struct growth *now, const struct heap *heap, bool ascii);

#endif
