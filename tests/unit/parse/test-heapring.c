/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records of libmmtop-heap.so: valid ones are read, others are rejected. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "parse/heap/ring.h"
#include "preload/heap_record.h"

static const struct heap_owner owner = {
	.serial = 7, .base = 1000, .pid = 40, .tid = 41,
};

static void seal(uint64_t *words, unsigned n, unsigned slot)
{
	words[0] |= heap_check(words, n, owner.serial, slot) << 16;
}

static void test_layout_is_stable(void **state)
{
	(void)state;
	/* The library and the reader may be of two builds, and must agree. */
	assert_int_equal(sizeof(struct heap_chunk), 64);
	assert_int_equal(offsetof(struct heap_head, dropped), 64);
	assert_int_equal(offsetof(struct heap_head, serial), 128);
	assert_int_equal(offsetof(struct heap_head, high), 132);
	assert_int_equal(offsetof(struct heap_head, writers), 136);
	assert_int_equal(offsetof(struct heap_head, freed), 192);
	assert_int_equal(offsetof(struct heap_head, asked), 200);
	assert_int_equal(heap_data_at(1), HEAP_CHUNK);
	assert_int_equal(heap_bytes(64), 4096 + 64 * 64 + 8192 + 64 * 16384);
	assert_int_equal(heap_slots(HEAP_MALLOC, 0), 1);
	assert_int_equal(heap_slots(HEAP_REALLOC, 0), 2);
	assert_int_equal(heap_slots(HEAP_REALLOC, 2), 2);
	assert_int_equal(heap_slots(HEAP_MALLOC, 5), 3);
}

static void test_implausible_owner_is_rejected(void **state)
{
	uint64_t words[HEAP_WORDS];
	struct heap_owner out, bad;

	(void)state;
	memcpy(words, &owner, sizeof words);
	assert_true(heapring_owner(words, &out));
	assert_memory_equal(&out, &owner, sizeof out);
	bad = owner;
	bad.pid = 0;
	memcpy(words, &bad, sizeof words);
	assert_false(heapring_owner(words, &out));
	bad = owner;
	bad.serial = 0;
	memcpy(words, &bad, sizeof words);
	assert_false(heapring_owner(words, &out));
}

static void test_record_of_another_slot_is_rejected(void **state)
{
	uint64_t words[12] = {
		HEAP_REALLOC | 3 << 8 | UINT64_C(500) << 32,
		0x55d0c2a0, 40, 0x401136, 0x55d0c000, (uint64_t)-20, 1, 2, 3,
	};
	struct heapring_record r;
	bool good;

	(void)state;
	seal(words, 12, 9);
	assert_int_equal(heapring_record(words, 3, 9, &owner, &r, &good), 3);
	assert_true(good);
	assert_int_equal(r.op, HEAP_REALLOC);
	assert_int_equal(r.time, 1500);
	assert_int_equal(r.began, 980);
	assert_int_equal(r.addr, 0x55d0c2a0);
	assert_int_equal(r.old, 0x55d0c000);
	assert_int_equal(r.size, 40);
	assert_int_equal(r.n_frames, 3);
	assert_int_equal(r.frames[2], 3);
	/* At another slot; of another owner; truncated. */
	assert_int_equal(heapring_record(words, 3, 10, &owner, &r, &good), 1);
	assert_false(good);
	heapring_record(words, 3, 9, &(struct heap_owner){ .serial = 8 }, &r,
			&good);
	assert_false(good);
	assert_int_equal(heapring_record(words, 2, 9, &owner, &r, &good), 1);
	assert_false(good);
}

/* HEAP_PASS marks a block that was freed at once, so only an allocation can
 * have it. */
static void test_only_allocations_may_be_freed_at_once(void **state)
{
	uint64_t words[8] = { HEAP_MALLOC, 0x1000, 8, 0x400 };
	struct heapring_record r;
	bool good;

	(void)state;
	seal(words, 4, 3);
	assert_true(heapring_brief(words, 3, &owner, &r));
	assert_false(r.passed);
	words[0] ^= HEAP_PASS;
	assert_true(heapring_brief(words, 3, &owner, &r));
	assert_true(r.passed);
	assert_int_equal(r.op, HEAP_MALLOC);
	r.passed = false;
	heapring_record(words, 1, 3, &owner, &r, &good);
	assert_true(good && r.passed);
	assert_int_equal(r.op, HEAP_MALLOC);
	for (unsigned op = 0; op < 0x80; op++) {
		memset(words, 0, sizeof words);
		words[0] = op;
		seal(words, op < HEAP_OPS ? heap_slots(op, 0) * HEAP_WORDS : 4,
		     3);
		words[0] ^= HEAP_PASS;
		assert_int_equal(heapring_brief(words, 3, &owner, &r),
				 heap_may_pass(op));
		heapring_record(words, 2, 3, &owner, &r, &good);
		assert_int_equal(good, heap_may_pass(op));
	}
}

