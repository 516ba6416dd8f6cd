/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A perf ring built here, valid and hostile, and the records in it. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <linux/perf_event.h>

#include "parse/ring/perfrecord.h"
#include "sys/ring/perf.h"

#define PAGE 4096
#define SIZE 4096

struct sample {
	struct perfrecord_head head;
	uint64_t id, ip;
	uint32_t pid, tid;
	uint64_t time, addr;
};

struct lost {
	struct perfrecord_head head;
	uint64_t id, lost;
	uint32_t pid, tid;
	uint64_t time, trailer_id;
};

/* Parses with the format that mmtop requests from the kernel. */
static bool parse_own(struct bytes b, struct perfrecord *r)
{
	return perfrecord_parse(b, &perfrecord_own, r);
}

static struct {
	_Alignas(8) unsigned char bytes[PAGE + SIZE];
	struct perfring r;
} t;

static struct perf_event_mmap_page *control(void)
{
	return (struct perf_event_mmap_page *)(void *)t.bytes;
}

static void begin(uint64_t at)
{
	memset(t.bytes, 0xee, sizeof t.bytes);
	memset(t.bytes, 0, sizeof(struct perf_event_mmap_page));
	control()->data_offset = PAGE;
	control()->data_size = SIZE;
	control()->data_head = control()->data_tail = at;
	assert_int_equal(perfring_init(&t.r, t.bytes, sizeof t.bytes), 0);
}

/* Writes like the kernel does, wrapping at the end. */
static void write_record(const void *record, size_t n)
{
	uint64_t head = control()->data_head;

	for (size_t i = 0; i < n; i++)
		t.bytes[PAGE + (head + i) % SIZE] =
			((const unsigned char *)record)[i];
	control()->data_head = head + n;
}

static struct sample sample_of(uint64_t i)
{
	return (struct sample){
		.head = { PERFRECORD_SAMPLE, 2, sizeof(struct sample) },
		.id = 7, .ip = 0x1000 + i, .pid = 41, .tid = 42,
		.time = 100 + i, .addr = i << 12,
	};
}

static void test_records_are_read_across_the_end(void **state)
{
	unsigned char buf[128];
	struct perfrecord r;
	uint64_t told = 0;
	size_t n;

	(void)state;
	/* 4096 is not a multiple of 48: the end splits records at various
	 * offsets. */
	begin(UINT64_MAX - 100);
	for (uint64_t i = 0; i < 3000; i++) {
		struct sample s = sample_of(i);

		write_record(&s, sizeof s);
		if (i % 7)
			continue;
		perfring_look(&t.r);
		while (perfring_take(&t.r, buf, sizeof buf, &n)) {
			assert_int_equal(n, sizeof s);
			assert_true(parse_own((struct bytes){ buf, n },
						     &r));
			assert_int_equal(r.type, PERFRECORD_SAMPLE);
			assert_int_equal(r.ip, 0x1000 + told);
			assert_int_equal(r.addr, told << 12);
			assert_int_equal(r.time, 100 + told);
			assert_int_equal(r.pid, 41);
			assert_int_equal(r.tid, 42);
			assert_int_equal(r.id, 7);
			assert_false(r.kernel);
			told++;
		}
		perfring_release_read(&t.r);
		assert_int_equal(control()->data_tail, control()->data_head);
	}
	assert_int_equal(told, 2997 / 7 * 7 + 1);
	assert_int_equal(t.r.broken, 0);
}

static void test_long_record_is_cut_to_the_buffer(void **state)
{
	unsigned char record[1024], buf[64];
	struct perfrecord_head head = { 10, 2, sizeof record };
	struct sample s = sample_of(1);
	size_t n;

	(void)state;
	begin(SIZE - 500);
	memset(record, 'x', sizeof record);
	memcpy(record, &head, sizeof head);
	write_record(record, sizeof record);
	write_record(&s, sizeof s);
	assert_int_equal(perfring_look(&t.r), sizeof record + sizeof s);
	memset(buf, 0, sizeof buf);
	assert_true(perfring_take(&t.r, buf, 32, &n));
	assert_int_equal(n, sizeof record);
	assert_memory_equal(buf, record, 32);
	assert_int_equal(buf[32], 0);
	assert_true(perfring_take(&t.r, buf, sizeof buf, &n));
	assert_memory_equal(buf, &s, sizeof s);
	assert_false(perfring_take(&t.r, buf, sizeof buf, &n));
}

/* Whatever an invalid ring contains, all data up to the head is dropped,
 * once. */
