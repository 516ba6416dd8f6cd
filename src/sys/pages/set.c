/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/pages/set.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

#define WORDS (PAGESET_CHUNK / 64)

/* Returns the index of the first chunk that ends after `page`. */
static size_t chunk_index(const struct pageset *s, uint64_t page)
{
	return vec_lower(&s->chunks, c, c->first + PAGESET_CHUNK <= page);
}

/* Sets bits [from, to) of a chunk to `on`. */
static void put(uint64_t *bits, size_t from, size_t to, bool on)
{
	while (from < to) {
		size_t word = from / 64, end = (word + 1) * 64;
		uint64_t mask = ~0ull << from % 64;

		if (end > to) {
			mask &= ~0ull >> (end - to);
			end = to;
		}
		if (on)
			bits[word] |= mask;
		else
			bits[word] &= ~mask;
		from = end;
	}
}

void pageset_add(struct pageset *s, uint64_t start, uint64_t end)
{
	uint64_t page = start / s->page, last = end / s->page;

	while (page < last) {
		uint64_t first = page / PAGESET_CHUNK * PAGESET_CHUNK;
		uint64_t to = first + PAGESET_CHUNK;
		size_t i = chunk_index(s, page);

		to = to < last ? to : last;
		if (i == s->chunks.n || s->chunks.v[i].first != first)
			*vec_insert(&s->chunks, i) = (struct pageset_chunk){
				first, xcalloc(WORDS, sizeof(uint64_t)),
			};
		put(s->chunks.v[i].bits, (size_t)(page - first),
		    (size_t)(to - first), true);
		page = to;
	}
}

/* Returns the first bit in [from, to) that equals `on`, or `to`. */
static size_t find(const uint64_t *bits, size_t from, size_t to, bool on)
{
	while (from < to) {
		uint64_t word = on ? bits[from / 64] : ~bits[from / 64];

		word >>= from % 64;
		if (word) {
			from += (size_t)__builtin_ctzll(word);
			return from < to ? from : to;
		}
		from = (from / 64 + 1) * 64;
	}
	return to;
}

void pageset_each(const struct pageset *s, uint64_t start, uint64_t end,
		  void (*fn)(void *arg, uint64_t start, uint64_t end),
		  void *arg)
{
	uint64_t page = start / s->page, last = end / s->page;

	for (size_t i = chunk_index(s, page);
	     i < s->chunks.n && s->chunks.v[i].first < last; i++) {
		const struct pageset_chunk *c = &s->chunks.v[i];
		size_t at = page > c->first ? (size_t)(page - c->first) : 0;
		size_t to = last - c->first < PAGESET_CHUNK
				? (size_t)(last - c->first) : PAGESET_CHUNK;

		while ((at = find(c->bits, at, to, true)) < to) {
			size_t stop = find(c->bits, at, to, false);

			fn(arg, (c->first + at) * s->page,
			   (c->first + stop) * s->page);
			at = stop;
		}
	}
}

void pageset_clear(struct pageset *s, uint64_t start, uint64_t end)
{
	uint64_t page = start / s->page, last = end / s->page;
	size_t i = chunk_index(s, page);

	while (i < s->chunks.n && s->chunks.v[i].first < last) {
		struct pageset_chunk *c = &s->chunks.v[i];
		size_t at = page > c->first ? (size_t)(page - c->first) : 0;
		size_t to = last - c->first < PAGESET_CHUNK
				? (size_t)(last - c->first) : PAGESET_CHUNK;

		put(c->bits, at, to, false);
		if (find(c->bits, 0, PAGESET_CHUNK, true) < PAGESET_CHUNK) {
			i++;
			continue;
		}
		free(c->bits);
		vec_remove(&s->chunks, i);
	}
}

void pageset_release(struct pageset *s)
{
	for (size_t i = 0; i < s->chunks.n; i++)
		free(s->chunks.v[i].bits);
	vec_release(&s->chunks);
}
