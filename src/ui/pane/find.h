/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds regions by typed text: `/` and `:go`.
 *
 *	find_init(&f, space, text, ascii)
 *	find_region(&f, from, 1, true)	the first match at or after an
 *					address, wrapping around
 *	go_find(&go, &f, cursor)	the address for the argument of `:go`
 *
 * `/` takes part of a name, a kind or part of an address.  `:go` takes an
 * address (hexadecimal, with or without 0x), or all or part of the name of a
 * region or of its file.  An offset `+1M` may follow; an offset alone counts
 * from the cursor.  A text that may be an address or a name is an address if
 * something is mapped there, otherwise an exact name.  Any other number is an
 * address, and any other word is part of a name.  Removed regions are not
 * found.  Results belong to the model and are valid until its next event.
 */
#ifndef UI_PANE_FIND_H
#define UI_PANE_FIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/model.h"

struct find {
	const struct space *space;
	const char *text;		/* the typed text; owned by the
					 * caller */
	bool ascii;			/* show names in ASCII */
	/* If not NULL, the text is an expression, and judge() decides. */
	bool (*judge)(void *arg, const struct region *r);
	void *arg;
	/* Computed once per key press, as there may be 65,000 regions to
	 * search. */
	bool kinds[KINDS];		/* the text is part of the name of this
					 * kind of region */
	bool is_address;
	uint64_t addr;
	const char *digits;		/* the text, if it is long enough to
					 * search addresses for; or NULL */
};

void find_init(struct find *f, const struct space *space, const char *text,
	       bool ascii);

/* True if the region matches the text of `/`.  No region matches an empty
 * text. */
bool find_matches(const struct find *f, const struct region *r);
/*
 * Returns the nearest match in the direction `step`, 1 or -1, wrapping around.
 * The search starts with the region at `from` if `here` is true, otherwise with
 * the region next to it.  Returns NULL if no region matches.
 */
const struct region *find_region(const struct find *f, uint64_t from, int step,
				 bool here);
/* Returns the typed address if it is in the matching region r, else the start
 * of r. */
uint64_t find_address(const struct find *f, const struct region *r);
/* Returns the number of matches.  *place is the number of r among the matches,
 * from 1 on; 0 if r does not match. */
size_t find_count(const struct find *f, const struct region *r,
		  size_t *place);

enum go_result {
	GO_FOUND,			/* `addr` is in `region` */
	GO_UNMAPPED,			/* `addr` is unmapped; `region` is the
					 * nearest one, or NULL */
	GO_NO_NAME,			/* the text is neither an address nor
					 * the name of a region */
};

struct go {
	uint64_t addr;
	const struct region *region;
};

/* Finds the argument of `:go`.  The search for a name starts at `cursor`, and
 * an offset alone is added to `cursor`. */
enum go_result go_find(struct go *out, const struct find *f, uint64_t cursor);

#endif
