/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Gives the memory calls of a tracked process the results that they have in an
 * untraced process.
 *
 * The kernel merges a mapping with its neighbour only if both are registered
 * with the same userfaultfd, or neither is registered.  Pages of unmerged
 * neighbours get separate anon_vmas, which prevent a later merge; then
 * mremap(2) across the two areas fails with EFAULT.  So after a call, before
 * the task continues, mmtop registers the private anonymous areas that the call
 * has changed.  It registers whole areas, whatever their permissions.
 *
 * Some calls fail on registered memory: mremap(2) of several areas, and
 * MADV_COLLAPSE.  mmtop unregisters the memory at the entry of these calls.
 */
#ifndef SOURCE_SAMPLE_WRITES_WRITECALL_H
#define SOURCE_SAMPLE_WRITES_WRITECALL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "parse/scan.h"
#include "source/sample/core/state.h"
#include "sys/proc/map.h"

/* A userfaultfd, and the maps file of the process whose memory it tracks. */
struct areas {
	int uffd, maps;
};

/*
 * Finds areas.  Without PROCMAP_QUERY, the first search reads the whole map, and
 * the next ones go on in that text: a read for each of thousands of areas would
 * stop the process for minutes.  Searches in the order of addresses are fast.
 *
 *	struct area_walk w = area_walk(&areas);
 *	areas_find(&w, addr, &m);
 *	str_release(&w.text);
 */
struct area_walk {
	struct areas areas;
	bool by_text;
	struct str text;
	struct scan rest;		/* part of `text` after `at` */
	struct procmap at;
};
static inline struct area_walk area_walk(const struct areas *a)
{
	return (struct area_walk){ .areas = *a, .text = STR_INIT };
}
/* Finds the first area that ends after addr. */
bool areas_find(struct area_walk *w, uint64_t addr, struct procmap *m);

/* Register, or unregister, each area that overlaps [start, end).  An area is
 * handled as a whole, with its current bounds. */
void areas_register(const struct areas *a, uint64_t start, uint64_t end);
void areas_unregister(const struct areas *a, uint64_t start, uint64_t end);
/* Appends all private anonymous areas of the process to out. */
void areas_list(const struct areas *a, page_ranges *out);
/* Stores the bounds of the area at addr.  If that area is not private and
 * anonymous, stores 0 and 0. */
void areas_bounds(struct area_walk *w, uint64_t addr, uint64_t *start,
		  uint64_t *end);

/* Called at a call's entry and exit.  Returns true if the call failed because
 * part of its memory was registered: that part is now unregistered, and the
 * call must be repeated. */
bool writecall(struct sampler *s, const struct fact_call *what);

#endif
