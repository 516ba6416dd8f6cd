/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The fields of a row of the model that rules can use: their names, and
 * functions that push their values.
 *
 * A value is a number, a text, true or false.  It is nil if the field does not
 * apply.  It is NaN if it could not be read: every comparison with NaN is
 * false.  Sizes are in bytes, times and durations in seconds.  Addresses are
 * integers, negative above 2^63; so each has a second field with its
 * hexadecimal text.  Texts are the target's bytes, not sanitized, cut at
 * FIELD_TEXT.
 */
#ifndef RULE_FIELDS_H
#define RULE_FIELDS_H

#include "base/str.h"
#include "late/lua.h"
#include "model/model.h"

/* Maximum length of a text value; longer than any path. */
#define FIELD_TEXT 4096

enum rule_over {
	OVER_REGIONS, OVER_PROCESSES, OVER_CALLS, OVER_SIGNALS, OVER_HEAP, OVERS
};

/* A row.  Pointers that do not apply to its kind are NULL.  If `model` is NULL,
 * no process has a known parent. */
struct rule_row {
	const struct model *model;
	const struct process *process;
	const struct region *region;
	const struct call_row *call;
	const struct signal_row *signal;
	const struct heap_site *site;
	const char *cwd;		/* working directory of the process;
					 * NULL: unknown */
	struct str *scratch;		/* buffer for generated texts; not
					 * NULL */
};

struct rule_field {
	const char *name;
	void (*push)(lua_State *L, const struct rule_row *row);
};

/* The fields of each kind of row, NULL-terminated, without the table
 * `process`. */
extern const struct rule_field *const rule_fields[OVERS];
/* Name of the table for the row: "region", "process", "call", "signal",
 * "site". */
extern const char *const rule_row_names[OVERS];

#endif
