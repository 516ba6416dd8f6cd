/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flags of a mapping, as text. */
#ifndef UI_WORDS_REGION_FLAGS_H
#define UI_WORDS_REGION_FLAGS_H

#include <stdbool.h>

#include "base/str.h"
#include "model/model.h"

/*
 * Appends the flags by name: those of the call that created the mapping, else
 * those of VmFlags in smaps; n/a if neither is known.  With `brief`, the
 * prefixes MAP_ and SHM_ are omitted.
 */
void region_flags(struct str *out, const struct region *r, bool brief);
bool region_flags_known(const struct region *r);

#endif
