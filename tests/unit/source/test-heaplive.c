/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The live set of a process, compared with a plain implementation. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "source/heap/live.h"

#define PLACES 3000
#define SITES 40

static uint64_t seed = 88172645463325252u;

static uint64_t next_random(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

static uint32_t allocate(struct live *l, uint64_t addr, uint64_t size,
			 uint64_t caller, uint64_t time)
{
	struct live_block b = {
		.addr = addr, .size = size, .time = time,
		.site = live_site(l, caller, NULL, 0),
	};

	live_alloc(l, &b, false);
	return b.site;
}

static enum heap_wrong release(struct live *l, uint64_t addr, uint64_t time,
			       struct live_block *out)
{
	const struct live_block given = { .addr = addr, .time = time };

	return live_release(l, &given, out);
}

static void add_up(void *arg, const struct live_block *b)
{
	uint64_t *sum = arg;

	sum[0]++;
	sum[1] += b->size;
}

static void test_random_calls_match_plain_sums(void **state)
{
	static uint64_t sizes[PLACES], callers[PLACES];
	uint64_t bytes[SITES] = { 0 }, blocks[SITES] = { 0 }, all = 0, peak = 0;
	uint64_t sum[2] = { 0 };
	struct live *l = live_new();
	struct live_block b;

	(void)state;
	for (uint64_t i = 1; i < 200000; i++) {
		size_t at = next_random() % PLACES,
		site = next_random() % SITES;

		if (sizes[at]) {
			assert_int_equal(release(l, (at + 1) * 16, i, &b),
					 HEAP_RIGHT);
			assert_int_equal(b.size, sizes[at]);
			bytes[callers[at]] -= sizes[at];
			blocks[callers[at]]--;
			all -= sizes[at];
			sizes[at] = 0;
			continue;
		}
		sizes[at] = next_random() % 5000 + 1;
		callers[at] = site;
		bytes[site] += sizes[at];
		blocks[site]++;
		all += sizes[at];
		peak = all > peak ? all : peak;
		allocate(l, (at + 1) * 16, sizes[at], site + 1, i);
	}
	for (uint32_t i = 0; i < SITES; i++) {
		const struct live_site *s =
			live_get(l, live_site(l, i + 1, NULL, 0));

		assert_int_equal(s->size, bytes[i]);
		assert_int_equal(s->blocks, blocks[i]);
	}
	live_each(l, add_up, sum);
	assert_int_equal(sum[1], all);
	live_delete(l);
	assert_true(peak >= all);
}

/* What each site had at the peak of the total. */
static void test_sites_at_the_peak_of_the_total(void **state)
{
	struct live *l = live_new();
	uint32_t a, b, c;
	struct live_block out;
	struct live_site sum;

	(void)state;
	a = allocate(l, 0x1000, 100, 1, 1);
	b = allocate(l, 0x2000, 200, 2, 2);
	release(l, 0x1000, 3, &out);
	c = allocate(l, 0x3000, 50, 3, 4);
	release(l, 0x2000, 5, &out);
	assert_int_equal(live_at_peak(l, live_get(l, a)), 100);
	assert_int_equal(live_at_peak(l, live_get(l, b)), 200);
	assert_int_equal(live_at_peak(l, live_get(l, c)), 0);
	live_total(l, &sum);
	assert_int_equal(sum.peak, 300);
	assert_int_equal(live_faults(l).peak_time, 2);
	allocate(l, 0x4000, 1000, 3, 6);
	assert_int_equal(live_at_peak(l, live_get(l, a)), 0);
	assert_int_equal(live_at_peak(l, live_get(l, c)), 1050);
	live_delete(l);
}

static void test_double_and_foreign_frees_are_told_apart(void **state)
{
	struct live *l = live_new();
	struct live_block b;

	(void)state;
	allocate(l, 0x1000, 100, 1, 1);
	assert_int_equal(release(l, 0x1000, 2, &b), HEAP_RIGHT);
	assert_int_equal(release(l, 0x1000, 3, &b), HEAP_DOUBLE);
	assert_true(b.size == EV_UNKNOWN);
	assert_int_equal(release(l, 0x5000, 4, &b), HEAP_FOREIGN);
	assert_int_equal(live_faults(l).doubles, 0);
	assert_int_equal(live_faults(l).foreign, 0);
	live_count_wrong(l, HEAP_DOUBLE);
	assert_int_equal(live_faults(l).doubles, 1);
	/* The allocator accepted it: mmtop missed the allocation. */
	live_count_wrong(l, HEAP_RIGHT);
	assert_int_equal(live_faults(l).doubles, 1);
	assert_int_equal(live_faults(l).foreign, 1);
	/* The block may have been allocated in a lost record. */
	live_lost(l, 1);
	assert_int_equal(release(l, 0x6000, 5, &b), HEAP_RIGHT);
	assert_int_equal(live_faults(l).foreign, 1);
	live_delete(l);
}

/* realloc moved the block, and another thread got its address before the move
 * was recorded. */
static void test_free_of_moved_block_keeps_the_new_one(void **state)
{
	struct live *l = live_new();
	struct live_block b;
	struct live_site sum;

	(void)state;
	allocate(l, 0x1000, 100, 1, 1);
	allocate(l, 0x1000, 30, 2, 5);
	assert_int_equal(release(l, 0x1000, 4, &b), HEAP_RIGHT);
	live_total(l, &sum);
	assert_int_equal(sum.size, 30);
	assert_int_equal(sum.blocks, 1);
	assert_int_equal(sum.frees, 1);
	live_delete(l);
}

/* The time of the allocation is too early: it happened after another thread
 * freed the address. */
static void test_early_time_keeps_the_new_block_once(void **state)
{
	struct live *l = live_new();
	struct live_block b = { .addr = 0x1000, .size = 30, .time = 50,
				.thread = 2 };
	struct live_block late = { .addr = 0x1000, .time = 52, .thread = 1 };
	struct live_site sum;

	(void)state;
	live_slack(l, 5);
	allocate(l, 0x1000, 100, 1, 1);
	live_alloc(l, &b, false);
	assert_int_equal(live_release(l, &late, &b), HEAP_RIGHT);
	live_total(l, &sum);
	assert_int_equal(sum.size, 30);
	/* Only once: the next free is of the new block. */
	assert_int_equal(live_release(l, &late, &b), HEAP_RIGHT);
	live_total(l, &sum);
	assert_int_equal(sum.blocks, 0);

	/* A free of the same thread is in order, and a later one is of the new
	 * block. */
	for (uint16_t i = 0; i < 2; i++) {
		late.thread = i ? 1 : 2;
		late.time = i ? 56 : 52;
		allocate(l, 0x1000, 100, 1, 1);
		b = (struct live_block){ .addr = 0x1000, .size = 30,
					 .time = 50, .thread = 2 };
		live_alloc(l, &b, false);
		assert_int_equal(live_release(l, &late, &b), HEAP_RIGHT);
		live_total(l, &sum);
		assert_int_equal(sum.blocks, 0);
	}
	live_delete(l);
}

/* Blocks that are freed at once, in one step and in two. */
static void test_free_at_once_equals_two_steps(void **state)
{
	struct live *one = live_new(), *two = live_new();
	struct live_site a, b;
	struct live_block out;
	size_t passed = 0;

	(void)state;
	for (uint64_t i = 1; i < 20000; i++) {
		struct live_block block = {
			.addr = (1 + next_random() % 50) * 16,
			.size = next_random() % 1000, .time = i,
			.site = live_site(one, next_random() % 5, NULL, 0),
		};
		bool realloc = next_random() % 2;

		(void)live_site(two, live_get(one, block.site)->caller, NULL, 0);
		live_alloc(two, &block, realloc);
		if (next_random() % 8 && live_pass(one, &block, realloc)) {
			passed++;
		} else {
			live_alloc(one, &block, realloc);
			/* The block stays, or is freed. */
			if (next_random() % 2)
				continue;
			release(one, block.addr, i, &out);
		}
		release(two, block.addr, i, &out);
	}
	live_total(one, &a);
	live_total(two, &b);
	assert_true(passed > 1000);
	assert_memory_equal(&a, &b, sizeof a);
	for (uint32_t i = 0; i < live_sites(one); i++) {
		a = *live_get(one, i);
		b = *live_get(two, i);
		assert_int_equal(live_at_peak(one, &a), live_at_peak(two, &b));
		a.at_peak = b.at_peak = a.peak_seen = b.peak_seen = 0;
		assert_memory_equal(&a, &b, sizeof a);
	}
	live_delete(one);
	live_delete(two);
}

static void test_child_inherits_live_blocks(void **state)
{
	const uint64_t frames[] = { 7, 8 };
	struct live *l = live_new(), *child;
	struct live_block b = { .addr = 0x1000, .size = 10 };
	struct live_site *s;

	(void)state;
	b.site = live_site(l, 5, frames, 2);
	live_alloc(l, &b, false);
	child = live_fork(l);
	assert_int_equal(live_site(child, 5, frames, 2), b.site);
	assert_int_not_equal(live_site(child, 5, frames, 1), b.site);
	allocate(child, 0x2000, 20, 6, 2);
	live_delete(l);
	s = live_get(child, b.site);
	assert_int_equal(s->size, 10);
	assert_int_equal(s->inherited, 10);
	assert_int_equal(s->allocs, 0);
	assert_int_equal(release(child, 0x1000, 3, &b), HEAP_RIGHT);
	assert_int_equal(s->inherited, 0);
	assert_int_equal(s->blocks, 0);
	live_delete(child);
}

static void test_blocks_are_counted_by_age_and_size(void **state)
{
	struct live *l = live_new();
	struct live_site sum;

	(void)state;
	allocate(l, 0x1000, 1, 1, 1000);
	allocate(l, 0x2000, 2, 1, 900);
	allocate(l, 0x3000, 4, 1, 1);
	allocate(l, 0x4000, 70000, 1, 990);
	live_count_ages(l, 1000, 10);
	live_total(l, &sum);
	assert_int_equal(sum.ages[0], 1);
	assert_int_equal(sum.ages[1], 70000);
	assert_int_equal(sum.ages[4], 2);
	assert_int_equal(sum.ages[7], 4);
	assert_int_equal(sum.classes[0], 3);
	assert_int_equal(sum.classes[live_class(70000)], 1);
	assert_int_equal(live_class(15), 0);
	assert_int_equal(live_class(16), 1);
	assert_int_equal(live_class(UINT64_MAX), HEAP_CLASSES - 1);
	live_delete(l);
}

/* Sites beyond the limit share one. An implausible size is counted, but not
 * stored. */
static void test_sites_and_sizes_are_bounded(void **state)
{
	struct live *l = live_new();
	uint32_t site = 1;
	struct live_site sum;

	(void)state;
	for (uint64_t i = 1; i < LIVE_SITES_MAX + 10 && site; i++)
		site = live_site(l, i, NULL, 0);
	assert_int_equal(site, 0);
	assert_int_equal(live_sites(l), LIVE_SITES_MAX);
	allocate(l, 0x1000, 8, UINT64_MAX, 1);
	assert_int_equal(live_get(l, 0)->size, 8);
	allocate(l, 0x2000, UINT64_MAX, 1, 1);
	assert_int_equal(live_faults(l).missed, 1);
	live_total(l, &sum);
	assert_int_equal(sum.size, 8);
	live_delete(l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random_calls_match_plain_sums),
		cmocka_unit_test(test_sites_at_the_peak_of_the_total),
		cmocka_unit_test(test_double_and_foreign_frees_are_told_apart),
		cmocka_unit_test(test_free_of_moved_block_keeps_the_new_one),
		cmocka_unit_test(test_early_time_keeps_the_new_block_once),
		cmocka_unit_test(test_free_at_once_equals_two_steps),
		cmocka_unit_test(test_child_inherits_live_blocks),
		cmocka_unit_test(test_blocks_are_counted_by_age_and_size),
		cmocka_unit_test(test_sites_and_sizes_are_bounded),
	};

	return cmocka_run_group_tests_name("heaplive", tests, NULL, NULL);
}
