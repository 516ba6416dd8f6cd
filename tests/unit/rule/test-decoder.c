/* SPDX-License-Identifier: GPL-3.0-or-later */
/* T18: layouts and scripts decode bytes, wrong ones are reported, and each ends
 * in bounded time. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "../../support/slow.h"
#include "base/alloc.h"
#include "base/str.h"
#include "rule/decoder.h"
#include "ui/pane/decoded_words.h"
#include "ui/pane/rule_words.h"

static struct decoder_input input(const void *raw, size_t n)
{
	return (struct decoder_input){
		.raw = raw, .n = n, .address = 0x7f0000001000, .size = 0x10000,
		.offset = 0x40, .number = 3, .time_ns = 1500000000,
		.name = { "/dev/shm/queue", 14 },
	};
}

/* "name: value|" for each line; "+" if lines were omitted. */
static void describe(struct str *out, const struct decoded *d)
{
	str_clear(out);
	if (d->error.fault)
		str_addf(out, "%d:", d->error.line);
	rule_words(out, &d->error, false);
	for (size_t i = 0; i < d->lines.n; i++) {
		decoded_words(out, &d->lines.v[i]);
		str_addc(out, '|');
	}
	if (d->cut)
		str_addc(out, '+');
}

static void check(const struct decoded *d, const char *about,
		  const char *want)
{
	struct str got = STR_INIT;

	describe(&got, d);
	if (strcmp(got.data, want))
		fail_msg("%s:\n%s, not\n%s", about, got.data, want);
	str_release(&got);
}

/* --- layouts -------------------------------------------------------------- */

/* The bytes 1, 2, 3 ..., with values for signed and other types from 0x20. */
static void make_bytes(uint8_t raw[64])
{
	const double number = -0.1;
	const float single = 1.5f;

	for (size_t i = 0; i < 64; i++)
		raw[i] = (uint8_t)(i + 1);
	memset(raw + 0x20, 0xff, 8);
	memcpy(raw + 0x28, &number, 8);
	memcpy(raw + 0x30, &single, 4);
	memcpy(raw + 0x34, "ab\0c\0\0", 6);
	raw[0x3a] = 1;
	raw[0x3b] = 0;
	raw[0x3c] = 7;
	raw[0x3d] = 0x1b;
	raw[0x3e] = 0;
}

static void lay(const char *text, const char *want)
{
	uint8_t raw[64];
	struct decoder_input in = input(raw, sizeof raw);
	struct decoded d = { .ascii = false };
	struct rule_error e;
	struct field_layout *l = layout_new(text, &e);

	make_bytes(raw);
	if (!l)
		fail_msg("%s: fault %d", text, e.layout);
	decoder_layout(l, &in, &d);
	check(&d, text, want);
	decoded_release(&d);
	layout_free(l);
}

