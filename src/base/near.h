/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The edit distance between a mistyped word and a known word. */
#ifndef BASE_NEAR_H
#define BASE_NEAR_H

#include <stdbool.h>
#include <stddef.h>

/* near_distance() returns NEAR_MAX if a word is longer than this. */
#define NEAR_MAX 24

/* Levenshtein distance: the number of letters to change, add or remove to turn
 * a into b. */
size_t near_distance(const char *a, const char *b);
/* True if distance is at most two, and at most half the length of either word:
 * "foo" is not a mistyped "zoom". */
bool near_is_typo(const char *a, const char *b, size_t distance);

#endif
