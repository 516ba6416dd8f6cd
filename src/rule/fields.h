/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a rule sees of a row of the model: names and how each is pushed.
 *
 * A name's value is a number, a text, true or false, nil where there is none
 * of it, and a NaN where it could not be read: every comparison with that is
 * false.  Sizes are bytes, times and durations seconds, addresses integers
 * (negative above 2^63, hence a twin in hexadecimal).  Texts are the target's
 * bytes, hostile, cut at FIELD_TEXT.
 */
#ifndef RULE_FIELDS_H
#define RULE_FIELDS_H

#include "base/str.h"
#include "late/lua.h"
#include "model/model.h"

/* A path is no longer. */
#define FIELD_TEXT 4096

enum rule_over {
	OVER_REGIONS, OVER_PROCESSES, OVER_CALLS, OVER_SIGNALS, OVER_HEAP, OVERS
};

/* One row; what does not belong to its kind is NULL.  model may be NULL: then
 * no process has a parent that is known. */
struct rule_row {
	const struct model *model;
	const struct process *process;
	const struct region *region;
	const struct call_row *call;
	const struct signal_row *signal;
	const struct heap_site *site;
	const char *cwd;		/* of the process; NULL: not known */
	struct str *scratch;		/* for texts that are made; not NULL */
};

struct rule_field {
	const char *name;
	void (*push)(lua_State *L, const struct rule_row *row);
};

/* NULL-terminated; those of a row's process have no `process`. */
extern const struct rule_field *const rule_fields[OVERS];
/* "region", "process", "call", "signal", "site": the row as a table. */
extern const char *const rule_row_names[OVERS];

#endif
