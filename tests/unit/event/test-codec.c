/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Encoded events: a round trip of every kind, frames truncated at every byte,
 * unknown kinds and fields, and 20,000 damaged frames.
 */
#include <config.h>

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/alloc.h"
#include "base/str.h"
#include "event/wire/codec.h"

/* The same numbers in each run; some small, some of 64 bits. */
static uint64_t seed;

static uint64_t noise(void)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return seed >> 33 ^ seed << 31;
}

static uint64_t number(void)
{
	uint64_t n = noise();

	return n >> (noise() % 64);
}

static const uint8_t text[64] = "some bytes \0 of any \xff kind";

/* Fills every field of an event of that kind. */
static void fill(struct event *ev, int kind)
{
	const struct event_desc *desc = &event_descs[kind];

	memset(ev, 0, sizeof *ev);
	ev->kind = (enum event_kind)kind;
	ev->time_ns = number();
	ev->pid = (pid_t)number();
	ev->tid = (pid_t)-(int32_t)(number() >> 33);
	ev->source = "mtkrh"[noise() % 5];
	ev->flags = (uint8_t)noise();
	for (size_t i = 0; i < desc->n; i++) {
		void *p = (char *)ev + desc->fields[i].offset;

		switch (desc->fields[i].type) {
		case 'U':
			*(uint64_t *)p = number();
			break;
		case 'I':
			*(int64_t *)p = (int64_t)number() * (noise() & 1 ? 1 : -1);
			break;
		case 'A':
			for (int k = 0; k < 6; k++)
				((uint64_t *)p)[k] = number();
			break;
		case 'B':
			*(struct bytes *)p = (struct bytes){
				text, noise() % sizeof text };
			break;
		}
	}
}

static void assert_same(const struct event *a, const struct event *b)
{
	const struct event_desc *desc = &event_descs[a->kind];

	assert_int_equal(a->kind, b->kind);
	assert_int_equal(a->time_ns, b->time_ns);
	assert_int_equal(a->pid, b->pid);
	assert_int_equal(a->tid, b->tid);
	assert_int_equal(a->source, b->source);
	assert_int_equal(a->flags, b->flags);
	for (size_t i = 0; i < desc->n; i++) {
		const void *p = (const char *)a + desc->fields[i].offset;
		const void *q = (const char *)b + desc->fields[i].offset;
		const struct bytes *x = p, *y = q;

		switch (desc->fields[i].type) {
		case 'A':
			assert_memory_equal(p, q, 6 * sizeof(uint64_t));
			break;
		case 'B':
			assert_int_equal(x->len, y->len);
			assert_non_null(y->data);
			assert_memory_equal(x->data, y->data, x->len);
			break;
		default:
			assert_memory_equal(p, q, sizeof(uint64_t));
		}
	}
}

static void decoded_event_equals_the_encoded_one(void **state)
{
	(void)state;
	seed = 1;
	for (int i = 0; i < 100 * EV_KINDS; i++) {
		struct str s = STR_INIT;
		struct event in, out;

		fill(&in, i % EV_KINDS);
		str_adds(&s, "x");	/* frames need no alignment */
		event_encode(&s, &in);
		assert_int_equal(event_decode(s.data + 1, s.len - 1, &out),
				 s.len - 1);
		assert_same(&in, &out);
		str_release(&s);
	}
}

static void extreme_values_are_preserved(void **state)
{
	static const uint64_t values[] = { 0, 1, 127, 128, 1u << 14,
		INT64_MAX, UINT64_C(1) << 63, UINT64_MAX };

	(void)state;
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		struct event in = { .kind = EV_CALL, .time_ns = values[i] };
		struct event out;
		struct str s = STR_INIT;

		in.pid = INT32_MIN;
		in.tid = INT32_MAX;
		in.u.call.args[5] = values[i];
		in.u.call.result = (int64_t)values[i];
		event_encode(&s, &in);
		assert_int_equal(event_decode(s.data, s.len, &out), s.len);
		in.u.call.path = bytes_of(NULL);
		assert_same(&in, &out);
		str_release(&s);
	}
}