static void test_hostile_ring_is_dropped_to_its_head(void **state)
{
	static const struct {
		uint64_t used;
		uint16_t size;
	} cases[] = {
		{ 48, 0 }, { 48, 7 }, { 48, 49 }, { 48, UINT16_MAX },
		{ 4, 48 }, { SIZE + 8, 48 }, { UINT64_MAX, 48 },
		{ UINT64_MAX / 2, 48 },
	};
	unsigned char buf[128];
	size_t n;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct sample s = sample_of(1);

		begin(4000);
		s.head.size = cases[i].size;
		write_record(&s, sizeof s);
		control()->data_head = 4000 + cases[i].used;
		perfring_look(&t.r);
		assert_false(perfring_take(&t.r, buf, sizeof buf, &n));
		assert_int_equal(t.r.broken, 1);
		assert_false(perfring_take(&t.r, buf, sizeof buf, &n));
		assert_int_equal(t.r.broken, 1);
		perfring_release_read(&t.r);
		assert_int_equal(control()->data_tail, control()->data_head);
		/* Later records are read again. */
		s = sample_of(2);
		write_record(&s, sizeof s);
		perfring_look(&t.r);
		assert_true(perfring_take(&t.r, buf, sizeof buf, &n));
		assert_memory_equal(buf, &s, sizeof s);
	}
}

static void test_implausible_layout_is_rejected(void **state)
{
	static const struct { uint64_t offset, size; } bad[] = {
		{ PAGE, SIZE + 1 }, { PAGE, SIZE * 2 }, { PAGE + 1, SIZE },
		{ UINT64_MAX, SIZE }, { UINT64_MAX - SIZE + 2, SIZE },
		{ PAGE, UINT64_MAX }, { 0, UINT64_C(1) << 63 },
	};
	struct perfring r;

	(void)state;
	begin(0);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		control()->data_offset = bad[i].offset;
		control()->data_size = bad[i].size;
		assert_int_not_equal(perfring_init(&r, t.bytes,
						   sizeof t.bytes), 0);
	}
}

static void test_random_ring_is_harmless(void **state)
{
	unsigned char buf[128];
	struct perfrecord r;
	size_t n;

	(void)state;
	srandom(1);
	begin(0);
	for (int i = 0; i < 20000; i++) {
		for (size_t k = PAGE; k < sizeof t.bytes; k += 61)
			t.bytes[k] = (unsigned char)random();
		control()->data_head += (uint64_t)random() % (SIZE + 200);
		perfring_look(&t.r);
		while (perfring_take(&t.r, buf, sizeof buf, &n))
			(void)parse_own((struct bytes){
				buf, n < sizeof buf ? n : sizeof buf }, &r);
		perfring_release_read(&t.r);
	}
	assert_int_equal(control()->data_tail, control()->data_head);
}

static void test_lost_and_sample_records_are_parsed(void **state)
{
	struct sample s = sample_of(3);
	struct lost l = {
		.head = { PERFRECORD_LOST, 0, sizeof l }, .id = 9,
		.lost = 3659, .pid = UINT32_MAX, .tid = UINT32_MAX,
		.time = 77, .trailer_id = 9,
	};
	struct perfrecord r;

	(void)state;
	assert_true(parse_own((struct bytes){ &l, sizeof l }, &r));
	assert_int_equal(r.type, PERFRECORD_LOST);
	assert_int_equal(r.lost, 3659);
	assert_int_equal(r.time, 77);
	assert_int_equal(r.id, 9);

	s.head.misc = 1;
	assert_true(parse_own((struct bytes){ &s, sizeof s }, &r));
	assert_true(r.kernel);
	/* A thread that has already exited. */
	s.pid = UINT32_MAX;
	assert_false(parse_own((struct bytes){ &s, sizeof s }, &r));
	/* Every length except its own, with no bytes after it. */
	for (uint16_t n = 0; n < sizeof s; n++) {
		void *copy = malloc(n ? n : 1);

		s = sample_of(3);
		s.head.size = n;
		memcpy(copy, &s, n);
		assert_false(parse_own((struct bytes){ copy, n }, &r));
		l.head.size = n;
		memcpy(copy, &l, n);
		assert_false(parse_own((struct bytes){ copy, n }, &r));
		free(copy);
	}
	s = sample_of(3);
	s.head.type = 11;
	assert_false(parse_own((struct bytes){ &s, sizeof s }, &r));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_records_are_read_across_the_end),
		cmocka_unit_test(test_long_record_is_cut_to_the_buffer),
		cmocka_unit_test(test_hostile_ring_is_dropped_to_its_head),
		cmocka_unit_test(test_implausible_layout_is_rejected),
		cmocka_unit_test(test_random_ring_is_harmless),
		cmocka_unit_test(test_lost_and_sample_records_are_parsed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
