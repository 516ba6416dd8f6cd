/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merged ranges, compared with an array of booleans, and at their limits. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "event/ranges.h"

#define WORLD 512

static uint64_t rnd(uint64_t *seed, uint64_t n)
{
	*seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
	return (*seed >> 33) % n;
}

static void check_shape(const struct ranges *r)
{
	uint64_t total = 0;

	assert_true(r->v.n <= r->max);
	for (size_t i = 0; i < r->v.n; i++) {
		assert_true(r->v.v[i].start < r->v.v[i].end);
		if (i)
			assert_true(r->v.v[i - 1].end < r->v.v[i].start);
		total += r->v.v[i].end - r->v.v[i].start;
	}
	assert_int_equal(total, r->total);
	if (r->v.n)
		assert_true(r->v.v[r->v.n - 1].end <= r->cut);
}

/* Below the cut, a number is in the set if and only if it was added. */
static void check_same(const struct ranges *r, const bool *world)
{
	size_t i = 0;

	check_shape(r);
	for (uint64_t at = 0; at < WORLD && at < r->cut; at++) {
		while (i < r->v.n && r->v.v[i].end <= at)
			i++;
		assert_int_equal(i < r->v.n && r->v.v[i].start <= at,
				 world[at]);
	}
}

static void check_random_set(uint64_t *seed, size_t max)
{
	struct ranges r = RANGES_INIT(max);
	bool world[WORLD] = { false };

	for (int i = 0; i < 300; i++) {
		uint64_t a = rnd(seed, WORLD), n = rnd(seed, 40);
		uint64_t b = a + n < WORLD ? a + n : WORLD;
		bool in = rnd(seed, 3) != 0;

		if (in)
			ranges_add(&r, a, b);
		else
			ranges_remove(&r, a, b);
		memset(world + a, in, b - a);
		check_same(&r, world);
	}
	if (max >= WORLD)
		assert_true(r.cut == UINT64_MAX && r.more == 0);
	ranges_release(&r);
}

static void random_sets_are_exact_below_the_cut(void **state)
{
	uint64_t seed = 1;

	(void)state;
	for (int i = 0; i < 200; i++)
		check_random_set(&seed, WORLD);
	/* Sets with few ranges are cut; below the cut they are still exact. */
	for (int i = 0; i < 200; i++)
		check_random_set(&seed, 1 + rnd(&seed, 8));
}

static void adjacent_ranges_are_merged(void **state)
{
	struct ranges r = RANGES_INIT(8);

	(void)state;
	ranges_add(&r, 0, 0);
	ranges_add(&r, 7, 3);
	assert_int_equal(r.v.n, 0);
	ranges_add(&r, 10, 20);
	ranges_add(&r, 30, 40);
	ranges_add(&r, 20, 30);
	assert_int_equal(r.v.n, 1);
	assert_int_equal(r.total, 30);
	ranges_remove(&r, 15, 16);
	assert_int_equal(r.v.n, 2);
	assert_int_equal(r.total, 29);
	ranges_remove(&r, 40, 50);
	ranges_remove(&r, 0, 10);
	assert_int_equal(r.total, 29);
	ranges_add(&r, 0, UINT64_MAX);
	assert_int_equal(r.v.n, 1);
	assert_int_equal(r.total, UINT64_MAX);
	ranges_add(&r, UINT64_MAX - 1, UINT64_MAX);
	assert_int_equal(r.v.n, 1);
	ranges_release(&r);
}

/* Ranges beyond the maximum are counted; adding the same ranges again does not
 * count them twice. */
static void ranges_beyond_the_maximum_are_counted(void **state)
{
	struct ranges now = RANGES_INIT(4), ever = RANGES_INIT(4);

	(void)state;
	for (uint64_t i = 0; i < 10; i++)
		ranges_add(&now, 10 * i, 10 * i + 5);
	assert_int_equal(now.v.n, 4);
	assert_int_equal(now.more, 6);
	assert_int_equal(now.cut, 40);
	for (int i = 0; i < 5; i++)
		ranges_add_all(&ever, &now);
	assert_int_equal(ever.v.n, 4);
	assert_int_equal(ever.more, 6);
	ranges_clear(&now);
	ranges_add(&now, 1000, 2000);
	ranges_add_all(&ever, &now);
	assert_int_equal(ever.v.n, 4);
	assert_true(ever.more >= 6);
	ranges_release(&now);
	ranges_release(&ever);
}

static void equal_sets_have_equal_hashes(void **state)
{
	struct ranges a = RANGES_INIT(4), b = RANGES_INIT(4);

	(void)state;
	ranges_add(&a, 0, 10);
	ranges_add(&b, 0, 5);
	assert_int_not_equal(ranges_hash(&a), ranges_hash(&b));
	ranges_add(&b, 5, 10);
	assert_int_equal(ranges_hash(&a), ranges_hash(&b));
	ranges_release(&a);
	ranges_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(adjacent_ranges_are_merged),
		cmocka_unit_test(random_sets_are_exact_below_the_cut),
		cmocka_unit_test(ranges_beyond_the_maximum_are_counted),
		cmocka_unit_test(equal_sets_have_equal_hashes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
