/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whose a region is, in the user's language: as event/owner.h has it for logs.
 * What is inferred begins with `~`.
 */
#ifndef UI_WORDS_OWNER_H
#define UI_WORDS_OWNER_H

#include "base/str.h"
#include "model/model.h"

/* Appends nothing where it is not known. */
void owner_words(struct str *out, const struct owner *o, bool ascii);
/* Whether that says more than what the region is called. */
bool owner_is_news(const struct region *r);

#endif
