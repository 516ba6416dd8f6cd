/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A region as it was last emitted by the sampler, and the sorted list of the
 * regions of a process. */
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

struct sregion {
	uint64_t start, end, offset, dev, inode;
	char *name;			/* owned; NULL: no name */
	size_t name_len;
	uint64_t key, attaches;
	int64_t owner;
	struct owner holder;		/* the region's owner; holder.code
					 * points to `code` */
	char *code;			/* owned */
	struct owner found;		/* owner found by reading the region's
					 * memory, without its code */
	uint64_t found_rss;		/* `rss` when the memory was read for
					 * `found` */
	uint64_t rss, swap;		/* bytes; EV_UNKNOWN: not known */
	uint64_t pss;			/* from smaps; outdated soon, so set
					 * only while the region is emitted */
	uint64_t vmflags;		/* bits of vmflags.h; 0: not read */
	uint64_t pages_hash;		/* hash of the region's last PAGES
					 * event; 0: none was emitted */
	uint8_t perm, kind, hugetlb;
	bool tracked;			/* written pages of the region are
					 * tracked (writes.h) */
	bool again;			/* emit the region's pages once more */
	bool news;			/* a field has changed since the region
					 * was last emitted */
	bool identified;		/* the kernel's record of the region's
					 * file was found (identity.h) */
	bool peeked;			/* the region's memory was read for
					 * `found` */
	bool has_generation, hung;	/* `has_generation`: `generation` is
					 * set; `hung`: the check of the file's
					 * path hung (disk.h) */
	uint8_t disk;			/* enum region_disk */
	uint8_t build_id_len, build_id[BUILD_ID_MAX];
	uint64_t generation;
};
/* The regions of a process, sorted by address and owned by the list.  It has
 * pointers, so a change of a few regions is cheap even in a map of 60,000. */
typedef VEC(struct sregion *) sregions;
typedef VEC(struct page_range) page_ranges;

void sregions_release(sregions *v);
/* Returns the region that contains addr, or NULL. */
struct sregion *sregions_find(const sregions *v, uint64_t addr);
/* Returns the index of the first region that ends above addr. */
size_t sregions_index(const sregions *v, uint64_t addr);

#endif
