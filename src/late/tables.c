/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "late/tables.h"

#define SYMBOL(symbol) #symbol "\0"
#define TABLE(table, list, title, soname) \
	struct late_##table late_##table = { \
		.late = { .name = title, .file = soname, \
			  .symbols = list(SYMBOL) }, \
	}; \
	_Static_assert(sizeof late_##table == \
		       sizeof(struct late) + (0 list(COUNT)) * sizeof(void *), \
		       "the addresses follow one another");
#define COUNT(symbol) + 1

LATE_LIBRARIES(TABLE)
