/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "parse/heap/glibc.h"

#include <string.h>

#define PAGE 4096
/* Bits of the size field, from malloc/malloc.c. */
#define IS_MMAPPED 2u
#define SIZE_BITS 7u
/* The kernel's PID_MAX_LIMIT. */
#define TID_MAX (1u << 22)

/* Offset of `next` in struct malloc_state.  The fields before it are a lock,
 * flags, the fast bins, top, the last remainder, 127 bins and their bitmap. */
#define NEXT_WIDE 0x870
#define NEXT_NARROW 0x448

/* Every struct pthread starts with its own address.  These are the offsets of
 * its fields `self`, which repeats the address, and `tid`. */
static const struct { uint16_t self, tid; } head[2] = {
	[false] = { 8, 0x68 }, [true] = { 16, 0x2d0 },
};

static uint64_t word(const void *bytes, size_t at, bool wide)
{
	uint64_t v = 0;
	uint32_t narrow;

	if (wide) {
		memcpy(&v, (const char *)bytes + at, sizeof v);
		return v;
	}
	memcpy(&narrow, (const char *)bytes + at, sizeof narrow);
	return narrow;
}

bool glibc_heap(const void *bytes, size_t n, uint64_t at, bool wide,
		uint64_t *arena)
{
	size_t w = wide ? 8 : 4;
	uint64_t max = GLIBC_HEAP_MAX(wide), ar, prev, size, access;

	if (n < 4 * w || at % max)
		return false;
	ar = word(bytes, 0, wide);
	prev = word(bytes, w, wide);
	size = word(bytes, 2 * w, wide);
	access = word(bytes, 3 * w, wide);
	if (!size || size > access || access > max || access % PAGE ||
	    prev % max)
		return false;
	/* An arena is in its first heap, after the head of the heap. */
	if (ar % w || ar % max < 4 * w || ar % max > 16 * w ||
	    (ar - ar % max == at) != (prev == 0))
		return false;
	*arena = ar;
	return true;
}

uint64_t glibc_block(const void *bytes, size_t n, uint64_t room, bool wide)
{
	uint64_t late = wide ? 0 : 8, before, size;

	/* i386 aligns blocks to 16 bytes, but heads have 8 bytes.  So the block
	 * starts 8 bytes after the page's start, and its head contains this
	 * offset, 8. */
	if (n < GLIBC_BLOCK_BYTES)
		return 0;
	before = word(bytes, wide ? 0 : 8, wide);
	size = word(bytes, wide ? 8 : 12, wide);
	if (before != late || (size & SIZE_BITS) != IS_MMAPPED)
		return 0;
	size = (size & ~(uint64_t)SIZE_BITS) + late;
	return size && size % PAGE == 0 && size <= room ? size : 0;
}

uint64_t glibc_next(uint64_t arena, bool wide)
{
	return arena + (wide ? NEXT_WIDE : NEXT_NARROW);
}

bool glibc_thread(const void *bytes, size_t n, uint64_t at, bool wide,
		  pid_t *tid)
{
	uint32_t id;

	if (n < GLIBC_THREAD_BYTES || word(bytes, 0, wide) != at ||
	    word(bytes, head[wide].self, wide) != at)
		return false;
	memcpy(&id, (const char *)bytes + head[wide].tid, sizeof id);
	if (id > TID_MAX)
		return false;
	*tid = (pid_t)id;
	return true;
}

static size_t index_of(const uint64_t *arena, size_t n, uint64_t addr)
{
	size_t i = 0;

	while (i < n && arena[i] != addr)
		i++;
	return i;
}

void glibc_ages(const uint64_t *arena, const uint64_t *next, uint32_t *number,
		size_t n)
{
	size_t oldest = n;
	uint32_t numbered = 0;

	memset(number, 0, n * sizeof *number);
	for (size_t i = 0; i < n; i++) {
		if (!next[i] || index_of(arena, n, next[i]) < n)
			continue;
		if (oldest < n)
			return;		/* two arenas look like the oldest: some
					 * arenas are missing */
		oldest = i;
	}
	for (size_t i = oldest; i < n && !number[i];) {
		size_t newer = 0;

		number[i] = ++numbered;
		while (newer < n && next[newer] != arena[i])
			newer++;
		i = newer;
	}
	if (numbered != n)
		memset(number, 0, n * sizeof *number);
}
