/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line of a decoder's output as text. */
#ifndef UI_PANE_DECODED_WORDS_H
#define UI_PANE_DECODED_WORDS_H

#include "base/str.h"
#include "rule/decoder.h"

/* Appends "head: 3 (0x3)" or "tail: past the end"; safe and translated. */
void decoded_words(struct str *out, const struct decoded_line *l);

#endif
