/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A set of pages of an address space: one bit per page, in chunks of 128 MiB
 * (with 4 KiB pages).  A chunk without pages in the set is not allocated.
 *
 *	struct pageset set = { .page = 4096 };
 *	pageset_add(&set, start, end);
 *	pageset_each(&set, start, end, run, arg);	ascending, merged
 *	pageset_clear(&set, start, end);
 *	pageset_release(&set);
 *
 * Addresses are multiples of the page size, from 0 to 2^63.
 */
#ifndef SYS_PAGES_SET_H
#define SYS_PAGES_SET_H

#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

#define PAGESET_CHUNK 32768

struct pageset_chunk {
	uint64_t first;			/* number of the chunk's first page */
	uint64_t *bits;			/* owned; has PAGESET_CHUNK bits */
};

struct pageset {
	uint64_t page;
	VEC(struct pageset_chunk) chunks;	/* sorted by `first` */
};

void pageset_add(struct pageset *s, uint64_t start, uint64_t end);
void pageset_each(const struct pageset *s, uint64_t start, uint64_t end,
		  void (*fn)(void *arg, uint64_t start, uint64_t end),
		  void *arg);
void pageset_clear(struct pageset *s, uint64_t start, uint64_t end);
void pageset_release(struct pageset *s);

#endif
