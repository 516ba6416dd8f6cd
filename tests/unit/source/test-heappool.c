/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a chunk while a program writes to it. */
#include <config.h>

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "preload/heap_record.h"
#include "source/heap/pool.h"

#define SERIAL 7u
#define CHUNKS 200u
/* Chunks in use. */
#define USED 3u

static struct {
	struct heappool *pool;
	struct heap_head *head;
	struct heap_chunk *chunk;	/* the first of CHUNKS */
	uint64_t *words;		/* of the first chunk */
	void (*meanwhile)(void);	/* called at the next record */
	char told[128];			/* "+2" allocated 2, "-2" freed it,
					 * "+2-" both */
	uint64_t time, caller;		/* of the last record */
	unsigned frames;
	uint64_t outer;			/* the outermost frame */
} t;

static void on_record(void *arg, const struct heap_owner *owner,
		      const struct heapring_record *r)
{
	size_t len = strlen(t.told);

	(void)arg;
	assert_int_equal(owner->pid, 40);
	assert_true(r->time >= 1000);
	assert_true(len < sizeof t.told - 8);
	assert_true(r->op == HEAP_FREE_BLOCK || heap_may_pass(r->op));
	t.time = r->time;
	t.caller = r->caller;
	if (t.meanwhile) {
		t.meanwhile();
		t.meanwhile = NULL;
	}
	t.frames = r->n_frames;
	t.outer = r->n_frames ? r->frames[r->n_frames - 1] : 0;
	snprintf(t.told + len, sizeof t.told - len, "%c%u%s",
		 r->op == HEAP_FREE_BLOCK ? '-' : '+', (unsigned)r->addr,
		 r->passed ? "-" : "");
}

/* Returns the address of the pool's mapping, to which a program would write. */
static char *find_mapping(void)
{
	FILE *f = fopen("/proc/self/maps", "r");
	uint64_t at = 0;
	char line[512];

	assert_non_null(f);
	while (!at && fgets(line, sizeof line, f))
		if (strstr(line, "memfd:mmtop-heap"))
			assert_int_equal(sscanf(line, "%" SCNx64, &at), 1);
	fclose(f);
	assert_true(at != 0);
	return (char *)(uintptr_t)at;
}

static int begin(void **state)
{
	const struct heappool_config config = { .chunks = CHUNKS };
	const struct heap_owner owner = { SERIAL, 1000, 40, 41, 0 };
	struct err err;
	char *map;

	(void)state;
	memset(&t, 0, sizeof t);
	assert_int_equal(heappool_new(&config, &t.pool, &err), 0);
	map = find_mapping();
	t.head = (void *)map;
	t.chunk = (void *)(map + HEAP_PAGE);
	t.words = (void *)(map + heap_data_at(CHUNKS));
	memcpy(t.words, &owner, sizeof owner);
	t.chunk->state = HEAP_TAKEN;
	t.chunk->used = 1;
	t.head->high = USED;
	t.head->serial = SERIAL;
	return 0;
}

static int end(void **state)
{
	(void)state;
	heappool_free(t.pool);
	return 0;
}

/* Writes to the i-th chunk. */
static void write_in(unsigned i, unsigned op, uint64_t addr)
{
	uint64_t *words = t.words + i * HEAP_SLOTS * HEAP_WORDS;
	uint32_t slot = t.chunk[i].used;
	uint64_t *w = words + slot * HEAP_WORDS;

	memcpy(w, (uint64_t[4]){ op | (uint64_t)slot << 32, addr, 8, 0x400 },
	       HEAP_SLOT);
	w[0] |= heap_check(w, HEAP_WORDS, words[0], slot) << 16;
	t.chunk[i].used = slot + 1;
}

static void write_record(unsigned op, uint64_t addr)
{
	write_in(0, op, addr);
}

static void own_image(unsigned i, uint64_t serial, uint64_t image)
{
	const struct heap_owner owner = { serial, 1000, 40, 41, image };

	memcpy(t.words + i * HEAP_SLOTS * HEAP_WORDS, &owner, sizeof owner);
	t.chunk[i].state = HEAP_TAKEN;
	t.chunk[i].used = 1;
}