static void layouts_decode_bytes(void **state)
{
	(void)state;
	lay("le u8 a; le u16 b; le u32 c; le u64 d",
	    "a: 1 (0x1)|b: 1027 (0x403)|c: 134678021 (0x8070605)|"
	    "d: 1157159078456920585 (0x100f0e0d0c0b0a09)|");
	lay("be u16 a\nbe u32 b", "a: 258 (0x102)|b: 84281096 (0x5060708)|");
	lay("be;u16 a;u16 b;le;u16 c;be u16 d;u16 e",
	    "a: 258 (0x102)|b: 772 (0x304)|c: 1541 (0x605)|d: 1800 (0x708)|"
	    "e: 2569 (0xa09)|");
	lay("packed; le u8 a; le u32 b; le u16 c",
	    "a: 1 (0x1)|b: 84148994 (0x5040302)|c: 1798 (0x706)|");
	lay("s8 a @0x20; s16 b @0x20; i32 c @0x20; int64_t d @32; u8 e",
	    "a: -1 (0xff)|b: -1 (0xffff)|c: -1 (0xffffffff)|"
	    "d: -1 (0xffffffffffffffff)|e: 154 (0x9a)|");
	lay("double a @0x28; f32 b", "a: -0.1|b: 1.5|");
	lay("char text[6] @0x34; bool yes; bool no; bool odd; char esc; char z",
	    "text: \"ab\\x00c\"|yes: true|no: false|odd: 7 (0x7)|"
	    "esc: '\\x1b' (0x1b)|z: '\\x00' (0x0)|");
	lay("bytes key[4]; le u16 row[2][2]; char word[2][3] @0x34",
	    "key: 01 02 03 04|row[0][0]: 1541 (0x605)|row[0][1]: 2055 (0x807)|"
	    "row[1][0]: 2569 (0xa09)|row[1][1]: 3083 (0xc0b)|"
	    "word[0]: \"ab\"|word[1]: \"c\"|");
	lay("le ptr next; le ptr32 low",
	    "next: 0x807060504030201|low: 0xc0b0a09|");
	lay("le sem lock", "lock.value: 67305985 (0x4030201)|"
	    "lock.waiters: 134678021 (0x8070605)|");
	lay("le sem32 lock", "lock.value: 33652992 (0x2018100)|"
	    "lock.waiters: 269422093 (0x100f0e0d)|");
	lay("u8 _pad[3]; u8 a", "a: 4 (0x4)|");
	/* Elements past the end are reported, those of an array only once. */
	lay("u8 a @62; u16 b; u8 c @63; u8 d[70] @62",
	    "a: 0 (0x0)|b: past the end|c: 64 (0x40)|d[0]: 0 (0x0)|"
	    "d[1]: 64 (0x40)|d[2]: past the end|");
	lay("u64 far @0xffffffff; char long[1000000000000]",
	    "far: past the end|long: past the end|");
	/* Elements are aligned as by the compiler. */
	lay("u8 a; sem lock; u8 b", "a: 1 (0x1)|"
	    "lock.value: 202050057 (0xc0b0a09)|"
	    "lock.waiters: 269422093 (0x100f0e0d)|b: 154 (0x9a)|");
}

static void wrong(const char *text, const char *want)
{
	struct rule_error e;
	struct str got = STR_INIT;

	if (layout_new(text, &e))
		fail_msg("%s: no error", text);
	assert_int_equal(e.fault, RULE_LAYOUT);
	str_addf(&got, "%d:", e.line);
	rule_words(&got, &e, false);
	if (strcmp(got.data, want))
		fail_msg("%s:\n%s, not\n%s", text, got.data, want);
	str_release(&got);
}

static void wrong_layouts_are_reported(void **state)
{
	struct str many = STR_INIT;

	(void)state;
	wrong("", "0:it has no elements");
	wrong(" ;\n; packed; be", "0:it has no elements");
	wrong("u32 a\nu33 b", "2:element u33 b: a type must come first "
	      "(did you mean u32?)");
	wrong("u32 a;  b c ", "1:element b c: a type must come first");
	wrong("be", "0:it has no elements");
	wrong("u32", "1:element u32: a name must follow the type");
	wrong("u32 5", "1:element u32 5: a name must follow the type");
	wrong("packed u32 a", "1:element packed u32 a: unexpected text "
	      "in it");
	wrong("u32 a b", "1:element u32 a b: unexpected text in it");
#define NO_LENGTH "each [ ] needs a number >= 1; at most three [ ]"
	wrong("u32 a[0]", "1:element u32 a[0]: " NO_LENGTH);
	wrong("u32 a[", "1:element u32 a[: " NO_LENGTH);
	wrong("u32 a[x]", "1:element u32 a[x]: " NO_LENGTH);
	wrong("u32 a[-1]", "1:element u32 a[-1]: " NO_LENGTH);
	wrong("u32 a[1][1][1][1]", "1:element u32 a[1][1][1][1]: "
	      NO_LENGTH);
	wrong("u32 a[99999999999999999999]",
	      "1:element u32 a[99999999999999999999]: " NO_LENGTH);
	wrong("u32 a @", "1:element u32 a @: a number of bytes must "
	      "follow the @");
	wrong("u32 a @-1", "1:element u32 a @-1: a number of bytes must "
	      "follow the @");
	wrong("u32 a[1000000000000]", "1:element u32 a[1000000000000]: "
	      "it is beyond 1 TiB");
	wrong("u8 a[1000000][1000000][1000000]", "1:element u8 "
	      "a[1000000][1000000][1000000]: it is beyond 1 TiB");
	/* Pasted text is untrusted. */
	wrong("\033[31m", "1:element \\x1b[31m: a type must come first");
	for (int i = 0; i <= LAYOUT_ELEMENTS; i++)
		str_adds(&many, "u8 a;");
	wrong(many.data, "1:element u8 a: more than 256 "
	      "elements");
	str_release(&many);
}