/* Frames follow each other; an incomplete frame gives 0. */
static void truncated_frame_is_incomplete(void **state)
{
	struct str s = STR_INIT;
	struct event in, out, untouched;
	size_t at = 0;

	(void)state;
	seed = 2;
	for (int kind = 0; kind < EV_KINDS; kind++) {
		fill(&in, kind);
		event_encode(&s, &in);
	}
	memset(&untouched, 0x5a, sizeof untouched);
	for (int kind = 0; kind < EV_KINDS; kind++) {
		long size = event_decode(s.data + at, s.len - at, &out);

		assert_true(size > 0);
		assert_int_equal(out.kind, kind);
		for (size_t n = 0; n < (size_t)size; n++) {
			/* A copy of exact size, so that ASan detects a read
			 * beyond it. */
			uint8_t *copy = xmemdup(s.data + at, n);

			memset(&out, 0x5a, sizeof out);
			assert_int_equal(event_decode(copy, n, &out), 0);
			assert_memory_equal(&out, &untouched, sizeof out);
			free(copy);
		}
		at += (size_t)size;
	}
	assert_int_equal(at, s.len);
	str_release(&s);
}

/* The length of the frame is reduced, so the frame ends within a field. */
static void field_beyond_its_frame_is_an_error(void **state)
{
	(void)state;
	seed = 3;
	for (int kind = 0; kind < EV_KINDS; kind++) {
		struct str s = STR_INIT;
		struct event in, out;

		fill(&in, kind);
		event_encode(&s, &in);
		for (size_t len = 0; len < s.len - 4; len++) {
			uint8_t *copy = xmemdup(s.data, 4 + len);

			for (int i = 0; i < 4; i++)
				copy[i] = (uint8_t)(len >> (8 * i));
			assert_int_equal(event_decode(copy, 4 + len, &out),
					 -EBADMSG);
			free(copy);
		}
		str_release(&s);
	}
}

/* Frames of a newer mmtop, with more fields or an unknown kind, and of an older
 * one, with fewer fields. */
static void older_and_newer_frames_are_read(void **state)
{
	static const uint8_t more[] = { 11, 0, 0, 0, EV_LOST, 0, 't', 3,
		9, 2, 4, 1, 'x', 7, 42 };
	static const uint8_t fewer[] = { 9, 0, 0, 0, EV_LOST, 0, 't', 1,
		9, 2, 4, 1, 'x' };
	static const uint8_t unknown[] = { 9, 0, 0, 0, 200, 0, 't', 1,
		9, 2, 4, 0xff, 0xff };
	struct event ev;

	(void)state;
	assert_int_equal(event_decode(more, sizeof more, &ev), sizeof more);
	assert_int_equal(ev.kind, EV_LOST);
	assert_int_equal(ev.time_ns, 9);
	assert_int_equal(ev.pid, 1);
	assert_int_equal(ev.tid, 2);
	assert_int_equal(ev.u.lost.source.len, 1);
	assert_int_equal(ev.u.lost.count, 7);
	assert_int_equal(event_decode(fewer, sizeof fewer, &ev), sizeof fewer);
	assert_int_equal(ev.u.lost.source.len, 1);
	assert_int_equal(ev.u.lost.count, 0);
	assert_int_equal(event_decode(unknown, sizeof unknown, &ev),
			 sizeof unknown);
	assert_int_equal(ev.kind, EV_KINDS);
	assert_int_equal(ev.time_ns, 9);
}

static void invalid_numbers_and_lengths_are_errors(void **state)
{
	/* A varint of more than 64 bits; one of eleven bytes; a pid of 2^31. */
	static const uint8_t overflow[] = { 16, 0, 0, 0, EV_END, 0, 0, 0,
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02,
		0, 0 };
	static const uint8_t longer[] = { 17, 0, 0, 0, EV_END, 0, 0, 0,
		0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
		0, 0, 0 };
	static const uint8_t pid[] = { 11, 0, 0, 0, EV_END, 0, 0, 0,
		1, 0x80, 0x80, 0x80, 0x80, 0x10, 0 };
	/* A byte after the last field; a length that exceeds the frame. */
	static const uint8_t rest[] = { 8, 0, 0, 0, EV_END, 0, 0, 0,
		1, 0, 0, 0 };
	static const uint8_t bytes[] = { 9, 0, 0, 0, EV_LOST, 0, 0, 2,
		1, 0, 0, 2, 0 };
	static const uint8_t huge[] = { 17, 0, 0, 0, EV_LOST, 0, 0, 2,
		1, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		0x01 };
	static const uint8_t too_long[] = { 1, 0, 0, 1 };
	struct event ev;

	(void)state;
	assert_int_equal(event_decode(overflow, sizeof overflow, &ev), -EBADMSG);
	assert_int_equal(event_decode(longer, sizeof longer, &ev), -EBADMSG);
	assert_int_equal(event_decode(pid, sizeof pid, &ev), -EBADMSG);
	assert_int_equal(event_decode(rest, sizeof rest, &ev), -EBADMSG);
	assert_int_equal(event_decode(bytes, sizeof bytes, &ev), -EBADMSG);
	assert_int_equal(event_decode(huge, sizeof huge, &ev), -EBADMSG);
	assert_int_equal(event_decode(too_long, 4, &ev), -EBADMSG);
}

