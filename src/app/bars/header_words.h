/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The state of the program in words: the text of the first status row between
 * the left badge and the overhead.
 *
 *	python3 4121  calls
 *	4122 before mmap, 5 tasks held
 *	python3 4121  SIGSEGV, core
 */
#ifndef APP_BARS_HEADER_WORDS_H
#define APP_BARS_HEADER_WORDS_H

#include <stdbool.h>

#include "base/str.h"
#include "model/model.h"

/* Appends the text, safe for a terminal, in at most `cols` columns. */
void header_words(struct str *out, const struct model *m, int cols,
		  bool ascii);

#endif
