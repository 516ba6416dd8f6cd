/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From hostile bytes to cells: the one sanitiser.
 *
 * Names, paths and contents come from the target and may hold anything.
 * Valid, printable UTF-8 passes; C0, DEL, C1, bidi controls, zero-width and
 * invalid bytes become visible `\xNN`, code points whose width libunistring
 * and wcwidth() do not agree on `\u{1FAE8}`.  libunistring decides validity,
 * graphemes, wrapping and normalisation; text_cell_width() (wcwidth) decides
 * columns.  With ascii set every non-ASCII code point is escaped too.
 *
 * "Safe text" below is what text_safe() made, or a literal of our own.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

/* Appends the safe form of n hostile bytes. */
void text_safe(struct str *out, const void *bytes, size_t n, bool ascii);
/* Whether the bytes are valid UTF-8 (u8_check). */
bool text_valid(const void *bytes, size_t n);

/* Columns of one code point: 0, 1, 2; -1 when it must not be drawn. */
int text_cell_width(uint32_t uc);
/* Columns of safe text. */
int text_width(const char *s);
/*
 * The length in bytes of the grapheme that starts at s ("" gives 0), and its
 * columns in *width: 0, 1 or 2.  One of several code points that have columns
 * (a flag, Hangul jamo, an Indic vowel sign) comes in as many pieces, since a
 * cell of a terminal holds one.
 */
size_t text_grapheme(const char *s, int *width);
/* How many bytes of s fit into cols columns, graphemes whole; their columns
 * in *width, which may be NULL. */
size_t text_fit(const char *s, int cols, int *width);

/*
 * Shortens safe text to cols columns.  CUT_END drops the end ("redis-ser…"),
 * CUT_PATH the middle, so that a file name of up to half the columns stays
 * whole ("/srv/ingest…6-11-20.csv").  The mark is `…`, in ascii `~`.
 */
enum text_cut { CUT_END, CUT_PATH };
void text_cut(struct str *out, const char *s, int cols, enum text_cut how,
	      bool ascii);

/* Calls line() with each line of s wrapped to cols, where libunistring says
 * that a line may end. */
void text_wrap(const char *s, int cols,
	       void (*line)(void *arg, const char *s, size_t n), void *arg);

/* Whether needle is in hay, both NFC-normalised and case-folded: what `/`
 * and `f` mean by "contains".  An empty needle is in everything. */
bool text_contains(const char *hay, const char *needle);

#endif
