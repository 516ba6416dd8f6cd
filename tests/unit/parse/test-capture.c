/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The format of capture files (parse/capture.h): a file is read back as it was
 * written, and a damaged or truncated file yields no record that was not
 * written.
 */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "event/wire/codec.h"
#include "parse/capture.h"
#include "../../support/slow.h"

#define PAGE 4096u
#define SEED 0x5eed0123456789abu
#define RECORDS 40

/* The file, and its records. */
static struct str file = STR_INIT;
static struct str bodies[RECORDS];
static uint32_t types[RECORDS];
static size_t begins[RECORDS + 1];

static struct capture_packer *packer;

/* The same sequence in every run. */
static uint32_t next_random(void)
{
	static uint64_t state = 88172645463325252u;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 16);
}

static struct bytes of(const struct str *s)
{
	return (struct bytes){ s->data, s->len };
}

static void make_block(struct str *body, uint64_t first, int level)
{
	static char raw[5 * PAGE];
	const uint32_t lengths[] = { PAGE, 100, PAGE, 1, PAGE };
	struct str words = STR_INIT;
	struct bytes bytes = { raw, 0 };

	memset(raw, (int)first, sizeof raw);
	for (size_t i = 0; i < 300; i++)
		raw[next_random() % sizeof raw] = (char)next_random();
	for (size_t i = 0; i < 5; i++) {
		bytes.len += lengths[i];
		capture_add_length(&words, lengths[i]);
	}
	if (level)
		assert_true(capture_pack_block(body, packer, level, first,
					       of(&words), bytes));
	else
		capture_put_block(body, first, of(&words), bytes);
	str_release(&words);
}

static void make_list(struct str *body, uint64_t number)
{
	const struct capture_list head = { .object = 7, .number = number,
					   .part = 1 };
	const struct capture_run runs[] = {
		{ 0x10000, 0x13000, 5 * number, CAPTURE_COUNTED },
		{ 0x13000, 0x90000, 0, CAPTURE_SAME },
		{ 0x90770, 0x90800, 0, CAPTURE_LEFT_OUT },
	};

	capture_put_list(body, &head, runs, 3);
}

static void make_event(struct str *body, uint64_t number)
{
	const struct page_range gone = { 0xa0000, 0xb0000 };
	struct event ev = { .kind = EV_FRAME, .pid = 4121, .time_ns = number,
			    .source = 'm' };

	ev.u.frame = (struct ev_frame){
		.object = 7, .number = number, .start = 0x10000,
		.end = 0x100000, .length = 0xf0000, .page_size = PAGE,
		.last = 1, .name = bytes_of("/dev/shm/queue"),
		.gone = { &gone, sizeof gone },
	};
	event_encode(body, &ev);
}

static int make_file(void **state)
{
	const struct capture_head head = { .page_size = PAGE, .seed = SEED,
					   .began_ns = 12345 };

	(void)state;
	packer = capture_packer_new();
	capture_put_head(&file, &head);
	for (size_t i = 0; i < RECORDS; i++) {
		struct str *body = &bodies[i];

		*body = (struct str)STR_INIT;
		types[i] = i == RECORDS - 1 ? CAPTURE_CLOSE :
			   i % 3 == 0 ? CAPTURE_DATA :
			   i % 3 == 1 ? CAPTURE_PAGES : CAPTURE_EVENT;
		if (types[i] == CAPTURE_CLOSE)
			capture_put_close(body, CAPTURE_AT_LIMIT);
		else if (types[i] == CAPTURE_DATA)
			make_block(body, i, i % 2 ? 1 : 0);
		else if (types[i] == CAPTURE_PAGES)
			make_list(body, i);
		else
			make_event(body, i);
		begins[i] = file.len;
		capture_put(&file, SEED, file.len, &(struct capture_record){
			.type = types[i], .number = i, .facts = 1000 + (uint32_t)i,
			.body = of(body) });
	}
	begins[RECORDS] = file.len;
	return 0;
}

static int drop_file(void **state)
{
	(void)state;
	for (size_t i = 0; i < RECORDS; i++)
		str_release(&bodies[i]);
	str_release(&file);
	capture_packer_free(packer);
	return 0;
}

/* Returns the number of records found, skipping bytes that are not a record;
 * each must equal the one that was written. */
static size_t count_records(const char *data, size_t n, bool *whole)
{
	size_t at = CAPTURE_HEAD, found = 0;
	struct capture_record r;

	*whole = true;
	while (at < n) {
		struct bytes rest = { data + at, n - at };

		if (capture_get(rest, SEED, at, &r) == CAPTURE_RECORD) {
			assert_true(r.number < RECORDS);
			assert_int_equal(r.type, types[r.number]);
			assert_int_equal(r.facts, 1000 + r.number);
			assert_int_equal(r.body.len, bodies[r.number].len);
			assert_memory_equal(r.body.data, bodies[r.number].data,
					    r.body.len);
			assert_int_equal(at, begins[r.number]);
			at += r.size;
			found++;
		} else {
			*whole = false;
			at += capture_seek(rest, 1);
		}
	}
	return found;
}