/* Unknown bytes are 0 in `raw` and must not be shown as 0. */
static void unknown_bytes_are_not_shown_as_zero(void **state)
{
	static const uint8_t raw[64];
	const struct page_range none = { 0x7f0000001048, 0x7f0000001050 };
	struct decoder_input in = input(raw, sizeof raw);
	struct decoded d = { .ascii = false };
	struct rule_error e;
	struct field_layout *l = layout_new("u64 a[3]", &e);

	(void)state;
	in.unknown = &none;
	in.n_unknown = 1;
	decoder_layout(l, &in, &d);
	check(&d, "unknown", "a[0]: 0 (0x0)|a[1]: unknown|a[2]: 0 (0x0)|");
	decoded_release(&d);
	layout_free(l);
}

static void lines_have_offset_and_length(void **state)
{
	uint8_t raw[64];
	struct decoder_input in = input(raw, sizeof raw);
	struct decoded d = { .ascii = true };
	struct rule_error e;
	struct field_layout *l = layout_new("u8 a; le ptr p; u32 far @64", &e);

	(void)state;
	make_bytes(raw);
	assert_int_equal(layout_size(l), 68);
	decoder_layout(l, &in, &d);
	assert_int_equal(d.lines.n, 3);
	assert_int_equal(d.lines.v[1].kind, DECODED_POINTER);
	assert_true(d.lines.v[1].number == 0x100f0e0d0c0b0a09);
	assert_true(d.lines.v[1].at == 8 && d.lines.v[1].n == 8);
	assert_int_equal(d.lines.v[2].kind, DECODED_PAST_END);
	assert_true(d.lines.v[2].n == 0);
	decoded_release(&d);
	layout_free(l);
}

/* Lines are limited in number and length. */
static void lines_are_limited(void **state)
{
	uint8_t *raw = xcalloc(1, DECODER_RAW);
	struct decoder_input in = input(raw, DECODER_RAW);
	struct decoded d = { .ascii = false };
	struct rule_error e;
	struct field_layout *l = layout_new("u8 a[1000000]", &e);

	(void)state;
	decoder_layout(l, &in, &d);
	assert_int_equal(d.lines.n, DECODED_LINES);
	assert_true(d.cut);
	layout_free(l);
	memset(raw, 1, DECODER_RAW);
	l = layout_new("bytes a[1000000]; char b[100000] @0", &e);
	decoder_layout(l, &in, &d);
	assert_int_equal(d.lines.n, 2);
	assert_true(d.cut);
	assert_true(strlen(d.lines.v[0].value) <= DECODED_LINE);
	assert_true(strlen(d.lines.v[1].value) <= 4 * DECODED_LINE);
	layout_free(l);
	decoded_text(&d, raw, DECODER_RAW);
	assert_int_equal(d.lines.n, 1);
	assert_true(d.cut);
	memset(raw, '\n', DECODER_RAW);
	decoded_text(&d, raw, DECODER_RAW);
	assert_int_equal(d.lines.n, DECODED_LINES);
	assert_true(d.cut);
	decoded_release(&d);
	free(raw);
}

static void text_is_split_into_safe_lines(void **state)
{
	static const char text[] = "a\tb\r\n\n\033[2Jx\303\251\xff\t.\nend";
	struct decoded d = { .ascii = false };

	(void)state;
	decoded_text(&d, text, sizeof text - 1);
	check(&d, "text", "a       b||\\x1b[2Jx\303\251\\xff        .|end|");
	d.ascii = true;
	decoded_text(&d, "\303\251", 2);
	check(&d, "ascii", "\\u{00E9}|");
	decoded_text(&d, "", 0);
	check(&d, "nothing", "");
	decoded_release(&d);
}

/* --- scripts -------------------------------------------------------------- */

static uint64_t cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void script(const char *text, const char *want)
{
	uint8_t raw[64];
	struct decoder_input in = input(raw, sizeof raw);
	struct decoded d = { .ascii = false };
	uint64_t begin = cpu_ns();

	make_bytes(raw);
	decoder_lua(text, strlen(text), &in, &d);
	check(&d, text, want);
	assert_true(cpu_ns() - begin < DEADLINE_NS);
	decoded_release(&d);
}