static void own_chunk(unsigned i, uint64_t serial)
{
	own_image(i, serial, 0);
}

/* A record with two frames, in two slots. */
static void write_deep(uint64_t addr, uint64_t outer)
{
	uint32_t slot = t.chunk->used;
	uint64_t *w = t.words + slot * HEAP_WORDS;

	memcpy(w, (uint64_t[8]){ HEAP_MALLOC | 2u << 8 | (uint64_t)slot << 32,
				 addr, 8, 0x400, 0x500, outer }, 2 * HEAP_SLOT);
	w[0] |= heap_check(w, 2 * HEAP_WORDS, SERIAL, slot) << 16;
	t.chunk->used = slot + 2;
}

/* Writes the i-th word of the slot that was started last. */
static void write_like(unsigned i, uint64_t got, uint64_t addr)
{
	uint32_t slot = t.chunk->used - 1;
	uint64_t word = heap_like_word(got, addr, 8);

	word |= heap_like_check(word, heap_like_key(SERIAL),
				slot * HEAP_SLOT + i * 8) << 24;
	t.words[slot * HEAP_WORDS + i] = word;
}

/* The first word of the next slot, which has room for three more. */
static void begin_likes(uint64_t got, uint64_t addr)
{
	memset(t.words + t.chunk->used * HEAP_WORDS, 0, HEAP_SLOT);
	t.chunk->used++;
	write_like(0, got, addr);
}

/* Marks the block as freed at once, as the library does. */
static void mark_freed(unsigned slot)
{
	t.words[slot * HEAP_WORDS] ^= HEAP_PASS;
}

static void expect_lost(const char *told, unsigned invalid)
{
	t.told[0] = '\0';
	while (heappool_drain(t.pool, 100, on_record, NULL))
		;
	assert_string_equal(t.told, told);
	assert_int_equal(heappool_lost(t.pool).invalid, invalid);
}

static void expect(const char *told)
{
	expect_lost(told, 0);
}

static void test_block_freed_at_once_is_read(void **state)
{
	(void)state;
	write_record(HEAP_MALLOC, 1);
	write_record(HEAP_CALLOC, 2);
	write_record(HEAP_FREE_BLOCK, 1);
	mark_freed(2);
	expect("+1+2--1");
	expect("");
}

/* The mark comes after the allocation was read. */
static void test_mark_after_reading_is_read(void **state)
{
	(void)state;
	write_record(HEAP_MALLOC, 1);
	write_record(HEAP_MALLOC, 2);
	expect("+1+2");
	expect("");
	mark_freed(2);
	expect("-2");
	expect("");
	write_record(HEAP_MALLOC, 3);
	expect("+3");
	mark_freed(3);
	write_record(HEAP_MALLOC, 4);
	mark_freed(4);
	expect("-3+4-");
	expect("");
}

/* The writer has finished: its last mark is read before the chunk is
 * released. */
static void test_last_mark_is_read_before_release(void **state)
{
	(void)state;
	write_record(HEAP_MALLOC, 1);
	expect("+1");
	mark_freed(1);
	t.chunk->state = HEAP_DONE;
	expect("-1");
	assert_int_equal(t.chunk->state, HEAP_FREE);
	expect("");
	assert_int_equal(end(state), 0);
	assert_int_equal(begin(state), 0);
	write_record(HEAP_MALLOC, 2);
	expect("+2");
	mark_freed(1);
	heappool_gone(t.pool, 40, 0);
	expect("-2");
	assert_int_equal(t.chunk->state, HEAP_FREE);
}

/* A process exits, and before its records are read another one gets its PID:
 * that one's chunk stays in use. */
static void test_reused_pid_keeps_its_chunk(void **state)
{
	(void)state;
	write_record(HEAP_MALLOC, 1);
	heappool_gone(t.pool, 40, 0);
	own_chunk(1, SERIAL + 1);
	t.head->serial = SERIAL + 1;
	write_in(1, HEAP_MALLOC, 2);
	assert_int_equal(heappool_unread(t.pool), 2);
	expect("+1+2");
	assert_int_equal(heappool_unread(t.pool), 0);
	assert_int_equal(t.chunk[0].state, HEAP_FREE);
	assert_int_equal(t.chunk[1].state, HEAP_TAKEN);
}

