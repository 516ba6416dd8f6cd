/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The values of tests/support/evtext.h: text to the fields of an event.
 *
 * All take the text of one value, NUL-terminated, and return 0 or -EINVAL.
 * Byte values are appended to `out` and stay there as long as the caller
 * keeps it.
 */
#ifndef TESTS_SUPPORT_EVVALUE_H
#define TESTS_SUPPORT_EVVALUE_H

#include <stdint.h>

#include "base/err.h"
#include "base/str.h"
#include "event/event.h"

MUST_CHECK int evvalue_number(const char *s, uint64_t *out);
/* As evvalue_number(), or one of the names that the field has. */
MUST_CHECK int evvalue_named(const struct event *ev, const char *field,
			     const char *s, uint64_t *out);
MUST_CHECK int evvalue_args(const char *s, uint64_t args[6]);
MUST_CHECK int evvalue_bins(const char *s, struct str *out);
MUST_CHECK int evvalue_ranges(const char *s, struct str *out);
MUST_CHECK int evvalue_holes(const char *s, struct str *out);
/* uint64_t[] */
MUST_CHECK int evvalue_numbers(const char *s, struct str *out);
/* The system call of that name in ev's abi into nr and call. */
MUST_CHECK int evvalue_call(struct event *ev, const char *name);
/* cells of UTF-8 text, filled up with blanks to *cols (0: as long as it is,
 * which is then stored). */
void evvalue_cells(const struct bytes *text, uint64_t *cols,
		   const struct output_cell *like, struct str *out);

#endif