/* A word of a HEAP_LIKE slot, which repeats the call of the record before
 * it. */
static uint64_t like_word(uint64_t got, uint64_t addr, uint64_t size,
			  unsigned at)
{
	uint64_t word = heap_like_word(got, addr, size);

	return word | heap_like_check(word, heap_like_key(owner.serial), at)
		      << 24;
}

static void test_like_words_round_trip(void **state)
{
	static const int64_t far[] = { 0, 16, -16, 0x7fffff0, -0x8000000 };
	static const uint64_t sizes[] = { 0, 1, 255, 256, 65535 };
	const uint64_t got = 0x55d0c2a0010;
	struct heapring_record r = { .op = HEAP_MALLOC };

	(void)state;
	for (size_t i = 0; i < 25; i++) {
		uint64_t addr = got + (uint64_t)far[i / 5], size = sizes[i % 5];
		uint64_t word = like_word(got, addr, size, 640);

		assert_true(heap_is_like(got, addr, size));
		assert_true(heapring_is_like(word));
		assert_true(heapring_like(word, 640, &owner, got, &r));
		assert_true(r.addr == addr && r.size == size && !r.passed);
		assert_true(heapring_like(word ^ HEAP_PASS, 640, &owner, got,
					  &r));
		assert_true(r.addr == addr && r.size == size && r.passed);
		/* At another slot; of another owner. */
		assert_false(heapring_like(word, 648, &owner, got, &r));
		assert_false(heapring_like(word, 640, &(struct heap_owner){
					   .serial = 8 }, got, &r));
		assert_int_equal(r.op, HEAP_MALLOC);
	}
	assert_false(heap_is_like(got, got + 8, 1));
	assert_false(heap_is_like(got, got + 0x8000000, 1));
	assert_false(heap_is_like(got, got - 0x8000010, 1));
	assert_false(heap_is_like(got, 16, 1));
	assert_false(heap_is_like(got, got + 16, 65536));
	assert_false(heap_is_like(got, got + 16, UINT64_MAX));
}

/* A HEAP_LIKE slot is not a record by itself. */
static void test_like_slot_is_not_a_record(void **state)
{
	uint64_t words[4] = { HEAP_LIKE, 0x1000, 8, 0x400 };
	struct heapring_record r;
	bool good;

	(void)state;
	seal(words, 4, 3);
	assert_false(heapring_brief(words, 3, &owner, &r));
	assert_int_equal(heapring_record(words, 1, 3, &owner, &r, &good), 1);
	assert_false(good);
}

static void check_like_bits(uint64_t pass)
{
	const uint64_t got = 0x55d0c2a0010;
	uint64_t right = like_word(got, got + 4096, 100, 96) ^ pass;
	struct heapring_record r;

	assert_true(heapring_like(right, 96, &owner, got, &r));
	for (unsigned bit = 0; bit < 64; bit++)
		assert_false(heapring_like(right ^ UINT64_C(1) << bit, 96,
					   &owner, got, &r));
}

static void check_bits(uint64_t pass)
{
	uint64_t right[4] = { HEAP_MALLOC | UINT64_C(9) << 32, 0x1000, 8, 0x400 };
	struct heapring_record r;
	bool good;

	seal(right, 4, 3);
	right[0] ^= pass;
	for (unsigned bit = 0; bit < 256; bit++) {
		uint64_t words[4];

		memcpy(words, right, sizeof words);
		words[bit / 64] ^= UINT64_C(1) << bit % 64;
		assert_int_equal(heapring_record(words, 1, 3, &owner, &r,
						 &good), 1);
		assert_false(good);
	}
	heapring_record(right, 1, 3, &owner, &r, &good);
	assert_true(good);
}

/* Any flipped bit is detected (the check misses at most one change in
 * 65,536). */
static void test_flipped_bits_are_detected(void **state)
{
	(void)state;
	check_bits(0);
	check_bits(HEAP_PASS);
	check_like_bits(0);
	check_like_bits(HEAP_PASS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_layout_is_stable),
		cmocka_unit_test(test_implausible_owner_is_rejected),
		cmocka_unit_test(test_record_of_another_slot_is_rejected),
		cmocka_unit_test(test_only_allocations_may_be_freed_at_once),
		cmocka_unit_test(test_like_words_round_trip),
		cmocka_unit_test(test_like_slot_is_not_a_record),
		cmocka_unit_test(test_flipped_bits_are_detected),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