/* An event that the reader would refuse is not written. */
static void too_long_event_is_not_written(void **state)
{
	size_t size = EVENT_FRAME_MAX;
	char *data = xcalloc(1, size);
	struct event ev = { .kind = EV_NOTE, .u.note.text = { data, size } };
	struct event out;
	struct str s = STR_INIT;

	(void)state;
	str_adds(&s, "before");
	event_encode(&s, &ev);
	assert_string_equal(s.data, "before");
	assert_int_equal(s.len, 6);
	ev.u.note.text.len = size - 64;
	event_encode(&s, &ev);
	assert_int_equal(event_decode(s.data + 6, s.len - 6, &out), s.len - 6);
	assert_int_equal(out.u.note.text.len, size - 64);
	str_release(&s);
	free(data);
}

/* The bytes of a decoded event are inside its frame. */
static void check_inside(const struct event *ev, const uint8_t *data, size_t n)
{
	const struct event_desc *desc;
	unsigned sum = 0;

	if (ev->kind == EV_KINDS)
		return;
	desc = &event_descs[ev->kind];
	for (size_t i = 0; i < desc->n; i++) {
		const struct bytes *b = (const void *)
			((const char *)ev + desc->fields[i].offset);

		if (desc->fields[i].type != 'B' || !b->len)
			continue;
		assert_true((const uint8_t *)b->data >= data);
		assert_true(b->len <= n);
		assert_true((const uint8_t *)b->data + b->len <= data + n);
		for (size_t k = 0; k < b->len; k++)
			sum += ((const uint8_t *)b->data)[k];
	}
	assert_true(sum <= 255 * n);
}

static void damaged_frames_are_read_safely(void **state)
{
	int good = 0, bad = 0, waiting = 0;

	(void)state;
	seed = 4;
	for (int i = 0; i < 20000; i++) {
		struct str s = STR_INIT;
		struct event in, out;
		uint8_t *copy;
		size_t n;
		long size;

		fill(&in, i % EV_KINDS);
		event_encode(&s, &in);
		n = s.len;
		copy = xmemdup(s.data, n);
		for (uint64_t k = noise() % 4 + 1; k; k--) {
			size_t at = noise() % n;

			/* The length is damaged less often, because that makes
			 * the rest useless. */
			if (at >= 4 || noise() % 4 == 0)
				copy[at] ^= (uint8_t)(1u << noise() % 8);
		}
		size = event_decode(copy, n, &out);
		if (size > 0) {
			assert_true((size_t)size <= n);
			assert_in_range(out.kind, 0, EV_KINDS);
			check_inside(&out, copy, n);
			good++;
		} else if (size == 0) {
			waiting++;
		} else {
			assert_int_equal(size, -EBADMSG);
			bad++;
		}
		free(copy);
		str_release(&s);
	}
	/* All three results occurred. */
	assert_true(good > 1000);
	assert_true(bad > 1000);
	assert_true(waiting > 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(decoded_event_equals_the_encoded_one),
		cmocka_unit_test(extreme_values_are_preserved),
		{ "P69 truncated frame is incomplete",
		  truncated_frame_is_incomplete, NULL, NULL, NULL },
		cmocka_unit_test(field_beyond_its_frame_is_an_error),
		cmocka_unit_test(older_and_newer_frames_are_read),
		{ "P69 invalid numbers and lengths are errors",
		  invalid_numbers_and_lengths_are_errors, NULL, NULL, NULL },
		{ "P69 too long event is not written",
		  too_long_event_is_not_written, NULL, NULL, NULL },
		{ "P69 damaged frames are read safely",
		  damaged_frames_are_read_safely, NULL, NULL, NULL },
	};

	return cmocka_run_group_tests_name("codec", tests, NULL, NULL);
}
