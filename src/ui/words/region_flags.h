/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flags of a mapping, as text. */
#ifndef UI_WORDS_REGION_FLAGS_H
#define UI_WORDS_REGION_FLAGS_H

#include <stdbool.h>

#include "base/str.h"
#include "model/model.h"

/*
 * The flags by name: as the call that made it gave them, or else those of
 * smaps' VmFlags; n/a when neither is known.  brief leaves out MAP_ and SHM_.
 */
void region_flags(struct str *out, const struct region *r, bool brief);
bool region_flags_known(const struct region *r);

#endif
