/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * /proc/PID/maps, one line for each region:
 *
 *	55d1c0a000-55d1c0c000 r--p 00000000 fd:01 1311 /usr/bin/cat
 *
 * Names are the target's bytes.  The kernel escapes a newline as \012 and
 * nothing else, so a name with a newline and a name with these four characters
 * look the same (see source/region_name.h).
 *
 * Ownership: `raw` points into the parsed text.
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
	struct bytes raw;	/* the name as it is in the line */
	bool escaped;		/* `raw` contains the escape \012 */
};

/* Parses one line, with or without its newline.  False if it is invalid. */
bool maps_line(struct scan line, struct maps_entry *out);
/* Appends the name; each \012 becomes a newline. */
void maps_name(struct str *out, const struct maps_entry *e);
/* True if the line has this name, with newlines escaped as by the kernel. */
bool maps_name_is(const struct maps_entry *e, const void *name, size_t len);

/*
 * Gets the next region of the text.  Invalid lines are skipped and counted in
 * *bad (`bad` may be NULL).  False at the end.
 */
bool maps_next(struct scan *text, struct maps_entry *out, size_t *bad);

#endif
