/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the program does, in words: all that stands between the left badge and
 * the costs of the first status row.
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

/* Appends at most cols columns of safe text. */
void header_words(struct str *out, const struct model *m, int cols,
		  bool ascii);

#endif
