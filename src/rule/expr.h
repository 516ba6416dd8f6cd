/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Expressions that select rows: regions, processes, calls, signals or
 * allocation sites of the heap.
 *
 *	struct expr *x = expr_new(OVER_REGIONS, "rss > 1M and ends(name, '.so')",
 *				  &error);
 *	expr_begin(x);
 *	for each row
 *		if (expr_matches(x, &row)) ...
 *	if (expr_error(x)->fault) ...		failed on some row
 *
 * An expression is Lua, compiled once as `return (...)` in a separate sandbox.
 * It can use the fields of the row (rule/fields), the row itself (region.rss),
 * its process (process.name), and
 *
 *	starts(text, s)  ends(text, s)  contains(text, s)
 *	matches(text, regex)		POSIX extended
 *	child_of(pid or name)		is a descendant of that process
 *	known(value)			false if the value could not be read
 *	KiB MiB GiB TiB			and 64K, 1.5M, 2GiB, 10us, 3ms, 1s
 *
 * A text that is not an expression (expr_is_plain()) is a search text, which
 * the caller handles.
 */
#ifndef RULE_EXPR_H
#define RULE_EXPR_H

#include <stdbool.h>

#include "base/str.h"
#include "rule/error.h"
#include "rule/fields.h"

#define EXPR_TEXT 1024			/* maximum length, in bytes */

struct expr;

/* Returns NULL with *e filled if text is not a valid expression.  Also
 * evaluates the expression on an empty row, to find errors early. */
struct expr *expr_new(enum rule_over over, const char *text,
		      struct rule_error *e);
void expr_free(struct expr *x);
/* Starts a pass over all rows: resets the time limit and the error. */
void expr_begin(struct expr *x);
/* Returns false also if the evaluation fails or the pass exceeds the time
 * limit. */
bool expr_matches(struct expr *x, const struct rule_row *row);
/* Returns the first error of the pass; if there was none, its fault is
 * RULE_OK. */
const struct rule_error *expr_error(const struct expr *x);
/* True if text is a search text: it has no operator, bracket or quote, and no
 * `and`, `or` or `not`. */
bool expr_is_plain(const char *text);
/* Replaces units: "rss > 1.5M" becomes "rss > (1.5*1048576)". */
void expr_units(struct str *out, const char *text);

#endif
