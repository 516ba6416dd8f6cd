/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A backtrace in words, for the pane and for the console; and its rows, where
 * frames that the configuration ignores are folded.
 */
#ifndef UI_WORDS_STACK_H
#define UI_WORDS_STACK_H

#include <stdbool.h>

#include "base/str.h"
#include "base/vec.h"
#include "model/model.h"
#include "rule/ignore.h"

/* "memcpy+0x90", "??"; safe. */
void stack_function(struct str *out, const struct frame *f, bool ascii);
/* "string.c:212", else the file or region that the code lies in, without the
 * folder where `brief`; safe. */
void stack_where(struct str *out, const struct model *m,
		 const struct backtrace *b, const struct frame *f, bool brief,
		 bool ascii);
/* Why there are no frames: with keys to press, or for the console words to
 * type. */
void stack_why_not(struct str *out, const struct backtrace *b, bool console);
/* How it ends, where that is not the beginning of the thread; or nothing. */
void stack_how_it_ends(struct str *out, const struct backtrace *b);

/* A frame, or so many from it on that are left out. */
struct stack_row {
	size_t frame, hidden;
};
struct stack_rows {
	VEC(struct stack_row) v;
};

/* ignore NULL: nothing is left out. */
void stack_rows_make(struct stack_rows *rows, const struct backtrace *b,
		     const struct ignore *ignore);
/* "3 frames are left out (ignore)." */
void stack_hidden(struct str *out, size_t n);

#endif
