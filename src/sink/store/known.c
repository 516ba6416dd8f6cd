/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sink/store/private.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/alloc.h"

#define ROOM_FIRST 1024
#define GROWS 4
/* Size of a huge page on most machines. */
#define HUGE ((uintptr_t)2 << 20)

struct slot {
	struct page_sum sum;
	uint64_t number;	/* number of the stored piece + 1; 0: the slot
				 * is free */
	uint64_t pad;
};

struct table {
	struct slot *slots;
	size_t room, n;		/* room, the number of slots, is a power of two;
				 * at most half of the slots are used */
};

/* When the table `now` is full, it becomes the table `before`, and the old
 * `before` is dropped.  Checksums that are found in `before` are copied to
 * `now`, so that `now` has all recent ones. */
struct known {
	struct table now, before;
	size_t max;		/* maximum number of checksums in each table */
	/* The seed of the hash is secret, so that a program cannot create two
	 * pages with the same hash. */
	uint64_t seed;
};

struct known *known_new(size_t max)
{
	struct known *k = xcalloc(1, sizeof *k);

	k->max = max / 2 ? max / 2 : 1;
	if (getrandom(&k->seed, sizeof k->seed, GRND_NONBLOCK) < 0)
		k->seed = (uintptr_t)k;
	return k;
}

void known_free(struct known *k)
{
	if (!k)
		return;
	free(k->now.slots);
	free(k->before.slots);
	free(k);
}

/* Returns the slot that has the checksum, or the free slot for it. */
static struct slot *slot_of(const struct table *t, const struct page_sum *sum)
{
	size_t i = (size_t)sum->low & (t->room - 1);

	while (t->slots[i].number && (t->slots[i].sum.low != sum->low ||
				      t->slots[i].sum.high != sum->high))
		i = (i + 1) & (t->room - 1);
	return &t->slots[i];
}

/* Allocates slots, in huge pages if possible.  Lookups are random: with small
 * pages a large table is slow to allocate and slow to read. */
static struct slot *slots_new(size_t room)
{
	struct slot *slots = xcalloc(room, sizeof *slots);
	uintptr_t start = ((uintptr_t)slots + HUGE - 1) & ~(HUGE - 1);
	uintptr_t end = (uintptr_t)(slots + room) & ~(HUGE - 1);

	if (start < end)
		(void)madvise((void *)start, end - start, MADV_HUGEPAGE);
	return slots;
}

static void grow(struct table *t)
{
	struct table larger = { .room = t->room ? t->room * GROWS : ROOM_FIRST,
				.n = t->n };

	larger.slots = slots_new(larger.room);
	for (size_t i = 0; i < t->room; i++)
		if (t->slots[i].number)
			*slot_of(&larger, &t->slots[i].sum) = t->slots[i];
	free(t->slots);
	*t = larger;
}

static void add(struct known *k, const struct page_sum *sum, uint64_t number)
{
	struct slot *slot;

	if (k->now.n == k->max) {
		free(k->before.slots);
		k->before = k->now;
		k->now = (struct table){ 0 };
	}
	if (k->now.n >= k->now.room / 2)
		grow(&k->now);
	slot = slot_of(&k->now, sum);
	k->now.n += !slot->number;
	*slot = (struct slot){ .sum = *sum, .number = number + 1 };
}

static bool find(const struct table *t, const struct page_sum *sum,
		 uint64_t *number)
{
	const struct slot *slot = t->room ? slot_of(t, sum) : NULL;

	if (!slot || !slot->number)
		return false;
	*number = slot->number - 1;
	return true;
}

static void expect(const struct table *t, struct page_sum sum)
{
	if (t->room)
		__builtin_prefetch(&t->slots[sum.low & (t->room - 1)], 1);
}

void known_prefetch(const struct known *k, struct bytes sums)
{
	struct page_sum sum;

	for (size_t i = 0; i < sums.len / sizeof sum; i++) {
		memcpy(&sum, (const char *)sums.data + i * sizeof sum,
		       sizeof sum);
		expect(&k->now, sum);
		expect(&k->before, sum);
	}
}

struct page_sum known_sum(const struct known *k, const void *bytes, size_t n)
{
	XXH128_hash_t h = XXH3_128bits_withSeed(bytes, n, k->seed);

	return (struct page_sum){ h.low64, h.high64 };
}

bool known_find(struct known *k, struct page_sum sum, uint64_t next,
		uint64_t *number)
{
	bool found;

	if (find(&k->now, &sum, number))
		return true;
	found = find(&k->before, &sum, number);
	if (!found)
		*number = next;
	add(k, &sum, *number);
	return found;
}
