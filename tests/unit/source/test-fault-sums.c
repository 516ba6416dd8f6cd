/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of faults: each fault is counted exactly once. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "source/perf/sums.h"

static struct fault fault_at(uint64_t addr, uint64_t ip, uint64_t time)
{
	return (struct fault){ .time = time, .pid = 5, .tid = 6, .addr = addr,
			       .ip = ip };
}

static uint64_t total(const struct sums *s)
{
	uint64_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		n += s->v[i].minor + s->v[i].major;
	return n;
}

static void test_faults_are_summed_by_block(void **state)
{
	struct sums *s = sums_new(4096);
	struct fault f;

	(void)state;
	/* Two blocks, page by page, the first one twice. */
	for (uint64_t i = 0; i < 192; i++) {
		f = fault_at(0x40000 + i % 128 * 4096 + 8, 0x99, 100 + i);
		f.major = i == 3;
		assert_true(sums_add(s, &f));
	}
	assert_int_equal(s->n, 2);
	assert_int_equal(s->v[0].start, 0x40000);
	assert_true(s->v[0].touched == UINT64_MAX);
	assert_int_equal(s->v[0].minor, 127);
	assert_int_equal(s->v[0].major, 1);
	assert_int_equal(s->v[0].newest.addr, 0x40000 + 63 * 4096 + 8);
	assert_int_equal(s->v[0].newest.time, 291);
	assert_int_equal(s->v[1].start, 0x80000);
	assert_int_equal(s->v[1].minor, 64);
	/* Another instruction or process gets another sum. */
	f = fault_at(0x40000, 0x98, 1);
	assert_true(sums_add(s, &f));
	f.pid = 7;
	assert_true(sums_add(s, &f));
	assert_int_equal(s->n, 4);
	assert_true(s->v[3].touched == 1);
	sums_clear(s);
	assert_int_equal(s->n, 0);
	assert_true(sums_add(s, &f));
	assert_int_equal(s->n, 1);
	sums_free(s);
}

/* An older fault that comes later does not become the newest. */
static void test_late_fault_is_not_the_newest(void **state)
{
	struct sums *s = sums_new(4096);
	struct fault f = fault_at(0x1000, 1, 50);

	(void)state;
	assert_true(sums_add(s, &f));
	f = fault_at(0x3000, 1, 40);
	assert_true(sums_add(s, &f));
	assert_int_equal(s->v[0].newest.addr, 0x1000);
	assert_true(s->v[0].touched == 0xa);
	sums_free(s);
}

static void test_faults_beyond_limit_are_summed_by_region(void **state)
{
	struct sums *s = sums_new(4096);
	uint64_t n = 0, rest = 0;

	(void)state;
	for (uint64_t i = 0; i < SUMS_MAX + 10000; i++, n++) {
		struct fault f = fault_at(i * 64 * 4096, 1, i);

		if (sums_add(s, &f))
			continue;
		rest++;
		assert_true(sums_add_rest(s, &f, 0x10000, UINT64_MAX));
	}
	assert_int_equal(rest, 10000);
	assert_int_equal(s->n, SUMS_MAX + 1);
	assert_int_equal(total(s), n);
	assert_true(s->v[SUMS_MAX].touched == 0);
	assert_int_equal(s->v[SUMS_MAX].start, 0x10000);
	/* A block that already has a sum still uses it. */
	struct fault f = fault_at(4096, 1, 1);
	assert_true(sums_add(s, &f));
	assert_int_equal(s->v[0].minor, 2);
	/* The sums by region are limited, too. */
	for (uint64_t i = 1; i < SUMS_REST; i++) {
		f.ip = i + 1;
		assert_true(sums_add_rest(s, &f, 0x10000, UINT64_MAX));
	}
	f.ip = 0;
	assert_false(sums_add_rest(s, &f, 0x10000, UINT64_MAX));
	assert_int_equal(s->n, SUMS_MAX + SUMS_REST);
	sums_free(s);
}

/* 64 KiB pages, and the last page of the address space. */
static void test_last_page_of_address_space_is_counted(void **state)
{
	struct sums *s = sums_new(65536);
	struct fault f = fault_at(UINT64_MAX, 1, 1);

	(void)state;
	assert_true(sums_add(s, &f));
	assert_true(s->v[0].start == UINT64_MAX - 64 * 65536 + 1);
	assert_true(s->v[0].touched == UINT64_C(1) << 63);
	sums_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_faults_are_summed_by_block),
		cmocka_unit_test(test_late_fault_is_not_the_newest),
		cmocka_unit_test(test_faults_beyond_limit_are_summed_by_region),
		cmocka_unit_test(test_last_page_of_address_space_is_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
