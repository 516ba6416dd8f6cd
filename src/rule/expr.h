/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Expressions over rows: which regions, processes, calls, signals or sites of the
 * heap are meant.
 *
 *	struct expr *x = expr_new(OVER_REGIONS, "rss > 1M and ends(name, '.so')",
 *				  &error);
 *	expr_begin(x);
 *	for each row
 *		if (expr_matches(x, &row)) ...
 *	if (expr_error(x)->fault) ...		some row could not be judged
 *
 * Lua, compiled once as `return (...)` in a sandbox of its own.  It sees the
 * row's fields by their names (rule/fields), the row itself (region.rss) and
 * its process (process.name), and
 *
 *	starts(text, s)  ends(text, s)  contains(text, s)
 *	matches(text, regex)		POSIX extended
 *	child_of(pid or name)		somewhere below that process
 *	known(value)			false for what could not be read
 *	KiB MiB GiB TiB			and 64K, 1.5M, 2GiB, 10us, 3ms, 1s
 *
 * A text that is no expression (expr_is_plain()) is the caller's to look for.
 */
#ifndef RULE_EXPR_H
#define RULE_EXPR_H

#include <stdbool.h>

#include "base/str.h"
#include "rule/error.h"
#include "rule/fields.h"

#define EXPR_TEXT 1024			/* bytes */

struct expr;

/* NULL with *e filled when it is none: tried on a row without contents, too. */
struct expr *expr_new(enum rule_over over, const char *text,
		      struct rule_error *e);
void expr_free(struct expr *x);
/* A pass over all rows begins: time and errors are counted anew. */
void expr_begin(struct expr *x);
/* False too where it fails, and when the pass takes too long. */
bool expr_matches(struct expr *x, const struct rule_row *row);
/* The first of the pass; fault RULE_OK when there was none. */
const struct rule_error *expr_error(const struct expr *x);
/* Whether a text has no operator, bracket or quote and no `and`, `or`, `not`:
 * words to be looked for. */
bool expr_is_plain(const char *text);
/* "rss > 1.5M" to "rss > (1.5*1048576)". */
void expr_units(struct str *out, const char *text);

#endif
