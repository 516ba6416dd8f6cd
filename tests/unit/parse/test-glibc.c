/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Structures of glibc in memory: valid ones are recognized, others are not. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "parse/heap/glibc.h"

#define M (UINT64_C(1) << 20)

/* Writes n words of the program's word size. */
static size_t words(void *to, bool wide, const uint64_t *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint32_t narrow = (uint32_t)v[i];

		if (wide)
			memcpy((char *)to + 8 * i, &v[i], 8);
		else
			memcpy((char *)to + 4 * i, &narrow, 4);
	}
	return n * (wide ? 8 : 4);
}

static bool parse_heap(bool wide, uint64_t at, uint64_t ar, uint64_t prev,
		       uint64_t size, uint64_t access, uint64_t *arena)
{
	char bytes[GLIBC_HEAP_BYTES] = "";
	size_t n = words(bytes, wide, (uint64_t[]){ ar, prev, size, access },
			 4);

	assert_false(glibc_heap(bytes, n - 1, at, wide, arena));
	return glibc_heap(bytes, sizeof bytes, at, wide, arena);
}

static void test_heap_header_is_recognized(void **state)
{
	const uint64_t at = 0x7f0004000000;
	uint64_t arena = 0;

	(void)state;
	assert_true(parse_heap(true, at, at + 0x30, 0, 0x21000, 0x21000,
			       &arena));
	assert_true(arena == at + 0x30);
	/* The second heap of an arena. */
	assert_true(parse_heap(true, at, at - 64 * M + 0x30, at - 64 * M,
			       0x21000, 0x40000, &arena));
	assert_true(arena == at - 64 * M + 0x30);
	assert_true(parse_heap(false, 0xf7a00000, 0xf7a00014, 0, 0x1000,
			       0x21000, &arena));
	/* A heap at a wrong address; another heap's arena without an older
	 * heap; its own arena with an older heap. */
	assert_false(parse_heap(true, at + 4096, at + 0x1030, 0, 4096, 4096,
				&arena));
	assert_false(parse_heap(true, at, at + 64 * M + 0x30, 0, 4096, 4096,
				&arena));
	assert_false(parse_heap(true, at, at + 0x30, at - 64 * M, 4096, 4096,
				&arena));
	/* Larger than a heap can be, or than its accessible part. */
	assert_false(parse_heap(true, at, at + 0x30, 0, 65 * M, 65 * M,
				&arena));
	assert_false(parse_heap(true, at, at + 0x30, 0, 8192, 4096, &arena));
	assert_false(parse_heap(true, at, at + 0x30, 0, 0, 4096, &arena));
	assert_false(parse_heap(true, at, at + 0x31, 0, 4096, 4096, &arena));
	assert_false(parse_heap(true, at, 0, 0, 4096, 4096, &arena));
}

static uint64_t parse_block(bool wide, uint64_t a, uint64_t b, uint64_t room)
{
	char bytes[GLIBC_BLOCK_BYTES] = "";
	size_t skip = wide ? 0 : 8;

	words(bytes + skip, wide, (uint64_t[]){ a, b }, 2);
	assert_int_equal(glibc_block(bytes, 15, room, wide), 0);
	return glibc_block(bytes, sizeof bytes, room, wide);
}

static void test_mmapped_block_is_recognized(void **state)
{
	(void)state;
	assert_int_equal(parse_block(true, 0, 0x21000 | 2, 0x21000), 0x21000);
	assert_int_equal(parse_block(true, 0, 0x21000 | 2, 0x42000), 0x21000);
	/* i386: 8 bytes later. */
	assert_int_equal(parse_block(false, 8, (0x21000 - 8) | 2, 0x21000),
			 0x21000);
	assert_int_equal(parse_block(false, 0, 0x21000 | 2, 0x21000), 0);
	/* In use by malloc's heap; of another arena; not a multiple of a page;
	 * larger than the mapping; no mmapped block. */
	assert_int_equal(parse_block(true, 0, 0x21000 | 1, 0x21000), 0);
	assert_int_equal(parse_block(true, 0, 0x21000 | 6, 0x21000), 0);
	assert_int_equal(parse_block(true, 0, 0x21010 | 2, 0x42000), 0);
	assert_int_equal(parse_block(true, 0, 0x22000 | 2, 0x21000), 0);
	assert_int_equal(parse_block(true, 16, 0x21000 | 2, 0x21000), 0);
	assert_int_equal(parse_block(true, 0, 2, 0x21000), 0);
	assert_int_equal(parse_block(true, 0, UINT64_MAX - 5, UINT64_MAX), 0);
}

