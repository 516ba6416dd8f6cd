/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * 128-bit hashes of the present pages of an object, from the last scan.
 *
 *	hashes_look(&h)				starts a scan
 *	hashes_put(&h, page, bytes, n, &sum)	PAGE_NEW, PAGE_CHANGED...
 *	hashes_keep(&h, page)			present, but was not read
 *	hashes_written(&h, first, end)		pages were written
 *	hashes_clean(&h, page)			not written since hashes_put()
 *	hashes_gone(&h, first, end, fn, arg)	forgets pages that are absent
 *
 * Pages are numbers.  Memory is allocated for present pages only, in chunks of
 * 64 pages.  All objects together have at most HASHES_MAX pages; then
 * hashes_put() returns PAGE_NO_ROOM.
 */
#ifndef SOURCE_CONTENTS_HASHES_H
#define SOURCE_CONTENTS_HASHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "event/event.h"

/* Maximum number of pages: 256 MiB of hashes, for 64 GiB of memory. */
#define HASHES_MAX (16u << 20)
#define HASHES_CHUNK 64

struct hash_chunk;

struct hashes {
	VEC(struct hash_chunk *) v;	/* chunks of 64 pages, sorted; owned */
	size_t at;			/* index of the chunk used last */
	uint64_t look;
};

enum page_news { PAGE_SAME, PAGE_NEW, PAGE_CHANGED, PAGE_NO_ROOM };

/* Call it once, with a random seed: then a program cannot create different
 * pages with equal hashes. */
void hashes_seed(uint64_t seed);
void hashes_release(struct hashes *h);
void hashes_look(struct hashes *h);
/* Sets *sum to the page's hash, even if the hash cannot be stored. */
enum page_news hashes_put(struct hashes *h, uint64_t page, const void *bytes,
			  size_t n, struct page_sum *sum);
/* Marks the page as present although it was not read.  Returns false if the
 * page has no hash. */
bool hashes_keep(struct hashes *h, uint64_t page);
void hashes_written(struct hashes *h, uint64_t first, uint64_t end);
/* True if the page has a hash, and was not written since hashes_put(). */
bool hashes_clean(struct hashes *h, uint64_t page);
/* True if this scan has seen the page. */
bool hashes_seen(struct hashes *h, uint64_t page);
/* Calls fn for each range of pages in [first, end) that this scan did not see,
 * in order, and forgets their hashes. */
void hashes_gone(struct hashes *h, uint64_t first, uint64_t end,
		 void (*fn)(void *arg, uint64_t first, uint64_t end),
		 void *arg);

#endif