static void scripts_decode_bytes(void **state)
{
	(void)state;
	script("result = #raw", "64|");
	script("result = raw:byte(1) + 0.5", "1.5|");
	script("result = raw:sub(53, 56)", "ab\\x00c|");
	script("result = 'one\\ntwo\\tx'", "one|two     x|");
	script("result = raw == ''", "false|");
	script("local a, b = ('<I2I4'):unpack(raw) "
	       "result = { { 'b', b }, { 'a', a } }",
	       "b: 100992003|a: 513|");
	script("result = { tail = 2, head = 1, 'first', 3, queue = { a = 'x', "
	       "{ 'y', true } } }",
	       "first|3|head: 1|queue.y: true|queue.a: x|tail: 2|");
	script("result = { f = print, g = tostring }", "g: function|");
	script("result = {}", "");
	script("result = { region.name, region.address, region.address_hex, "
	       "region.size, region.offset, frame.number, frame.time, "
	       "frame.live, frame.unknown }",
	       "/dev/shm/queue|139637976731648|0x7f0000001000|65536|64|3|1.5|"
	       "false|0|");
	script("result = starts(region.name, '/dev') and "
	       "matches(region.name, 'q.*e$') and 2*KiB", "2048|");
	/* Variables of one run do not exist in the next. */
	script("seen = (seen or 0) + 1 raw = 'x' region.name = 5 "
	       "result = seen", "1|");
}

static void wrong_scripts_are_reported(void **state)
{
	(void)state;
	script("", "0:it has no result");
	script("local result = 5", "0:it has no result");
	script("result = print or tostring",
	       "0:its result is a function, which cannot be shown");
	script("\n\nresult = = 1",
	       "3:syntax error: unexpected symbol near '='");
	script("result = 1\nerror('no queue')", "2:it fails: no queue");
	script("\nresult = raw.x.y",
	       "2:it fails: attempt to index a nil value (field 'x')");
	script("while true do end", "0:it takes too long");
	/* On an emulated machine the time limit may be reached first. */
	if (test_slow() <= 4)
		script("result = {} for i = 1, 1e9 do result[i] = {} end",
		       "0:it takes too much memory");
	script("os.exit(1)", "1:it fails: attempt to index a nil value (global "
	       "'os')");
	script("result = string.unpack('<I8', raw, 60)",
	       "1:it fails: bad argument #2 to 'unpack' (data string too "
	       "short)");
	/* Nested tables, 1000^4 entries in total. */
	script("local t = {} for d = 1, 4 do local u = {} for i = 1, 1000 do "
	       "u[i] = t end t = u end result = t", "0:it takes too long");
	script("result = {} result[1] = result", "table|");
}

static void huge_tables_are_cut(void **state)
{
	static const char lines[] = "result = {} for i = 1, 50000 do "
				    "result[i] = i end",
			  names[] = "result = {} for i = 1, 20000 do "
				    "result['x' .. i] = i end",
			  text[] = "local s = ('x'):rep(65536) result = {} "
				   "for i = 1, 30 do result[i] = s end";
	static const char *const scripts[] = { lines, names, text };
	struct decoder_input in = input("", 0);
	struct decoded d = { .ascii = false };

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		decoder_lua(scripts[i], strlen(scripts[i]), &in, &d);
		/* On an emulated machine the time limit may be reached. */
		if (d.error.fault == RULE_ENDLESS && test_slow() > 4)
			continue;
		assert_int_equal(d.error.fault, RULE_OK);
		assert_true(d.cut);
		assert_true(d.lines.n <= DECODED_LINES);
		assert_true(d.bytes <= DECODED_TEXT + 3 * 4 * DECODED_LINE);
	}
	assert_true(d.lines.n == 30 || d.error.fault);
	decoded_release(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(layouts_decode_bytes),
		cmocka_unit_test(wrong_layouts_are_reported),
		cmocka_unit_test(unknown_bytes_are_not_shown_as_zero),
		cmocka_unit_test(lines_have_offset_and_length),
		cmocka_unit_test(lines_are_limited),
		cmocka_unit_test(text_is_split_into_safe_lines),
		cmocka_unit_test(scripts_decode_bytes),
		cmocka_unit_test(wrong_scripts_are_reported),
		cmocka_unit_test(huge_tables_are_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
