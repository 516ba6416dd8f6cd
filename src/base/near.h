/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How near a mistyped word is to one that there is. */
#ifndef BASE_NEAR_H
#define BASE_NEAR_H

#include <stdbool.h>
#include <stddef.h>

/* No distance is more: longer words are not near anything. */
#define NEAR_MAX 24

/* How many letters must be changed, added or left out (Levenshtein). */
size_t near_distance(const char *a, const char *b);
/* Two letters at most, and no more than half of either word: "foo" is no
 * mistyped "zoom". */
bool near_is(const char *a, const char *b, size_t distance);

#endif
