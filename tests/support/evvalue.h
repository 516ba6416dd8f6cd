/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Converts the values of tests/support/evtext.h to the fields of an event.
 *
 * All functions take the NUL-terminated text of one value and return 0 or
 * -EINVAL. Byte values are appended to `out`, which the caller owns.
 */
#ifndef TESTS_SUPPORT_EVVALUE_H
#define TESTS_SUPPORT_EVVALUE_H

#include <stdint.h>

#include "base/err.h"
#include "base/str.h"
#include "event/event.h"

MUST_CHECK int evvalue_number(const char *s, uint64_t *out);
/* Like evvalue_number(), and accepts the field's names. */
MUST_CHECK int evvalue_named(const struct event *ev, const char *field,
			     const char *s, uint64_t *out);
MUST_CHECK int evvalue_args(const char *s, uint64_t args[6]);
MUST_CHECK int evvalue_bins(const char *s, struct str *out);
MUST_CHECK int evvalue_ranges(const char *s, struct str *out);
MUST_CHECK int evvalue_holes(const char *s, struct str *out);
/* Appends uint64_t values. */
MUST_CHECK int evvalue_numbers(const char *s, struct str *out);
/* Sets nr and call of ev to the system call of that name in ev's abi. */
MUST_CHECK int evvalue_call(struct event *ev, const char *name);
/* Makes cells of UTF-8 text, padded with blanks to *cols. If *cols is 0, stores
 * the width of the text there. */
void evvalue_cells(const struct bytes *text, uint64_t *cols,
		   const struct output_cell *like, struct str *out);

#endif
