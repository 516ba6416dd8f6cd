/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * /proc/PID/maps, one line a region:
 *
 *	55d1c0a000-55d1c0c000 r--p 00000000 fd:01 1311 /usr/bin/cat
 *
 * Names are the target's bytes.  The kernel escapes a newline as \012 and
 * nothing else, so the line alone does not tell a name that really holds those
 * four characters from one with a newline (see source/region_name.h).
 *
 * Ownership: `raw` points into the text that was parsed.
 */
#ifndef PARSE_PROC_MAPS_H
#define PARSE_PROC_MAPS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "event/event.h"
#include "parse/scan.h"

struct maps_entry {
	uint64_t start, end;	/* start < end */
	uint8_t perm;		/* enum perm_bit */
	uint64_t offset;
	uint64_t dev;		/* makedev() */
	uint64_t inode;
	struct bytes raw;	/* the name as it stands in the line */
	bool escaped;		/* raw holds a \012 */
};

/* One line, with or without its newline; false when it is none. */
bool maps_line(struct scan line, struct maps_entry *out);
/* Appends the name, newlines put back. */
void maps_name(struct str *out, const struct maps_entry *e);
/* Whether a region of that name has this line. */
bool maps_name_is(const struct maps_entry *e, const void *name, size_t len);

/*
 * The next region of a text; lines that are none are skipped and counted in
 * *bad (which may be NULL).  False at the end.
 */
bool maps_next(struct scan *text, struct maps_entry *out, size_t *bad);

#endif
