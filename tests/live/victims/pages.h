/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The layout of victims/pages.c, for its tests. Areas are at fixed addresses,
 * far from those that the kernel chooses and from each other, so that none is
 * merged with a neighbour.
 */
#ifndef TESTS_LIVE_VICTIMS_PAGES_H
#define TESTS_LIVE_VICTIMS_PAGES_H

#include <stdbool.h>
#include <stdint.h>

#define PG 4096ul
#define AREA_MIB (1ul << 20)
#define AREA_TIB (1ul << 40)
#define TOUCHED 1000ul		/* resident pages of the reservations */

enum area {
	AREA_STRIPE,	/* 1,024 pages resident, 1,024 absent */
	AREA_RANDOM,	/* every second page, at random */
	AREA_DENSE,	/* all pages except each 3,001st */
	AREA_HUGE,	/* all pages, huge pages if available */
	AREA_ZERO,	/* 500 pages read, 100 written */
	AREA_SHARED,	/* a file that a child maps, too */
	AREA_NONE,	/* written, then PROT_NONE */
	AREA_SPREAD,	/* 1 TiB, rw, single pages */
	AREA_CLUSTER,	/* 20 TiB, PROT_NONE, a cluster in the middle */
	AREA_SIZED,	/* grows and shrinks; first half resident */
	AREA_MOVED,	/* moves to AREA_MOVED_TO and back; resident */
	AREA_MOVED_TO,
	AREA_SPLIT,	/* split by mprotect and merged again; resident */
	AREAS
};

static const uint64_t area_sizes[AREAS] = {
	[AREA_STRIPE] = 64 * AREA_MIB, [AREA_RANDOM] = 64 * AREA_MIB,
	[AREA_DENSE] = 48 * AREA_MIB, [AREA_HUGE] = 8 * AREA_MIB,
	[AREA_ZERO] = 4 * AREA_MIB, [AREA_SHARED] = 2 * AREA_MIB,
	[AREA_NONE] = AREA_MIB, [AREA_SPREAD] = AREA_TIB,
	[AREA_CLUSTER] = 20 * AREA_TIB, [AREA_SIZED] = 8 * AREA_MIB,
	[AREA_MOVED] = 24 * AREA_MIB, [AREA_MOVED_TO] = 24 * AREA_MIB,
	[AREA_SPLIT] = 24 * AREA_MIB,
};

static inline uint64_t area_at(enum area a)
{
	uint64_t at = 0x200000000000;

	for (unsigned i = 0; i < (unsigned)a; i++)
		at += area_sizes[i] + 64 * AREA_MIB;
	/* Aligned to a huge page. */
	return (at + 2 * AREA_MIB - 1) & ~(2 * AREA_MIB - 1);
}

/* True if that page of the shared file is mapped by the child, or by the
 * parent. */
static inline bool shared_page(uint64_t i, bool child)
{
	return child ? i >= 100 && i < 120 : i >= 110 && i < 150;
}

/* True if that page of a reservation is resident. */
static inline bool reserved_page(enum area a, uint64_t i)
{
	uint64_t n = area_sizes[a] / PG;

	if (a == AREA_CLUSTER)
		return i >= n / 2 && i < n / 2 + TOUCHED;
	return i % (n / TOUCHED) == 7 && i / (n / TOUCHED) < TOUCHED;
}

#endif
