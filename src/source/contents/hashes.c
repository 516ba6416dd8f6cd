/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/contents/hashes.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/alloc.h"

struct hash_chunk {
	uint64_t first;			/* number of the chunk's first page */
	uint64_t known, seen;		/* bits of the pages that have a hash,
					 * and of those seen by scan `look` */
	uint64_t written;		/* bits of the pages that were written
					 * since hashes_put() */
	uint64_t look;
	struct page_sum v[HASHES_CHUNK];
};

static uint64_t seed;
static size_t chunks;			/* number of chunks of all objects */

void hashes_seed(uint64_t s)
{
	seed = s;
}

static struct page_sum hash_of(const void *bytes, size_t n)
{
	XXH128_hash_t h = XXH3_128bits_withSeed(bytes, n, seed);

	return (struct page_sum){ h.low64, h.high64 };
}

void hashes_release(struct hashes *h)
{
	for (size_t i = 0; i < h->v.n; i++)
		free(h->v.v[i]);
	chunks -= h->v.n;
	vec_release(&h->v);
	h->at = 0;
}

void hashes_look(struct hashes *h)
{
	h->look++;
	h->at = 0;
}

/* Returns the chunk that contains a page, or NULL. */
static struct hash_chunk *find(struct hashes *h, uint64_t page)
{
	uint64_t first = page - page % HASHES_CHUNK;
	struct hash_chunk *c;

	for (size_t i = h->at; i < h->v.n && i <= h->at + 1; i++)
		if (h->v.v[i]->first == first) {
			h->at = i;
			return h->v.v[i];
		}
	h->at = vec_lower(&h->v, e, (*e)->first < first);
	c = h->at < h->v.n ? h->v.v[h->at] : NULL;
	return c && c->first == first ? c : NULL;
}

static struct hash_chunk *find_or_make(struct hashes *h, uint64_t page)
{
	struct hash_chunk *c = find(h, page);

	if (c)
		return c;
	if (chunks >= HASHES_MAX / HASHES_CHUNK)
		return NULL;
	chunks++;
	c = xcalloc(1, sizeof *c);
	c->first = page - page % HASHES_CHUNK;
	*vec_insert(&h->v, h->at) = c;
	return c;
}

static void see(const struct hashes *h, struct hash_chunk *c, uint64_t bit)
{
	if (c->look != h->look)
		c->seen = 0;
	c->look = h->look;
	c->seen |= bit;
}

enum page_news hashes_put(struct hashes *h, uint64_t page, const void *bytes,
			  size_t n, struct page_sum *sum)
{
	struct hash_chunk *c = find_or_make(h, page);
	uint64_t bit = UINT64_C(1) << page % HASHES_CHUNK;
	struct page_sum *was;
	bool known;

	*sum = hash_of(bytes, n);
	if (!c)
		return PAGE_NO_ROOM;
	was = &c->v[page % HASHES_CHUNK];
	known = c->known & bit;
	c->written &= ~bit;
	see(h, c, bit);
	if (known && was->low == sum->low && was->high == sum->high)
		return PAGE_SAME;
	*was = *sum;
	c->known |= bit;
	return known ? PAGE_CHANGED : PAGE_NEW;
}

bool hashes_keep(struct hashes *h, uint64_t page)
{
	struct hash_chunk *c = find(h, page);
	uint64_t bit = UINT64_C(1) << page % HASHES_CHUNK;

	if (!c || !(c->known & bit))
		return false;
	see(h, c, bit);
	return true;
}

void hashes_written(struct hashes *h, uint64_t first, uint64_t end)
{
	size_t i = vec_lower(&h->v, c, (*c)->first + HASHES_CHUNK <= first);

	for (; i < h->v.n && h->v.v[i]->first < end; i++) {
		struct hash_chunk *c = h->v.v[i];
		uint64_t bits = ~UINT64_C(0);

		if (c->first < first)
			bits &= ~UINT64_C(0) << (first - c->first);
		if (end - c->first < HASHES_CHUNK)
			bits &= (UINT64_C(1) << (end - c->first)) - 1;
		c->written |= bits;
	}
}

bool hashes_clean(struct hashes *h, uint64_t page)
{
	struct hash_chunk *c = find(h, page);

	return c && c->known & ~c->written &
			UINT64_C(1) << page % HASHES_CHUNK;
}

bool hashes_seen(struct hashes *h, uint64_t page)
{
	struct hash_chunk *c = find(h, page);

	return c && c->look == h->look &&
	       c->seen & UINT64_C(1) << page % HASHES_CHUNK;
}

void hashes_gone(struct hashes *h, uint64_t first, uint64_t end,
		 void (*fn)(void *arg, uint64_t first, uint64_t end),
		 void *arg)
{
	size_t kept = 0;

	for (size_t i = 0; i < h->v.n; i++) {
		struct hash_chunk *c = h->v.v[i];
		uint64_t gone = c->look == h->look ? c->known & ~c->seen
						   : c->known;

		for (unsigned k = 0; gone && k < HASHES_CHUNK; k++) {
			uint64_t page = c->first + k;

			if (!(gone >> k & 1) || page < first || page >= end)
				continue;
			fn(arg, page, page + 1);
			c->known &= ~(UINT64_C(1) << k);
		}
		if (c->known) {
			h->v.v[kept++] = c;
			continue;
		}
		free(c);
		chunks--;
	}
	h->v.n = kept;
	h->at = 0;
}
