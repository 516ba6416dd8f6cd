/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * /proc/PID/smaps: for each region a maps line, then lines "Key:  12 kB", then
 * a VmFlags line.
 *
 * The text is large (700 bytes for each region), so it is parsed in parts: the
 * caller passes the bytes read so far, then drops the bytes that were parsed.
 */
#ifndef PARSE_PROC_SMAPS_H
#define PARSE_PROC_SMAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event/event.h"
#include "parse/proc/maps.h"

/* Values are bytes; EV_UNKNOWN: the kernel does not print the value. */
struct smaps_entry {
	struct maps_entry map;
	uint64_t rss, pss, swap, shared_clean, shared_dirty, private_clean,
		private_dirty, referenced, anonymous, anon_huge, locked,
		kernel_page;
	struct bytes vmflags;	/* "rd wr mr mw me ac", borrowed */
};

/*
 * Parses the first region of `text`.  A region ends at its VmFlags line, before
 * the next region or, if `last` is true, at the end of the text.  Returns the
 * number of bytes parsed, including any bytes before the region; 0 if no region
 * is complete yet. *found becomes true if a region was parsed.
 */
size_t smaps_region(struct bytes text, bool last, struct smaps_entry *out,
		    bool *found);

#endif