static void test_thread_descriptor_is_recognized(void **state)
{
	char bytes[GLIBC_THREAD_BYTES] = "";
	const uint64_t at = 0x7f00107ff6c0;
	uint32_t tid = 4122;
	pid_t out = -1;

	(void)state;
	words(bytes, true, (uint64_t[]){ at, 1, at }, 3);
	memcpy(bytes + 0x2d0, &tid, sizeof tid);
	assert_true(glibc_thread(bytes, sizeof bytes, at, true, &out));
	assert_int_equal(out, 4122);
	assert_false(glibc_thread(bytes, sizeof bytes - 1, at, true, &out));
	assert_false(glibc_thread(bytes, sizeof bytes, at + 64, true, &out));
	assert_false(glibc_thread(bytes, sizeof bytes, at, false, &out));
	/* An empty list is its own address twice. */
	words(bytes, true, (uint64_t[]){ at, at, 0 }, 3);
	assert_false(glibc_thread(bytes, sizeof bytes, at, true, &out));
	/* A TID above the kernel's limit. */
	words(bytes, true, (uint64_t[]){ at, 1, at }, 3);
	tid = UINT32_MAX;
	memcpy(bytes + 0x2d0, &tid, sizeof tid);
	assert_false(glibc_thread(bytes, sizeof bytes, at, true, &out));
	memset(bytes, 0, sizeof bytes);
	tid = 7;
	words(bytes, false, (uint64_t[]){ 0xf7a00740, 1, 0xf7a00740 }, 3);
	memcpy(bytes + 0x68, &tid, sizeof tid);
	assert_true(glibc_thread(bytes, sizeof bytes, 0xf7a00740, false, &out));
	assert_int_equal(out, 7);
}

static void test_arenas_are_ordered_by_age(void **state)
{
	const uint64_t arena[] = { 0x100, 0x200, 0x300 };
	uint32_t n[3];

	(void)state;
	/* main -> 0x200 -> 0x300 -> 0x100 -> main: 0x100 is the oldest. */
	glibc_ages(arena, (uint64_t[]){ 0x9000, 0x300, 0x100 }, n, 3);
	assert_int_equal(n[0], 1);
	assert_int_equal(n[1], 3);
	assert_int_equal(n[2], 2);
	glibc_ages(arena, (uint64_t[]){ 0x9000 }, n, 1);
	assert_int_equal(n[0], 1);
	/* A link to an unknown arena; a cycle; a fork; one arena next to a
	 * cycle; no links. */
	glibc_ages(arena, (uint64_t[]){ 0x9000, 0x9000, 0x100 }, n, 3);
	assert_true(!n[0] && !n[1] && !n[2]);
	glibc_ages(arena, (uint64_t[]){ 0x200, 0x300, 0x100 }, n, 3);
	assert_true(!n[0] && !n[1] && !n[2]);
	glibc_ages(arena, (uint64_t[]){ 0x9000, 0x100, 0x100 }, n, 3);
	assert_true(!n[0] && !n[1] && !n[2]);
	glibc_ages(arena, (uint64_t[]){ 0x9000, 0x200, 0x200 }, n, 3);
	assert_true(!n[0] && !n[1] && !n[2]);
	glibc_ages(arena, (uint64_t[]){ 0, 0, 0 }, n, 3);
	assert_true(!n[0] && !n[1] && !n[2]);
	glibc_ages(NULL, NULL, n, 0);
}

/* Random bytes: results must be plausible, and no read may go beyond the
 * bytes. */
static void test_random_bytes_give_plausible_results(void **state)
{
	uint64_t seed = 1;

	(void)state;
	for (int round = 0; round < 20000; round++) {
		char bytes[GLIBC_THREAD_BYTES];
		uint64_t arena = 0, size;
		bool wide = round & 1;
		pid_t tid = -1;

		for (size_t i = 0; i < sizeof bytes; i++) {
			seed = seed * 6364136223846793005 + 1442695040888963407;
			/* Mostly zeros, as in real memory. */
			bytes[i] = seed >> 62 ? 0 : (char)(seed >> 33);
		}
		if (glibc_heap(bytes, sizeof bytes, 64 * M, wide, &arena))
			assert_true(arena % 4 == 0 && arena);
		size = glibc_block(bytes, sizeof bytes, 64 * M, wide);
		assert_true(size <= 64 * M && size % 4096 == 0);
		if (glibc_thread(bytes, sizeof bytes, 0, wide, &tid))
			assert_in_range(tid, 0, 1 << 22);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_heap_header_is_recognized),
		cmocka_unit_test(test_mmapped_block_is_recognized),
		cmocka_unit_test(test_thread_descriptor_is_recognized),
		cmocka_unit_test(test_arenas_are_ordered_by_age),
		cmocka_unit_test(test_random_bytes_give_plausible_results),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
