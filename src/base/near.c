/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "base/near.h"

#include <string.h>

size_t near_distance(const char *a, const char *b)
{
	size_t row[NEAR_MAX + 1], n = strlen(b), diagonal;

	if (n > NEAR_MAX || strlen(a) > NEAR_MAX)
		return NEAR_MAX;
	for (size_t j = 0; j <= n; j++)
		row[j] = j;
	for (size_t i = 1; *a; a++, i++) {
		diagonal = row[0];
		row[0] = i;
		for (size_t j = 1; j <= n; j++) {
			size_t best = diagonal + (*a != b[j - 1]);

			diagonal = row[j];
			if (row[j] + 1 < best)
				best = row[j] + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			row[j] = best;
		}
	}
	return row[n];
}

bool near_is_typo(const char *a, const char *b, size_t distance)
{
	return distance <= 2 && distance * 2 <= strlen(a) &&
	       distance * 2 <= strlen(b);
}
