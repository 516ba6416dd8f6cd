/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Prints flag arguments as names; private to src/event/calls/.
 *
 * The parts of a value are printed in strace's order:
 *
 *	MAP_PRIVATE		name of the value in its field
 *	MAP_FIXED, 0x200	names of its bits, bits without a name
 *	21<<MAP_HUGE_SHIFT	logarithm of a huge page size
 *	0600			permission bits
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
	uint64_t field;		/* mask of the bits that together hold one of
				 * `values`; 0: none */
	const struct flag_name *values;
	const struct flag_name *bits;
	bool bits_first;
	const char *zero;	/* name of 0 in a set without a field; NULL:
				 * print "0" */
	const char *huge;	/* "MAP_HUGE_SHIFT" or similar if bits 26 to 31
				 * are a huge page size */
	uint64_t octal;		/* mask: these bits are always shown, in
				 * octal */
	const char *unknown;	/* "MAP_???": printed for a value without any
				 * name */
};

/* Returns NULL if arguments of that type have no names. */
const struct flag_set *flag_set_of(enum arg_type type, enum abi abi);

typedef void flag_fn(void *arg, const char *name);
void flags_each(const struct flag_set *set, uint64_t value, flag_fn *name,
		void *arg);

#endif
