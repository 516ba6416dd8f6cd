/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The strip of a file: plausible values are stored, implausible ones are
 * not. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/str.h"
#include "event/wire/codec.h"
#include "model/model.h"

static struct file_bin bins[5000];
static struct file_span parts[100];
static struct page_range ranges[300];

static struct event strip_event(void)
{
	struct event ev = { .time_ns = 7, .pid = 9, .kind = EV_STRIP,
			    .source = 'm' };

	for (size_t i = 0; i < 5000; i++)
		bins[i] = (struct file_bin){ .cached = 3, .mapped = 9 };
	for (size_t i = 0; i < 100; i++)
		parts[i] = (struct file_span){ .start = i, .end = i + 1 };
	for (size_t i = 0; i < 300; i++)
		ranges[i] = (struct page_range){ 2 * i, 2 * i + 1 };
	ev.u.strip = (struct ev_strip){
		.start = 0x1000, .dev = 1, .inode = 2, .size = 100 << 20,
		.page_size = 4096, .bin_pages = 8, .how = STRIP_CACHESTAT,
		.cached = 5, .dirty = EV_UNKNOWN, .dirty_why = STRIP_NO_STAT,
		.mapped = 2, .ever = EV_UNKNOWN, .mappings = 2, .ranges = 2,
		.bins = { bins, 4096 * sizeof *bins },
		.parts = { parts, 2 * sizeof *parts },
		.now_ranges = { ranges, 2 * sizeof *ranges },
		.name = bytes_of("/a"),
	};
	return ev;
}

static void test_strip_is_stored(void **state)
{
	struct model *m = model_new();
	struct event ev = strip_event(), got;
	struct str frame = STR_INIT;

	(void)state;
	event_encode(&frame, &ev);
	assert_int_equal(event_decode(frame.data, frame.len, &got), frame.len);
	model_event(m, &got);
	str_release(&frame);
	assert_int_equal(m->strip.pid, 9);
	assert_int_equal(m->strip.n, 4096);
	assert_int_equal(m->strip.bins[4095].cached, 3);
	/* A page that is mapped twice counts once. */
	assert_int_equal(m->strip.bins[4095].mapped, 8);
	assert_int_equal(m->strip.n_parts, 2);
	assert_int_equal(m->strip.n_now, 2);
	assert_int_equal(m->strip.n_ever, 0);
	assert_true(m->strip.dirty == EV_UNKNOWN);
	assert_int_equal(m->strip.dirty_why, STRIP_NO_STAT);
	assert_string_equal(m->strip.name, "/a");
	assert_int_equal(m->dropped, 0);
	model_free(m);
}

static void assert_dropped(const struct event *ev)
{
	struct model *m = model_new();

	model_event(m, ev);
	assert_int_equal(m->strip.pid, 0);
	assert_int_equal(m->dropped, 1);
	model_free(m);
}

static void test_implausible_strip_is_dropped_or_cut(void **state)
{
	struct model *m = model_new();
	struct event ev = strip_event();

	(void)state;
	ev.u.strip.bins.len = 5000 * sizeof *bins;
	assert_dropped(&ev);
	ev = strip_event();
	ev.u.strip.bin_pages = 3;
	assert_dropped(&ev);
	ev.u.strip.bin_pages = 0;
	assert_dropped(&ev);
	ev.u.strip.bin_pages = UINT64_C(1) << 40;
	assert_dropped(&ev);
	ev = strip_event();
	ev.u.strip.page_size = 4095;
	assert_dropped(&ev);

	ev = strip_event();
	ev.u.strip.parts.len = sizeof parts;
	ev.u.strip.now_ranges.len = sizeof ranges;
	ev.u.strip.ever_ranges = (struct bytes){ ranges, sizeof ranges - 5 };
	parts[1].end = 0;
	ranges[3].end = ranges[3].start;
	ev.u.strip.cached_why = 12345;
	ev.u.strip.how = UINT64_MAX;
	ev.u.strip.error = UINT64_MAX;
	model_event(m, &ev);
	assert_int_equal(m->strip.n_parts, 63);
	assert_int_equal(m->strip.n_now, 255);
	assert_int_equal(m->strip.n_ever, 255);
	assert_int_equal(m->strip.cached_why, STRIP_KERNEL);
	assert_int_equal(m->strip.how, STRIP_NOT);
	assert_int_equal(m->strip.error, 0);
	model_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_strip_is_stored),
		cmocka_unit_test(test_implausible_strip_is_dropped_or_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