static void test_all_records_are_read_back(void **state)
{
	struct capture_head head = { 0 };
	struct str words = STR_INIT;
	bool whole;

	(void)state;
	assert_int_equal(capture_get_head(of(&file), &head), CAPTURE_FILE);
	assert_int_equal(head.page_size, PAGE);
	assert_true(head.seed == SEED);
	assert_int_equal(head.began_ns, 12345);
	assert_int_equal(count_records(file.data, file.len, &whole), RECORDS);
	assert_true(whole);
	/* The head warns people who open the file. */
	str_add(&words, file.data, CAPTURE_HEAD);
	assert_non_null(strstr(words.data, "secrets may be in it"));
	str_release(&words);
}

static void test_bodies_of_records_are_read_back(void **state)
{
	struct capture_list l;
	struct capture_block b;
	struct capture_run r;
	struct event ev;
	uint64_t why;

	(void)state;
	assert_true(capture_get_list(of(&bodies[4]), PAGE, &l));
	assert_int_equal(l.object, 7);
	assert_int_equal(l.number, 4);
	assert_int_equal(l.n, 3);
	r = capture_list_run(&l, 0);
	assert_int_equal(r.first, 20);
	assert_int_equal(r.how, CAPTURE_COUNTED);
	assert_int_equal(capture_run_pieces(&r, PAGE), 3);
	r = capture_list_run(&l, 2);
	assert_int_equal(r.start, 0x90770);
	assert_int_equal(capture_run_pieces(&r, PAGE), 1);
	assert_true(capture_get_block(of(&bodies[0]), &b));
	assert_int_equal(b.n, 5);
	assert_int_equal(capture_block_length(&b, 1), 100);
	assert_int_equal(b.raw, 3 * PAGE + 101);
	assert_true(event_decode(bodies[2].data, bodies[2].len, &ev) > 0);
	assert_int_equal(ev.u.frame.number, 2);
	assert_true(capture_get_close(of(&bodies[RECORDS - 1]), &why));
	assert_int_equal(why, CAPTURE_AT_LIMIT);
}

/* Every level, and no packing at all, must give the same bytes back. */
static void test_packed_blocks_are_read_back(void **state)
{
	char raw[2 * PAGE];
	struct str lengths = STR_INIT;
	struct capture_block b;

	(void)state;
	capture_add_length(&lengths, PAGE);
	capture_add_length(&lengths, PAGE);
	memset(raw, 'a', sizeof raw);
	for (size_t i = 0; i < sizeof raw; i += 64)
		raw[i] = (char)next_random();
	for (int level = -5; level <= 3; level++) {
		struct str body = STR_INIT, back = STR_INIT;

		if (level)
			capture_pack_block(&body, packer, level, 0,
					   of(&lengths),
					   (struct bytes){ raw, sizeof raw });
		else
			capture_put_block(&body, 0, of(&lengths),
					  (struct bytes){ raw, sizeof raw });
		assert_true(capture_get_block(of(&body), &b));
		assert_int_equal(b.packing, level ? CAPTURE_ZSTD : CAPTURE_PLAIN);
		assert_true(capture_unpack(&back, &b));
		assert_int_equal(back.len, sizeof raw);
		assert_memory_equal(back.data, raw, sizeof raw);
		str_release(&body);
		str_release(&back);
	}
	str_release(&lengths);
}

/* A block that does not become smaller is not packed. capture_set(), which
 * builds a record in place, gives the same bytes as capture_put(). */
static void test_record_in_place_equals_one_put(void **state)
{
	struct str raw = STR_INIT, lengths = STR_INIT, packed = STR_INIT;
	struct str put = STR_INIT, body = STR_INIT, set = STR_INIT;
	struct capture_record r = { .type = CAPTURE_DATA, .number = 5 };
	static const char room[CAPTURE_RECORD_HEAD + CAPTURE_BLOCK_HEAD];

	(void)state;
	for (size_t i = 0; i < PAGE; i++)
		str_addc(&raw, (char)next_random());
	capture_add_length(&lengths, PAGE);
	assert_false(capture_pack_block(&packed, packer, 1, 9, of(&lengths),
					of(&raw)));
	assert_int_equal(packed.len, 0);
	capture_put_block(&body, 9, of(&lengths), of(&raw));
	r.body = of(&body);
	capture_put(&put, SEED, 1000, &r);
	str_add(&set, room, sizeof room);
	str_add(&set, raw.data, raw.len);
	str_add(&set, lengths.data, lengths.len);
	capture_set_block(set.data + CAPTURE_RECORD_HEAD, 9, 1, CAPTURE_PLAIN);
	r.body = (struct bytes){ NULL, set.len - CAPTURE_RECORD_HEAD };
	capture_set(set.data, SEED, 1000, &r);
	assert_int_equal(set.len, put.len);
	assert_memory_equal(set.data, put.data, put.len);
	str_release(&raw);
	str_release(&lengths);
	str_release(&body);
	str_release(&put);
	str_release(&set);
}

/* A block states its unpacked size; capture_unpack() must not exceed that,
 * whatever zstd would produce. */