/* Another program has the same PID, in another PID namespace. */
static void test_same_pid_in_other_namespace(void **state)
{
	(void)state;
	own_image(0, SERIAL, 5);
	own_image(1, SERIAL, 6);
	write_record(HEAP_MALLOC, 1);
	write_in(1, HEAP_MALLOC, 2);
	heappool_gone(t.pool, 40, 6);
	expect("+1+2");
	assert_int_equal(t.chunk[0].state, HEAP_TAKEN);
	assert_int_equal(t.chunk[1].state, HEAP_FREE);
}

/* Only the last record may be marked, and only an allocation. */
static void test_only_last_allocation_may_be_marked(void **state)
{
	(void)state;
	write_record(HEAP_MALLOC, 1);
	write_record(HEAP_FREE_BLOCK, 1);
	expect("+1-1");
	mark_freed(1);
	mark_freed(2);
	expect("");
	write_record(HEAP_MALLOC, 2);
	expect("+2");
	/* Sets the flag without adjusting the check, as the library never
	 * does. */
	t.words[3 * HEAP_WORDS] ^= HEAP_PASSED;
	expect("");
}

static void test_like_words_are_records(void **state)
{
	(void)state;
	write_record(HEAP_CALLOC, 160);
	begin_likes(160, 320);
	write_like(1, 160, 16);
	write_like(2, 160, 160);
	t.words[2 * HEAP_WORDS + 1] ^= HEAP_PASS;
	write_like(3, 160, 480);
	begin_likes(160, 640);
	write_record(HEAP_FREE_BLOCK, 320);
	expect("+160+320+16-+160+480+640-320");
	expect("");
	assert_int_equal(heappool_n_read(t.pool), 0);
}

/* The slot had already been read when the rest of it was written. */
static void test_like_words_after_reading_are_read(void **state)
{
	(void)state;
	write_record(HEAP_MALLOC, 160);
	expect("+160");
	begin_likes(160, 320);
	expect("+320");
	assert_int_equal(t.time, 1001);
	assert_int_equal(t.caller, 0x400);
	write_like(1, 160, 480);
	expect("+480");
	t.words[2 * HEAP_WORDS + 1] ^= HEAP_PASS;
	write_like(2, 160, 496);
	expect("-480+496");
	assert_int_equal(t.time, 1001);
	write_like(3, 160, 512);
	t.words[2 * HEAP_WORDS + 3] ^= HEAP_PASS;
	begin_likes(160, 512);
	expect("+512-+512");
	/* The writer has finished: the rest is read before the chunk is
	 * released. */
	write_like(1, 160, 528);
	t.words[3 * HEAP_WORDS] ^= HEAP_PASS;
	t.chunk->state = HEAP_DONE;
	expect("-512+528");
	assert_int_equal(t.chunk->state, HEAP_FREE);
}

/* Words of a slot have the same frames as the record before it. */
static void test_like_words_have_the_same_frames(void **state)
{
	(void)state;
	write_deep(160, 0x600);
	expect("+160");
	assert_int_equal(t.outer, 0x600);
	begin_likes(160, 320);
	expect("+320");
	assert_int_equal(t.frames, 2);
	assert_int_equal(t.outer, 0x600);
	write_like(1, 160, 480);
	t.words[3 * HEAP_WORDS + 1] ^= HEAP_PASS;
	write_deep(640, 0x700);
	begin_likes(640, 656);
	expect("+480-+640+656");
	assert_int_equal(t.outer, 0x700);
	write_record(HEAP_MALLOC, 800);
	begin_likes(800, 816);
	expect("+800+816");
	assert_int_equal(t.frames, 0);
	write_deep(960, 0x600);
	mark_freed(9);
	expect("+960-");
}

/* Words without a record to repeat, and words that the library would not
 * write. */
