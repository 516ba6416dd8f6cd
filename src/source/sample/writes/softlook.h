/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Soft-dirty's part of a look (writelook.h): the bits are read, then reset.
 * What is written between the two would be lost, and nobody is stopped for it.
 * But the first write to a page after a reset is a page fault, and the kernel
 * counts those.  So the bits are read anew until no fault came meanwhile; where
 * faults never cease, `missed` says how many pages at most were not seen.
 *
 *	softlook_reset(s, p)			it begins
 *	softlook_begin(s, p), softlook_step()	each look
 *	softlook_regions(p)			the map has changed meanwhile
 *
 * The kernel calls all of a mapping written that has grown.  Then only what is
 * new of it is believed, and what is not counts as missed.  It cannot be told
 * apart where every page of such a mapping has been touched.  What is not in the
 * map yet is not looked at, and reset like all else.
 */
#ifndef SOURCE_SAMPLE_WRITES_SOFTLOOK_H
#define SOURCE_SAMPLE_WRITES_SOFTLOOK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/vec.h"
#include "sys/pages/set.h"

struct sampler;
struct sproc;

struct softlook {
	struct pageset found;		/* in this look */
	VEC(struct page_range) known;	/* tracked at the last reset, sorted */
	VEC(struct page_range) whole;	/* regions that read as written, written
					 * or not, sorted */
	bool part;			/* so does the one being looked at */
	uint64_t faults;		/* when the bits began to be read */
	unsigned tries;
	uint64_t missed;		/* pages at most, since it began */
};

void softlook_release(struct softlook *l);
/* 0; -EOPNOTSUPP: this kernel has none; -errno. */
MUST_CHECK int softlook_reset(struct sampler *s, struct sproc *p);
MUST_CHECK int softlook_begin(struct sampler *s, struct sproc *p);
void softlook_regions(struct sproc *p);
/* A piece: 0 there is more, 1 it is over, -errno.  fn gets what was written,
 * once all of it is known. */
MUST_CHECK int softlook_step(struct sampler *s, struct sproc *p,
			     uint64_t deadline,
			     void (*fn)(void *arg, uint64_t start,
					uint64_t end),
			     void *arg);

#endif
