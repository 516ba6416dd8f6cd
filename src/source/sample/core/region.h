/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A region as the sampler emitted it, and where it is among the others. */
#ifndef SOURCE_SAMPLE_CORE_REGION_H
#define SOURCE_SAMPLE_CORE_REGION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "event/event.h"
#include "event/owner.h"
#include "sys/pages/set.h"

enum hugetlb { HUGETLB_UNKNOWN, HUGETLB_NO, HUGETLB_YES };

/* A region as it was emitted. */
struct sregion {
	uint64_t start, end, offset, dev, inode;
	char *name;			/* owned; NULL: none */
	size_t name_len;
	uint64_t key, attaches;
	int64_t owner;
	struct owner holder;		/* whose it is; its code is: */
	char *code;			/* owned */
	struct owner found;		/* what its memory said, without code, */
	uint64_t found_rss;		/* ... when it had that rss */
	uint64_t rss, swap;		/* bytes, EV_UNKNOWN */
	uint64_t pss;			/* of smaps, only while it is told:
					 * it has an age, the rest has none */
	uint64_t vmflags;		/* vmflags.h; 0: not read */
	uint64_t pages_hash;		/* of the last PAGES; 0: none */
	uint8_t perm, kind, hugetlb;
	bool tracked;			/* its written pages (writes.h) */
	bool again;			/* its pages are to be told again */
	bool news;			/* what it is was found to be another */
	bool identified;		/* by the kernel's record */
	bool peeked;			/* found says what is there */
	bool has_generation, hung;	/* hung: who looked at its path */
	uint8_t disk;			/* enum region_disk */
	uint8_t build_id_len, build_id[BUILD_ID_MAX];
	uint64_t generation;
};
/* In order of address; each owned.  An array of pointers, as maps of 60,000
 * regions change in a few places. */
typedef VEC(struct sregion *) sregions;
typedef VEC(struct page_range) page_ranges;

void sregions_release(sregions *v);
/* The region that contains addr, or NULL. */
struct sregion *sregions_find(const sregions *v, uint64_t addr);
/* Where the first one is that ends above addr. */
size_t sregions_index(const sregions *v, uint64_t addr);

#endif