static void test_unpacking_does_not_exceed_stated_size(void **state)
{
	static char zeros[CAPTURE_BLOCK_MAX];
	struct str lengths = STR_INIT, body = STR_INIT, back = STR_INIT;
	struct capture_block b;

	(void)state;
	for (size_t i = 0; i < CAPTURE_BLOCK_MAX / PAGE; i++)
		capture_add_length(&lengths, PAGE);
	assert_true(capture_pack_block(&body, packer, 3, 0, of(&lengths),
				       (struct bytes){ zeros, sizeof zeros }));
	assert_true(body.len < 8192);
	assert_true(capture_get_block(of(&body), &b));
	b.raw = PAGE;
	assert_false(capture_unpack(&back, &b));
	b.raw = CAPTURE_BLOCK_MAX;
	assert_true(capture_unpack(&back, &b));
	/* A piece longer than the rest of the block. */
	body.data[body.len - 3] = 0x20;
	assert_false(capture_get_block(of(&body), &b));
	str_release(&lengths);
	str_release(&body);
	str_release(&back);
}

static void test_implausible_lists_are_rejected(void **state)
{
	static const struct capture_run bad[][2] = {
		{ { 0x2000, 0x1000, 0, 0 }, { 0x3000, 0x4000, 0, 0 } },
		{ { 0x1000, 0x3000, 0, 0 }, { 0x2000, 0x4000, 0, 0 } },
		{ { 0x1000, 0x1000, 0, 0 }, { 0x2000, 0x4000, 0, 0 } },
		{ { 0x1000, 0x2000, 0, 3 }, { 0x2000, 0x4000, 0, 0 } },
		{ { 0x1000, 0x2000, UINT64_MAX, 0 }, { 0x2000, 0x4000, 0, 0 } },
		{ { 0x1000, UINT64_MAX, UINT64_MAX / 2, 0 },
		  { 0x2000, 0x4000, 0, 0 } },
	};
	const struct capture_list head = { .object = 1, .number = 1 };
	struct capture_list l;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct str body = STR_INIT;

		capture_put_list(&body, &head, bad[i], 2);
		assert_false(capture_get_list(of(&body), PAGE, &l));
		body.len--;
		assert_false(capture_get_list(of(&body), PAGE, &l));
		str_release(&body);
	}
}

/* One changed byte loses the head or one record, and no more. */
static void test_changed_byte_loses_one_record(void **state)
{
	struct capture_head head;
	bool whole;

	(void)state;
	for (int i = 0; i < test_times(1000, 100); i++) {
		size_t at = next_random() % file.len;
		char was = file.data[at];

		do
			file.data[at] = (char)next_random();
		while (file.data[at] == was);
		if (at < CAPTURE_HEAD) {
			assert_int_not_equal(capture_get_head(of(&file), &head),
					     CAPTURE_FILE);
		} else {
			assert_int_equal(count_records(file.data, file.len,
						       &whole),
					 RECORDS - 1);
			assert_false(whole);
		}
		file.data[at] = was;
	}
}

/* A file truncated at any length yields all its complete records. The
 * sanitizers report any read beyond the end. */
static void test_truncated_file_keeps_complete_records(void **state)
{
	struct capture_head head;
	bool whole;

	(void)state;
	for (size_t n = 0; n < file.len; n += (size_t)test_times(1, 31)) {
		char *copy = malloc(n ? n : 1);
		size_t records = 0;

		assert_non_null(copy);
		memcpy(copy, file.data, n);
		if (n < CAPTURE_HEAD) {
			assert_int_not_equal(CAPTURE_FILE, capture_get_head(
					(struct bytes){ copy, n }, &head));
			free(copy);
			continue;
		}
		while (begins[records + 1] <= n)
			records++;
		assert_int_equal(count_records(copy, n, &whole), records);
		assert_int_equal(whole, n == begins[records]);
		free(copy);
	}
}

/* A record copied from a program's memory must not pass for one of the file:
 * seed and position are checked. */
static void test_record_elsewhere_is_rejected(void **state)
{
	struct capture_record r;
	struct bytes one = { file.data + begins[3], begins[4] - begins[3] };

	(void)state;
	assert_int_equal(capture_get(one, SEED, begins[3], &r), CAPTURE_RECORD);
	assert_int_equal(capture_get(one, SEED, begins[3] + 8, &r), CAPTURE_BAD);
	assert_int_equal(capture_get(one, SEED + 1, begins[3], &r), CAPTURE_BAD);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_records_are_read_back),
		cmocka_unit_test(test_bodies_of_records_are_read_back),
		cmocka_unit_test(test_packed_blocks_are_read_back),
		cmocka_unit_test(test_record_in_place_equals_one_put),
		cmocka_unit_test(test_unpacking_does_not_exceed_stated_size),
		cmocka_unit_test(test_implausible_lists_are_rejected),
		cmocka_unit_test(test_changed_byte_loses_one_record),
		cmocka_unit_test(test_truncated_file_keeps_complete_records),
		cmocka_unit_test(test_record_elsewhere_is_rejected),
	};

	return cmocka_run_group_tests(tests, make_file, drop_file);
}
