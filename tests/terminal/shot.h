/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a terminal shows, with its colours, as text for a golden file: the rows,
 * then as many rows with a letter for what each cell is like (`.`: as the
 * terminal has it), then what the letters mean.
 */
#ifndef TESTS_TERMINAL_SHOT_H
#define TESTS_TERMINAL_SHOT_H

#include "session.h"

/* Rows [from, to) with their first columns; to be freed. */
char *shot(struct session *s, int from, int to, int cols, size_t *n);

#endif
