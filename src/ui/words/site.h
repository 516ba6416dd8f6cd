/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The place in the code that a site of the heap is, in words: for the Heap pane
 * and for sentences. */
#ifndef UI_WORDS_SITE_H
#define UI_WORDS_SITE_H

#include <stdbool.h>

#include "base/str.h"
#include "model/model.h"

/* Appends the file and the offset of an address, safe: "libfoo.so+1a2b".
 * Leaves out the name of the file if the region `before` (may be NULL) has the
 * same file.  Returns the region of the address. */
const struct region *site_place(struct str *out, const struct space *space,
				uint64_t addr, const struct region *before,
				bool ascii);
/* Appends the function of a site, safe; its place if that is not known. */
void site_name(struct str *out, const struct space *space,
	       const struct heap_site *s, bool ascii);
/* Appends the `max` functions or places with most live bytes, the largest
 * first: "cache_insert 20.1M, main 1.00M".  Nothing if no byte is live. */
void site_largest(struct str *out, const struct process *p, size_t max,
		  bool ascii);

#endif
