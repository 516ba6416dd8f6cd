/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes the memory calls of a tracked process return what they return untraced.
 *
 * The kernel merges a mapping with its neighbour only where both have the same
 * userfaultfd, or none, and gives pages of unmerged neighbours separate
 * anon_vmas, which prevent a later merge.  mremap(2) of two areas fails with
 * EFAULT.  So mmtop registers what a call maps, as whole areas, before its task
 * goes on: all private anonymous memory, whatever its permissions.
 *
 * mremap(2) of several areas and MADV_COLLAPSE refuse registered memory: mmtop
 * unregisters it at their entry.
 */
#ifndef SOURCE_SAMPLE_WRITES_WRITECALL_H
#define SOURCE_SAMPLE_WRITES_WRITECALL_H

#include <stdbool.h>
#include <stdint.h>

#include "source/sample/core/state.h"

/* A userfaultfd, and the map of the process whose memory it is for. */
struct areas {
	int uffd, maps;
};

/* The areas that overlap [start, end), each as a whole, as they are now. */
void areas_register(const struct areas *a, uint64_t start, uint64_t end);
void areas_unregister(const struct areas *a, uint64_t start, uint64_t end);
/* Appends all areas that are private and anonymous. */
void areas_list(const struct areas *a, page_ranges *out);
/* The area at addr where it is private and anonymous, else 0 and 0. */
void areas_bounds(const struct areas *a, uint64_t addr, uint64_t *start,
		  uint64_t *end);

/* At a call's entry or exit.  True: the call failed because part of its
 * memory was registered; that part is unregistered now, and the call must be
 * repeated. */
bool writecall(struct sampler *s, const struct fact_call *what);

#endif
