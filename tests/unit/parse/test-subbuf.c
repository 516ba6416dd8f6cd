/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sub-buffers of the trace ring: built here, hostile, and written by a kernel;
 * and the events in them. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "parse/ring/subbuf.h"
#include "parse/ring/tracerecord.h"

#define BIG (64 * 1024)

static const struct subbuf_layout layout = { 8, 8, 16 };

static struct {
	_Alignas(8) unsigned char bytes[BIG];
	size_t size, end;
} page;

static void put_u64(size_t at, uint64_t n)
{
	memcpy(page.bytes + at, &n, sizeof n);
}

static void put_u32(uint32_t n)
{
	memcpy(page.bytes + 16 + page.end, &n, sizeof n);
	page.end += sizeof n;
}

static void begin(size_t size, uint64_t time)
{
	memset(page.bytes, 0xee, sizeof page.bytes);
	page.size = size;
	page.end = 0;
	put_u64(0, time);
}

/* Commits the events so far, with `flags` in the commit word. */
static struct subbuf committed(uint64_t flags)
{
	struct subbuf sb;

	put_u64(8, page.end | flags);
	assert_true(subbuf_begin(&sb, &layout, (struct bytes){ page.bytes,
							       page.size }));
	return sb;
}

/* An event of n words with the value i. */
static void put_event(uint32_t delta, uint32_t words, uint32_t i)
{
	if (words <= 28) {
		put_u32(delta << 5 | words);
	} else {
		put_u32(delta << 5);
		put_u32(4 * words + 4);
	}
	for (uint32_t k = 0; k < words; k++)
		put_u32(i);
}

static void assert_event(struct subbuf *sb, uint64_t time, size_t words,
			 uint32_t i)
{
	struct subbuf_event ev;

	assert_true(subbuf_next(sb, &ev));
	assert_int_equal(ev.time, time);
	assert_int_equal(ev.payload.len, 4 * words);
	for (size_t k = 0; k < words; k++)
		assert_memory_equal((const char *)ev.payload.data + 4 * k, &i,
				    sizeof i);
}

static void assert_end(struct subbuf *sb, bool broken)
{
	struct subbuf_event ev;

	assert_false(subbuf_next(sb, &ev));
	assert_int_equal(sb->broken, broken);
}

static void test_pages_of_4_and_64_kib_are_read(void **state)
{
	static const size_t sizes[] = { 4096, BIG };

	(void)state;
	for (size_t k = 0; k < 2; k++) {
		uint64_t time = 1000;
		uint32_t n = 0;
		struct subbuf sb;

		begin(sizes[k], time);
		while (page.end + 4 * 32 < sizes[k] - 16)
			put_event(3, 1 + n % 30, n), n++;
		sb = committed(0);
		for (uint32_t i = 0; i < n; i++)
			assert_event(&sb, time += 3, 1 + i % 30, i);
		assert_end(&sb, false);
		assert_true(n > sizes[k] / 128);
	}
}

/* A time extension, a discarded event, an absolute time, and the padding that
 * ends a page. */
static void test_time_extension_stamp_and_padding(void **state)
{
	struct subbuf sb;

	(void)state;
	begin(4096, (UINT64_C(1) << 60) + 5);
	put_event(1, 2, 1);
	put_u32(30 | 7 << 5);
	put_u32(3);			/* 3 << 27, plus 7 */
	put_event(2, 2, 2);
	put_u32(29 | 4 << 5);		/* discarded: 4 + 12 bytes */
	put_u32(12);
	put_u32(0xdead);
	put_u32(0xdead);
	put_event(0, 2, 3);
	put_u32(31 | 9u << 5);
	put_u32(1);			/* 1 << 27, plus 9: the low 59 bits */
	put_event(0, 2, 4);
	put_u32(29);
	put_u32(0xdead);
	sb = committed(0);
	assert_event(&sb, (UINT64_C(1) << 60) + 6, 2, 1);
	assert_event(&sb, (UINT64_C(1) << 60) + 15 + (3ull << 27), 2, 2);
	assert_event(&sb, (UINT64_C(1) << 60) + 19 + (3ull << 27), 2, 3);
	assert_event(&sb, (UINT64_C(1) << 60) + 9 + (1ull << 27), 2, 4);
	assert_end(&sb, false);
}