static void test_like_words_without_record_are_invalid(void **state)
{
	(void)state;
	begin_likes(160, 320);
	write_like(1, 160, 336);
	expect_lost("", 2);
	write_record(HEAP_MALLOC, 160);
	begin_likes(160, 320);
	t.words[3 * HEAP_WORDS] ^= HEAP_PASSED;
	t.words[3 * HEAP_WORDS + 1] = 1;
	write_like(2, 160, 336);
	expect_lost("+160+336", 2);
	/* A word that was read must not change. */
	write_like(2, 160, 352);
	expect_lost("", 1);
	write_record(HEAP_FREE_BLOCK, 160);
	begin_likes(160, 320);
	expect_lost("-160", 1);
	write_record(HEAP_MALLOC, 160);
	t.words[6 * HEAP_WORDS + 1] ^= 16;
	begin_likes(160, 320);
	expect_lost("", 2);
}

static void own_third(void)
{
	own_chunk(2, SERIAL + 2);
	write_in(2, HEAP_FREE_BLOCK, 20);
}

/* The chunk's state is "taken", but its head still has the previous owner. */
static void test_chunk_taken_during_a_round_waits(void **state)
{
	(void)state;
	own_chunk(0, 3);
	write_in(0, HEAP_MALLOC, 10);
	own_chunk(2, 5);
	t.chunk[2].used = 0;
	own_chunk(1, SERIAL);
	write_in(1, HEAP_MALLOC, 20);
	t.head->serial = SERIAL + 2;
	t.meanwhile = own_third;
	expect("+10+20");
	expect("-20");
}

/* A chunk with an owner that appeared after the start of the round waits for
 * the next round, wherever the chunk lies. */
static void test_later_owner_waits_for_the_next_round(void **state)
{
	(void)state;
	own_chunk(1, SERIAL + 1);
	write_in(1, HEAP_FREE_BLOCK, 20);
	write_record(HEAP_MALLOC, 10);
	expect("+10");
	t.head->serial = SERIAL + 1;
	expect("-20");
	/* A serial that the program overwrote hides no chunk. */
	own_chunk(2, SERIAL + 100);
	write_in(2, HEAP_MALLOC, 30);
	t.head->serial = 1;
	expect("+30");
}

/* Stops are handled between the parts of a round, including its start. */
static void test_drain_is_limited_in_each_part(void **state)
{
	unsigned silent = 0, n = CHUNKS;
	char expected[16];
	bool more = true;

	(void)state;
	t.head->high = CHUNKS;
	t.head->serial = SERIAL + CHUNKS;
	/* The last chunk was taken first. */
	for (unsigned i = 0; i < CHUNKS; i++) {
		own_chunk(i, SERIAL + CHUNKS - i);
		write_in(i, HEAP_MALLOC, i + 1);
	}
	while (n && more) {
		more = heappool_drain(t.pool, 1, on_record, NULL);
		if (!t.told[0]) {
			silent++;
			continue;
		}
		snprintf(expected, sizeof expected, "+%u", n--);
		assert_string_equal(t.told, expected);
		t.told[0] = '\0';
	}
	assert_int_equal(n, 0);
	assert_true(silent > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			test_block_freed_at_once_is_read, begin, end),
		cmocka_unit_test_setup_teardown(test_mark_after_reading_is_read,
						begin, end),
		cmocka_unit_test_setup_teardown(
			test_last_mark_is_read_before_release, begin, end),
		cmocka_unit_test_setup_teardown(test_reused_pid_keeps_its_chunk,
						begin, end),
		cmocka_unit_test_setup_teardown(
			test_same_pid_in_other_namespace, begin, end),
		cmocka_unit_test_setup_teardown(
			test_only_last_allocation_may_be_marked, begin, end),
		cmocka_unit_test_setup_teardown(test_like_words_are_records,
						begin, end),
		cmocka_unit_test_setup_teardown(
			test_like_words_after_reading_are_read, begin, end),
		cmocka_unit_test_setup_teardown(
			test_like_words_have_the_same_frames, begin, end),
		cmocka_unit_test_setup_teardown(
			test_chunk_taken_during_a_round_waits, begin, end),
		cmocka_unit_test_setup_teardown(
			test_later_owner_waits_for_the_next_round, begin, end),
		cmocka_unit_test_setup_teardown(
			test_like_words_without_record_are_invalid, begin, end),
		cmocka_unit_test_setup_teardown(
			test_drain_is_limited_in_each_part, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
