/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A backtrace in words, for the pane and for the console; and the rows of the
 * pane, in which frames that the configuration ignores are folded.
 */
#ifndef UI_WORDS_STACK_H
#define UI_WORDS_STACK_H

#include <stdbool.h>

#include "base/str.h"
#include "base/vec.h"
#include "model/model.h"
#include "rule/ignore.h"

/* Appends the function, safe: "memcpy", or "??". */
void stack_name(struct str *out, const struct frame *f, bool ascii);
/* Appends the function and the offset in it: "memcpy+0x90", or "??". */
void stack_function(struct str *out, const struct frame *f, bool ascii);
/* Appends the place of a frame's code, safe: "string.c:212", else the file or
 * region that contains the code; with `brief`, without the folder. */
void stack_where(struct str *out, const struct model *m,
		 const struct backtrace *b, const struct frame *f, bool brief,
		 bool ascii);
/* Appends why there are no frames, with the keys to press or, for the console,
 * the words to type. */
void stack_why_not(struct str *out, const struct backtrace *b, bool console);
/* Appends a warning if malloc made the call. */
void stack_heap_words(struct str *out, const struct backtrace *b);
/* Sets out, which is empty, to a warning if malloc made the call, and to why
 * the backtrace ends early; nothing if it reaches the start of the thread. */
void stack_end_words(struct str *out, const struct backtrace *b);

/* A row: a frame, or the first of `hidden` frames that are left out. */
struct stack_row {
	size_t frame, hidden;
};
struct stack_rows {
	VEC(struct stack_row) v;
};

/* Makes the rows.  If `ignore` is NULL, no frame is left out. */
void stack_rows_make(struct stack_rows *rows, const struct backtrace *b,
		     const struct ignore *ignore);
/* Appends "3 frames are left out (ignore).". */
void stack_hidden(struct str *out, size_t n);

#endif