static void test_missed_events_are_counted(void **state)
{
	struct subbuf sb;

	(void)state;
	begin(4096, 0);
	put_event(1, 1, 1);
	put_u64(16 + page.end, 2550);
	/* As the kernel stores it: sign-extended. */
	sb = committed(UINT64_C(0xffffffffc0000000));
	assert_true(sb.missed);
	assert_int_equal(sb.missed_count, 2550);
	assert_event(&sb, 1, 1, 1);
	assert_end(&sb, false);
	sb = committed(UINT64_C(0xffffffff80000000));
	assert_true(sb.missed);
	assert_int_equal(sb.missed_count, 0);
	sb = committed(1u << 30);
	assert_false(sb.missed);
	/* No room for the count after the data. */
	page.end = 4096 - 16;
	sb = committed(3u << 30);
	assert_int_equal(sb.missed_count, 0);
}

/* The kernel still writes to the sub-buffer that is being read. */
static void test_growing_sub_buffer_is_read_on(void **state)
{
	struct subbuf sb;
	size_t first;

	(void)state;
	begin(4096, 100);
	put_event(1, 2, 1);
	first = page.end;
	put_event(1, 2, 2);
	sb = committed(0);
	subbuf_limit(&sb, first);
	assert_event(&sb, 101, 2, 1);
	assert_end(&sb, false);
	subbuf_limit(&sb, page.end);
	assert_event(&sb, 102, 2, 2);
	assert_end(&sb, false);
	subbuf_limit(&sb, first);
	assert_end(&sb, true);
}

static void test_hostile_sub_buffers_are_broken(void **state)
{
	struct subbuf sb;

	(void)state;
	/* The commit word exceeds the page. */
	begin(4096, 0);
	page.end = 4081;
	sb = committed(0);
	assert_end(&sb, true);
	/* An event, or its first word, is longer than the data. */
	begin(4096, 0);
	put_event(1, 3, 1);
	page.end -= 4;
	sb = committed(0);
	assert_end(&sb, true);
	page.end = 3;
	sb = committed(0);
	assert_end(&sb, true);
	/* A length smaller than its own word, or one that overflows. */
	for (uint32_t n = 0; n < 4; n++) {
		begin(4096, 0);
		put_u32(1 << 5);
		put_u32(n < 3 ? n : UINT32_MAX);
		put_u32(0);
		sb = committed(0);
		assert_end(&sb, true);
	}
	/* The second word is missing. */
	for (uint32_t type = 30; type < 32; type++) {
		begin(4096, 0);
		put_u32(type);
		sb = committed(0);
		assert_end(&sb, true);
	}
	sb = committed(0);
	subbuf_limit(&sb, 5000);
	assert_end(&sb, true);
	assert_false(subbuf_begin(&sb, &layout, (struct bytes){ page.bytes,
								15 }));
}

static void test_layout_is_parsed(void **state)
{
	static const char wide[] =
		"\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
		"\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
		"\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
		"\tfield: char data;\toffset:16;\tsize:4080;\tsigned:0;\n";
	static const char narrow[] =
		"\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
		"\tfield: local_t commit;\toffset:8;\tsize:4;\tsigned:1;\n"
		"\tfield: char data;\toffset:12;\tsize:4084;\tsigned:0;\n";
	struct subbuf_layout l;

	(void)state;
	assert_true(subbuf_layout_parse((struct bytes){ wide,
							sizeof wide - 1 },
					&l));
	assert_memory_equal(&l, &layout, sizeof l);
	assert_true(subbuf_layout_parse((struct bytes){ narrow,
							sizeof narrow - 1 },
					&l));
	assert_int_equal(l.commit_size, 4);
	assert_int_equal(l.data_at, 12);
	for (size_t n = 0; n < sizeof wide - 40; n += 7)
		assert_false(subbuf_layout_parse((struct bytes){ wide, n },
						 &l));
}

/* --- events --------------------------------------------------------------- */

static const struct trace_format exec_format = {
	.kind = TRACE_EXEC, .id = 365,
	.fields = {
		[TRACE_EXEC_OLD] = { .at = 16, .size = 4, .is_signed = true },
		[TRACE_EXEC_FILE] = { .at = 8, .size = 4, .is_text = true },
	},
};

static bool parse_record(struct bytes payload, const struct trace_format *format,
			 struct trace_record *out)
{
	struct trace_format ready = *format;

	trace_format_ready(&ready);
	return trace_record_parse(payload, &ready, out);
}

