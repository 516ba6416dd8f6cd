/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the pages of an object were like when they were last looked at: a hash
 * of 128 bits each, of those pages that were there.
 *
 *	hashes_look(&h)				a look begins
 *	hashes_put(&h, page, bytes, n, &sum)	PAGE_NEW, PAGE_CHANGED...
 *	hashes_keep(&h, page)			it is there, and was not read
 *	hashes_written(&h, first, end)		somebody saw them written
 *	hashes_clean(&h, page)			nobody did since it was put
 *	hashes_gone(&h, first, end, fn, arg)	what is there no more is forgotten
 *
 * Pages are numbers.  Memory is taken for what is there, in chunks of 64 pages,
 * of HASHES_MAX pages in all objects together: beyond, PAGE_NO_ROOM.
 */
#ifndef SOURCE_CONTENTS_HASHES_H
#define SOURCE_CONTENTS_HASHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "event/event.h"

/* 256 MiB of hashes: of 64 GiB of memory. */
#define HASHES_MAX (16u << 20)
#define HASHES_CHUNK 64

struct hash_chunk;

struct hashes {
	VEC(struct hash_chunk *) v;	/* sorted; owned */
	size_t at;			/* where the last page was */
	uint64_t look;
};

enum page_news { PAGE_SAME, PAGE_NEW, PAGE_CHANGED, PAGE_NO_ROOM };

/* Once: so that no program can know two pages that are taken for the same. */
void hashes_seed(uint64_t seed);
void hashes_release(struct hashes *h);
void hashes_look(struct hashes *h);
/* The hash is in *sum then, whatever the answer. */
enum page_news hashes_put(struct hashes *h, uint64_t page, const void *bytes,
			  size_t n, struct page_sum *sum);
/* False: it is not known. */
bool hashes_keep(struct hashes *h, uint64_t page);
void hashes_written(struct hashes *h, uint64_t first, uint64_t end);
/* False: it is not known, or was written. */
bool hashes_clean(struct hashes *h, uint64_t page);
/* Whether this look has had it. */
bool hashes_seen(struct hashes *h, uint64_t page);
/* Of the pages [first, end), in order. */
void hashes_gone(struct hashes *h, uint64_t first, uint64_t end,
		 void (*fn)(void *arg, uint64_t first, uint64_t end),
		 void *arg);

#endif
