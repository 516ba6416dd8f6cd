/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Flag arguments as names: private to call-text.c.
 *
 * A value is taken apart in the order strace prints: the one name of a field
 * (MAP_PRIVATE), the names of bits, what has no name in hex, the logarithm
 * of a huge page's size ("21<<MAP_HUGE_SHIFT"), permission bits in octal.
 */
#ifndef EVENT_CALLS_FLAGS_H
#define EVENT_CALLS_FLAGS_H

#include <stdbool.h>
#include <stdint.h>

#include "event/call.h"

struct flag_name {
	uint64_t value;
	const char *name;	/* NULL ends a list */
};

struct flag_set {
	uint64_t field;		/* these bits are one of values, 0: none */
	const struct flag_name *values;
	const struct flag_name *bits;
	bool bits_first;
	const char *zero;	/* of 0 where there is no field, NULL: "0" */
	const char *huge;	/* "MAP_HUGE_SHIFT": bits 26 to 31 */
	uint64_t octal;		/* always shown, in octal */
	const char *unknown;	/* "MAP_???": said of a value without names */
};

/* NULL when arguments of that type are not made of names. */
const struct flag_set *flag_set_of(enum arg_type type, enum abi abi);

typedef void flag_fn(void *arg, const char *name);
void flags_each(const struct flag_set *set, uint64_t value, flag_fn *name,
		void *arg);

#endif