static void test_record_text_must_lie_within(void **state)
{
	unsigned char raw[32] = { 0 };
	struct bytes payload = { raw, sizeof raw };
	const uint16_t id = 365;
	const int32_t tid = 41, old = -2;
	const uint32_t loc = 20 | 9u << 16, lies = 24 | 9u << 16;
	struct trace_record r;

	(void)state;
	memcpy(raw, &id, sizeof id);
	memcpy(raw + 4, &tid, sizeof tid);
	memcpy(raw + 8, &loc, sizeof loc);
	memcpy(raw + 16, &old, sizeof old);
	memcpy(raw + 20, "/bin/true", 9);
	assert_int_equal(trace_record_id(payload), 365);
	assert_true(parse_record(payload, &exec_format, &r));
	assert_int_equal(r.kind, TRACE_EXEC);
	assert_int_equal(r.tid, 41);
	assert_int_equal((int64_t)r.v[TRACE_EXEC_OLD], -2);
	assert_int_equal(r.text.len, 9);
	assert_memory_equal(r.text.data, "/bin/true", 9);
	/* Text beyond the payload; a truncated payload; another event's ID. */
	memcpy(raw + 8, &lies, sizeof lies);
	assert_false(parse_record(payload, &exec_format, &r));
	memcpy(raw + 8, &loc, sizeof loc);
	for (size_t n = 0; n < 29; n++) {
		payload.len = n;
		assert_false(parse_record(payload, &exec_format, &r));
	}
	payload.len = sizeof raw;
	raw[0]++;
	assert_false(parse_record(payload, &exec_format, &r));
	assert_int_equal(trace_record_id((struct bytes){ raw, 1 }), -1);
}

/* --- one event of each kind, as a kernel wrote it ------------------------- */

#include "tracerecord-kernel.h"

static void test_kernel_events_of_each_kind(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof recorded / sizeof *recorded; i++) {
		const struct recorded *k = &recorded[i];
		struct bytes payload = { k->payload, k->size };
		struct trace_record r;

		assert_int_equal(trace_record_id(payload), k->format.id);
		assert_true(parse_record(payload, &k->format, &r));
		assert_int_equal(r.kind, k->format.kind);
		assert_int_equal(r.tid, RECORDED_TID);
		assert_memory_equal(r.v, k->v, sizeof r.v);
		/* Too short for the last field. */
		for (payload.len = 0; payload.len < 12; payload.len++)
			assert_false(parse_record(payload, &k->format,
							&r));
	}
}

/* --- a sub-buffer that a kernel wrote ------------------------------------- */

#include "subbuf-kernel.h"

static const struct trace_format munmap_format = {
	.kind = TRACE_ENTER, .id = KERNEL_ID,
	.fields = {
		[TRACE_CALL_NR] = { .at = 8, .size = 4, .is_signed = true },
		[TRACE_CALL_ARG] = { .at = 16, .size = 8 },
		[TRACE_CALL_ARG + 1] = { .at = 24, .size = 8 },
	},
};

/* Compares with the kernel's own text form of the same events (Linux 6.18). */
static void test_kernel_sub_buffer_equals_its_text(void **state)
{
	struct subbuf_event ev;
	struct subbuf sb;
	size_t n = 0;

	(void)state;
	assert_true(subbuf_begin(&sb, &layout,
				 (struct bytes){ kernel_page,
						 sizeof kernel_page }));
	for (; subbuf_next(&sb, &ev); n++) {
		struct trace_record r;

		assert_true(n < sizeof kernel_text / sizeof *kernel_text);
		assert_true(parse_record(ev.payload, &munmap_format, &r));
		assert_int_equal(r.tid, KERNEL_TID);
		assert_int_equal(r.v[TRACE_CALL_NR], 11);
		assert_int_equal(r.v[TRACE_CALL_ARG], kernel_text[n].addr);
		assert_int_equal(r.v[TRACE_CALL_ARG + 1], kernel_text[n].len);
		assert_in_range(ev.time, 1000 * kernel_text[n].us - 999,
				1000 * kernel_text[n].us + 999);
	}
	assert_false(sb.broken);
	assert_int_equal(n, sizeof kernel_text / sizeof *kernel_text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pages_of_4_and_64_kib_are_read),
		cmocka_unit_test(test_time_extension_stamp_and_padding),
		cmocka_unit_test(test_missed_events_are_counted),
		cmocka_unit_test(test_growing_sub_buffer_is_read_on),
		cmocka_unit_test(test_hostile_sub_buffers_are_broken),
		cmocka_unit_test(test_layout_is_parsed),
		cmocka_unit_test(test_record_text_must_lie_within),
		cmocka_unit_test(test_kernel_events_of_each_kind),
		cmocka_unit_test(test_kernel_sub_buffer_equals_its_text),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
