/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The owner of a region in the user's language; for logs see event/owner.h. An
 * inferred owner begins with `~`.
 */
#ifndef UI_WORDS_OWNER_H
#define UI_WORDS_OWNER_H

#include "base/str.h"
#include "model/model.h"

/* Appends the owner; nothing if the owner is unknown. */
void owner_words(struct str *out, const struct owner *o, bool ascii);
/* True if the owner adds something that the region's name does not. */
bool owner_adds_info(const struct region *r);

#endif
