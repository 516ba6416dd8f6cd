/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes a terminal's picture with its colours as text for a golden file: the
 * rows; the same number of rows with one letter for the attributes of each cell
 * (`.`: default); the meaning of the letters.
 */
#ifndef TESTS_TERMINAL_SHOT_H
#define TESTS_TERMINAL_SHOT_H

#include "session.h"

/* Rows [from, to), each up to `cols` columns; the caller frees the text. */
char *shot(struct session *s, int from, int to, int cols, size_t *n);

#endif
