/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts about bytes and captured frames. */
#ifndef UI_CONTENTS_WORDS_H
#define UI_CONTENTS_WORDS_H

#include "base/str.h"
#include "ui/pane/pane.h"

/* Why bytes are not known: contents_why_short() gives one or two words for a
 * row, contents_why() a sentence for one byte.  `state` comes from
 * contents_byte(); `error` is -errno or 0. */
const char *contents_why_short(unsigned state);
void contents_why(struct str *out, unsigned state, int error);

/* Appends "frame 3 of 17 · 12.391 s · msync · 4 pages changed", without the
 * parts that do not fit in cols columns. */
void contents_frame_words(struct str *out, const struct view *view,
			  const struct contents_object *o,
			  const struct contents_frame *f, int cols);

#endif
