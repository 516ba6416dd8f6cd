/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of pages summed into bins, compared with counts page by page. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/alloc.h"
#include "source/sample/pages/binner.h"
#include "sys/pages/scan.h"

#define P 4096ull

static void test_bin_size_follows_region_size(void **state)
{
	static const struct {
		uint64_t pages;
		size_t max, n;
		uint64_t bin;
	} t[] = {
		{ 1, 128, 1, 1 }, { 128, 128, 128, 1 }, { 129, 128, 65, 2 },
		{ 4096, 4096, 4096, 1 }, { 4097, 4096, 2049, 2 },
		{ 262144, 4096, 4096, 64 }, { 262145, 4096, 2049, 128 },
		{ 5ull << 30, 4096, 2560, 2u << 20 }, /* 20 TiB */
		{ 7, 1, 1, 8 }, { 9, 9999, 9, 1 },
	};
	struct binner b;

	(void)state;
	binner_init(&b);
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		binner_begin(&b, P * 10, P * (10 + t[i].pages), P, t[i].max);
		assert_int_equal(b.n, t[i].n);
		assert_int_equal(b.bin_pages, t[i].bin);
		assert_true(b.n * b.bin_pages >= t[i].pages);
	}
	binner_release(&b);
}

static uint64_t random_below(uint64_t *seed, uint64_t n)
{
	*seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
	return (*seed >> 33) % n;
}

/* The huge zero page does not count as huge. */
static bool is_huge(unsigned cats)
{
	return (cats & PAGE_HUGE) && !(cats & PAGE_ZERO);
}

/* A region of random size, and runs that exceed it at both ends. */
static void check_random_sums(struct binner *b, uint64_t *seed)
{
	uint64_t pages = 1 + random_below(seed, 3000),
	before = random_below(seed, 50);
	uint64_t start = 1000 * P, at = start - before * P;
	unsigned char *cats = xcalloc(pages, 1);
	struct page_bin sum = { 0 };

	binner_begin(b, start, start + pages * P, P,
		     1 + random_below(seed, 200));
	while (at < start + (pages + 20) * P) {
		uint64_t n = 1 + random_below(seed, 400);
		unsigned c = (unsigned)random_below(seed, 6);
		unsigned is[] = { 0, PAGE_PRESENT, PAGE_SWAPPED,
				  PAGE_PRESENT | PAGE_ZERO,
				  PAGE_PRESENT | PAGE_HUGE,
				  PAGE_PRESENT | PAGE_HUGE | PAGE_ZERO };

		for (uint64_t i = 0; i < n; i++, at += P)
			if (at >= start && at < start + pages * P)
				cats[(at - start) / P] = (unsigned char)is[c];
		if (is[c])
			binner_add(b, at - n * P, at, is[c]);
	}
	(void)binner_bins(b);
	for (uint64_t i = 0; i < pages; i++) {
		struct page_bin *bin = &b->bins[i / b->bin_pages];

		bin->resident -= (cats[i] & PAGE_PRESENT) != 0;
		bin->swapped -= (cats[i] & PAGE_SWAPPED) != 0;
		bin->zero -= (cats[i] & PAGE_ZERO) != 0;
		bin->huge -= is_huge(cats[i]);
		sum.resident += (cats[i] & PAGE_PRESENT) != 0;
		sum.zero += (cats[i] & PAGE_ZERO) != 0;
	}
	for (size_t i = 0; i < b->n; i++) {
		struct page_bin none = { 0 };

		assert_memory_equal(&b->bins[i], &none, sizeof none);
	}
	assert_int_equal(b->resident, sum.resident);
	assert_int_equal(b->zero, sum.zero);
	free(cats);
}

static void test_sums_equal_page_counts(void **state)
{
	uint64_t seed = 1;
	struct binner b;

	(void)state;
	binner_init(&b);
	for (int i = 0; i < 300; i++)
		check_random_sums(&b, &seed);
	binner_release(&b);
}

static void test_hash_changes_with_the_pages(void **state)
{
	struct binner b;
	uint64_t empty, one;

	(void)state;
	binner_init(&b);
	binner_begin(&b, 0, 1000 * P, P, 128);
	empty = binner_hash(&b);
	assert_true(empty != 0);
	binner_add(&b, 5 * P, 6 * P, PAGE_PRESENT);
	one = binner_hash(&b);
	assert_true(one != empty);
	binner_begin(&b, 0, 1000 * P, P, 128);
	assert_true(binner_hash(&b) == empty);
	binner_add(&b, 9 * P, 10 * P, PAGE_PRESENT);
	assert_true(binner_hash(&b) != one);
	binner_begin(&b, 0, 1000 * P, P, 128);
	binner_add(&b, 5 * P, 6 * P, PAGE_PRESENT | PAGE_ZERO);
	assert_true(binner_hash(&b) != one);
	binner_begin(&b, 0, 1000 * P, P, 128);
	binner_add(&b, 5 * P, 6 * P, PAGE_PRESENT);
	assert_true(binner_hash(&b) == one);
	binner_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bin_size_follows_region_size),
		cmocka_unit_test(test_sums_equal_page_counts),
		cmocka_unit_test(test_hash_changes_with_the_pages),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
