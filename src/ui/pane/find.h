/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Regions by what a person types: `/` and `:go`.
 *
 *	find_init(&f, space, text, ascii)
 *	find_region(&f, from, 1, true)	the first match at or behind an
 *					address, round the end
 *	go_find(&go, &f, cursor)	what `:go` is given, to an address
 *
 * `/` takes part of a name, a kind or part of an address.  `:go` takes an
 * address (hexadecimal, with 0x or without), or a region by its name or its
 * file's, or part of one; behind either `+1M`, and that alone from the cursor on.
 * What is both is an address where something is mapped there, else a name that it
 * is the whole of; else a number is an address, and a word part of a name.  Gone
 * regions are not found.  Results are the model's: they live until its next event.
 */
#ifndef UI_PANE_FIND_H
#define UI_PANE_FIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/model.h"

struct find {
	const struct space *space;
	const char *text;		/* what was typed; the caller's */
	bool ascii;			/* names as this look has them */
	/* Not NULL: the text is an expression, which says what is meant. */
	bool (*judge)(void *arg, const struct region *r);
	void *arg;
	/* What is found out once, for 65,000 regions at each key. */
	bool kinds[KINDS];		/* whose name the text is part of */
	bool is_address;
	uint64_t addr;
	const char *digits;		/* enough to be looked for in addresses,
					 * or NULL */
};

void find_init(struct find *f, const struct space *space, const char *text,
	       bool ascii);

/* Whether `/` means this region by the text; an empty one means none. */
bool find_matches(const struct find *f, const struct region *r);
/*
 * The nearest match, beginning with the region at `from` when `here`, else
 * with the one beside it; step 1 or -1.  Round the end.  NULL: there is none.
 */
const struct region *find_region(const struct find *f, uint64_t from, int step,
				 bool here);
/* Where in a match: the address that was typed, when it is one in there, else
 * its start. */
uint64_t find_address(const struct find *f, const struct region *r);
/* How many match, and in *place which of them r is, from 1; 0 when none. */
size_t find_count(const struct find *f, const struct region *r,
		  size_t *place);

enum go_result {
	GO_FOUND,			/* addr, in region */
	GO_UNMAPPED,			/* nothing is at addr; region is the
					 * nearest, NULL when there are none */
	GO_NO_NAME,			/* neither an address nor a region */
};

struct go {
	uint64_t addr;
	const struct region *region;
};

/* cursor: where a name is looked for from, and what `+` counts from. */
enum go_result go_find(struct go *out, const struct find *f, uint64_t cursor);

#endif
