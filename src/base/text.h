/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sanitiser: turns hostile bytes into text for the screen.
 *
 * Names, paths and contents come from the target and may have any bytes.
 * Valid, printable UTF-8 passes; C0, DEL, C1, bidi controls, zero-width
 * characters and invalid bytes become a visible `\xNN`; code points for which
 * libunistring and wcwidth() have different widths become `\u{1FAE8}`.
 * libunistring defines validity, graphemes, wrapping and normalisation;
 * text_cell_width() (wcwidth) defines columns.  If ascii is set, every
 * non-ASCII code point is escaped, too.
 *
 * "Safe text" below is the output of text_safe(), or a literal of mmtop.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

/* Appends the n hostile bytes as safe text. */
void text_safe(struct str *out, const void *bytes, size_t n, bool ascii);
/* True if the bytes are valid UTF-8 (u8_check). */
bool text_valid(const void *bytes, size_t n);

/* Width of a code point in columns: 0, 1 or 2; -1: it must not be drawn. */
int text_cell_width(uint32_t uc);
/* Width of safe text in columns. */
int text_width(const char *s);
/*
 * Returns the length in bytes of the grapheme at s (0 for ""), and sets *width
 * to its columns: 0, 1 or 2.  A terminal cell holds only one code point that
 * has columns.  So each such code point counts as a grapheme here, also in a
 * flag, Hangul jamo or an Indic vowel sign.
 */
size_t text_grapheme(const char *s, int *width);
/* Returns the number of bytes of s that fit into cols columns, without
 * splitting graphemes.  Sets *width to their columns; it may be NULL. */
size_t text_fit(const char *s, int cols, int *width);

/*
 * Shortens safe text to cols columns.  CUT_END removes the end ("redis-ser…").
 * CUT_PATH removes the middle, so that a file name of up to half the columns
 * stays whole ("/srv/ingest…6-11-20.csv").  The removed part is marked by `…`,
 * or by `~` if ascii is set.
 */
enum text_cut { CUT_END, CUT_PATH };
void text_cut(struct str *out, const char *s, int cols, enum text_cut how,
	      bool ascii);

/* Calls line() with each line of s, wrapped to cols at the breaks that
 * libunistring finds. */
void text_wrap(const char *s, int cols,
	       void (*line)(void *arg, const char *s, size_t n), void *arg);

/* True if hay contains needle, after NFC normalisation and case folding; used
 * by the search commands `/` and `f`.  Every hay contains an empty needle. */
bool text_contains(const char *hay, const char *needle);

#endif
