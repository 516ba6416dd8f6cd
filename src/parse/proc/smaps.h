/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * /proc/PID/smaps: a maps line, then "Key:  12 kB" lines, VmFlags last.
 *
 * The text is large (700 bytes a region), so it can be parsed as it comes:
 * feed what was read, drop what was consumed.
 */
#ifndef PARSE_PROC_SMAPS_H
#define PARSE_PROC_SMAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event/event.h"
#include "parse/proc/maps.h"

/* Bytes; EV_UNKNOWN for what the kernel does not print. */
struct smaps_entry {
	struct maps_entry map;
	uint64_t rss, pss, swap, shared_clean, shared_dirty, private_clean,
		private_dirty, referenced, anonymous, anon_huge, locked,
		kernel_page;
	struct bytes vmflags;	/* "rd wr mr mw me ac", borrowed */
};

/*
 * Parses the first region of text.  Returns how many bytes it took, 0 when
 * no whole region is there.  A region is whole when its VmFlags line is, or
 * when the next one begins, or with `last`, when nothing follows.  Bytes
 * before the first region's line are skipped and counted as taken; *found
 * tells whether there was a region in what was taken.
 */
size_t smaps_region(struct bytes text, bool last, struct smaps_entry *out,
		    bool *found);

#endif
