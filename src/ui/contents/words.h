/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of bytes and frames, in words. */
#ifndef UI_CONTENTS_WORDS_H
#define UI_CONTENTS_WORDS_H

#include "base/str.h"
#include "ui/pane/pane.h"

/* Why bytes are not known: one word or two for a row, a sentence for a byte.
 * state: as contents_byte() has it; error: -errno or 0. */
const char *contents_why_short(unsigned state);
void contents_why(struct str *out, unsigned state, int error);

/* "frame 3 of 17 · 12.391 s · msync · 4 pages changed", without what has no room
 * in cols. */
void contents_frame_words(struct str *out, const struct view *view,
			  const struct contents_object *o,
			  const struct contents_frame *f, int cols);

#endif
