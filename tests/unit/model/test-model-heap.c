/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Allocation sites of the heap, their blocks, and the limits of both. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "model/model.h"

#define PID 4121
#define SECOND UINT64_C(1000000000)

static void launch(struct model *m, pid_t pid)
{
	struct event ev = { .pid = pid, .tid = pid, .kind = EV_PROCESS };

	ev.u.process = (struct ev_process){
		.op = PROCESS_LAUNCH, .child = pid, .child_pid = pid,
		.start = 7, .status = -1, .signal = -1,
	};
	model_event(m, &ev);
}

static void process_event(struct model *m, uint64_t time_ns, uint64_t op)
{
	struct event ev = { .time_ns = time_ns, .pid = PID, .tid = PID,
			    .kind = EV_PROCESS };

	ev.u.process = (struct ev_process){
		.op = op, .child = PID, .child_pid = PID, .start = 7,
		.status = 0, .signal = -1, .gone = op == PROCESS_EXIT,
	};
	model_event(m, &ev);
}

static void heap_event(struct model *m, uint64_t time_ns,
		       const struct ev_heap *e)
{
	struct event ev = { .time_ns = time_ns, .pid = PID, .kind = EV_HEAP,
			    .source = 'h' };

	ev.u.heap = *e;
	model_event(m, &ev);
}

static struct ev_heap site(uint64_t id, uint64_t size, uint64_t blocks)
{
	return (struct ev_heap){
		.op = HEAP_OP_SITE, .site = id, .size = size, .blocks = blocks,
		.resident = size, .allocs = 2 * blocks, .frees = blocks,
		.peak = 2 * size, .caller = 0x1000 + id,
		.library = bytes_of("/lib/libfoo.so"),
		.symbol = bytes_of("grow"),
	};
}

static const struct heap *heap_of(const struct model *m)
{
	return model_process(m, PID)->heap;
}

/* Events carry totals, not differences: repeating one changes nothing. */
static void test_site_totals_and_names_are_stored(void **state)
{
	const uint64_t stack[] = { 0x10, 0x20 }, ages[] = { 1, 2, 3 };
	struct model *m = model_new();
	struct ev_heap e = site(5, 300, 3);
	const struct heap_site *s;

	(void)state;
	heap_event(m, 1, &e);
	assert_null(model_process(m, PID));
	launch(m, PID);
	assert_null(heap_of(m));
	e.stack = (struct bytes){ stack, sizeof stack };
	e.ages = (struct bytes){ ages, sizeof ages };
	heap_event(m, SECOND, &e);
	e.names = (struct bytes){ "/bin/p\0main\0/lib/c\0\0more\0\0cut", 25 };
	heap_event(m, SECOND, &e);
	assert_int_equal(heap_of(m)->sites.n, 1);
	s = heap_site(heap_of(m), 5);
	assert_non_null(s);
	assert_null(heap_site(heap_of(m), 4));
	assert_null(heap_site(NULL, 5));
	assert_int_equal(s->live, 300);
	assert_int_equal(s->blocks, 3);
	assert_int_equal(s->depth, 2);
	assert_int_equal(s->stack[1], 0x20);
	assert_string_equal(s->names[0].library->text, "/bin/p");
	assert_string_equal(s->names[0].symbol->text, "main");
	assert_string_equal(s->names[1].library->text, "/lib/c");
	assert_string_equal(s->names[1].symbol->text, "");
	assert_int_equal(s->ages[2], 3);
	assert_int_equal(s->ages[3], 0);
	assert_string_equal(s->symbol->text, "grow");
	/* Sites share one copy of the library's name. */
	e = site(2, 10, 1);
	heap_event(m, SECOND, &e);
	assert_int_equal(heap_of(m)->sites.v[0]->id, 2);
	assert_ptr_equal(heap_of(m)->sites.v[0]->library, s->library);
	/* Names may come in a later event; an event without names does not
	 * remove them. */
	e = site(5, 400, 4);
	e.library = e.symbol = (struct bytes){ NULL, 0 };
	heap_event(m, 2 * SECOND, &e);
	assert_string_equal(s->names[0].symbol->text, "main");
	assert_string_equal(s->library->text, "/lib/libfoo.so");
	assert_int_equal(s->live, 400);
	assert_int_equal(s->depth, 2);
	model_free(m);
}

static void test_rates_fall_without_events(void **state)
{
	struct model *m = model_new();
	struct event tick = { .kind = EV_COST };
	const struct heap_site *s;

	(void)state;
	launch(m, PID);
	for (uint64_t i = 0; i < 5; i++) {
		struct ev_heap e = site(1, 1000 * i, 10 * i);

		heap_event(m, (1 + i) * SECOND, &e);
	}
	s = heap_site(heap_of(m), 1);
	assert_int_equal((int)rate_value(&s->live_rate), 1000);
	assert_int_equal((int)rate_value(&s->alloc_rate), 20);
	/* No events come for a site that does not change; its rate falls to
	 * 0. */
	for (uint64_t i = 0; i < 200; i++) {
		tick.time_ns = 5 * SECOND + i * SECOND / 10;
		model_event(m, &tick);
	}
	assert_true(rate_known(&s->live_rate));
	assert_true(rate_value(&s->live_rate) == 0);
	assert_true(heap_of(m)->rests);
	model_free(m);
}

/* An exec drops the sites of the old image. After an exit they remain. */
static void test_sites_end_at_exec_but_not_at_exit(void **state)
{
	struct model *m = model_new();
	struct ev_heap e = site(1, 100, 1);

	(void)state;
	launch(m, PID);
	heap_event(m, SECOND, &e);
	assert_int_equal(m->heap_sites, 1);
	process_event(m, 2 * SECOND, PROCESS_EXEC);
	assert_null(heap_of(m));
	assert_int_equal(m->heap_sites, 0);
	/* An event of the old image (`last`) that comes after the exec is
	 * ignored. */
	e.last = 1;
	heap_event(m, 3 * SECOND, &e);
	assert_null(heap_of(m));
	e.last = 0;
	heap_event(m, 3 * SECOND, &e);
	e = site(2, 50, 1);
	heap_event(m, 3 * SECOND, &e);
	process_event(m, 4 * SECOND, PROCESS_EXIT);
	assert_true(model_process(m, PID)->ended);
	e = site(1, 64, 1);
	e.op = HEAP_OP_LEAK;
	e.last = 1;
	e.allocs = 0;
	heap_event(m, 4 * SECOND, &e);
	assert_true(heap_site(heap_of(m), 1)->leaked);
	assert_int_equal(heap_site(heap_of(m), 1)->live, 64);
	assert_int_equal(heap_site(heap_of(m), 1)->allocs, 2);
	/* Site 2 has no leaked bytes. */
	assert_int_equal(heap_site(heap_of(m), 2)->live, 0);
	assert_true(rate_value(&heap_site(heap_of(m), 1)->live_rate) == 0);
	e = site(1, 70, 2);
	e.last = 1;
	heap_event(m, 4 * SECOND, &e);
	assert_int_equal(heap_site(heap_of(m), 1)->live, 70);
	assert_true(heap_site(heap_of(m), 1)->leaked);
	/* A new process with the same PID. */
	e.last = 0;
	e.site = 9;
	heap_event(m, 5 * SECOND, &e);
	assert_int_equal(heap_of(m)->sites.n, 1);
	model_free(m);
}

static void test_blocks_and_mallinfo_are_stored(void **state)
{
	static struct heap_block list[HEAP_BLOCKS + 1] = {
		{ 0x2000, 300, 1, 300 }, { 0x1000, 20, 2, EV_UNKNOWN },
	};
	const uint64_t info[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
	struct model *m = model_new();
	struct ev_heap e = { .op = HEAP_OP_BLOCK, .site = 5, .blocks = 7 };

	(void)state;
	launch(m, PID);
	e.list = (struct bytes){ list, 2 * sizeof *list + 3 };
	heap_event(m, SECOND, &e);
	assert_int_equal(heap_of(m)->blocks.v.n, 2);
	assert_int_equal(heap_of(m)->blocks.count, 7);
	assert_int_equal(heap_of(m)->blocks.v.v[1].addr, 0x1000);
	/* The next answer replaces the list, which is cut to HEAP_BLOCKS. */
	e.list.len = sizeof list;
	e.site = 6;
	heap_event(m, SECOND, &e);
	assert_int_equal(heap_of(m)->blocks.site, 6);
	assert_int_equal(heap_of(m)->blocks.v.n, HEAP_BLOCKS);
	e = (struct ev_heap){ .op = HEAP_OP_INFO,
			      .info = { info, sizeof info } };
	heap_event(m, SECOND, &e);
	assert_true(heap_of(m)->info_known);
	assert_int_equal(heap_of(m)->info[HEAP_INFOS - 1], 10);
	/* If the process is late to answer, the old values remain. */
	e = (struct ev_heap){ .op = HEAP_OP_INFO, .why = HEAP_INFO_LATE };
	heap_event(m, 2 * SECOND, &e);
	assert_int_equal(heap_of(m)->info[HEAP_INFOS - 1], 10);
	assert_int_equal(heap_of(m)->info_ns, SECOND);
	assert_int_equal(heap_of(m)->info_why, HEAP_INFO_LATE);
	e.why = HEAP_INFO_OTHER;
	heap_event(m, 3 * SECOND, &e);
	assert_int_equal(heap_of(m)->info_ns, 0);
	e = (struct ev_heap){ .op = HEAP_OP_TOTAL, .size = 77, .freed = 3 };
	assert_false(heap_of(m)->total_known);
	heap_event(m, SECOND, &e);
	assert_int_equal(heap_of(m)->total.freed, 3);
	model_free(m);
}

static void test_page_counts_of_whole_bins(void **state)
{
	const struct heap_bin list[] = {
		{ 4, 0, 0, 16384 }, { 0, 1, 2, 100 }, { 1, 0, 0, 4090 },
	};
	struct model *m = model_new();
	struct ev_heap e = {
		.op = HEAP_OP_PAGES, .addr = 0x10000, .size = 0x9000,
		.page_size = 4096, .bin_pages = 4,
		.list = { list, sizeof list },
	};
	struct heap_bin sum;
	const struct heap *h;

	(void)state;
	launch(m, PID);
	heap_event(m, SECOND, &e);
	h = heap_of(m);
	assert_true(heap_pages(h, 0x10000, 0x19000, &sum));
	assert_int_equal(sum.live, 5);
	assert_int_equal(sum.mixed, 1);
	assert_int_equal(sum.free, 2);
	assert_int_equal(sum.bytes, 16384 + 100 + 4090);
	assert_true(heap_pages(h, 0x14000, 0x18000, &sum));
	assert_int_equal(sum.live, 0);
	assert_int_equal(sum.free, 2);
	assert_true(heap_pages(h, 0x18000, 0x19000, &sum));
	assert_int_equal(sum.live, 1);
	/* Part of a bin, or pages that no event reported. */
	assert_false(heap_pages(h, 0x11000, 0x18000, &sum));
	assert_false(heap_pages(h, 0x10000, 0x12000, &sum));
	assert_false(heap_pages(h, 0xc000, 0x14000, &sum));
	assert_false(heap_pages(h, 0x10000, 0x1c000, &sum));
	assert_false(heap_pages(NULL, 0x10000, 0x14000, &sum));
	/* An implausible event clears the page list. */
	e.size = 0xd000;
	heap_event(m, SECOND, &e);
	assert_int_equal(h->pages.v.n, 0);
	assert_true(h->pages.told);
	e.size = 0x9000;
	e.bin_pages = UINT64_MAX;
	heap_event(m, SECOND, &e);
	assert_int_equal(h->pages.v.n, 0);
	e.bin_pages = 4;
	e.addr = UINT64_MAX - 5;
	heap_event(m, SECOND, &e);
	assert_false(heap_pages(h, 0x10000, 0x14000, &sum));
	model_free(m);
}

static void test_sites_and_names_are_bounded(void **state)
{
	struct model *m = model_new();
	char name[32];

	(void)state;
	launch(m, PID);
	for (uint64_t i = 0; i < HEAP_SITES + 10; i++) {
		struct ev_heap e = site(i * 7919 % (HEAP_SITES + 10), i, 1);

		snprintf(name, sizeof name, "symbol%u", (unsigned)i);
		e.symbol = bytes_of(name);
		heap_event(m, SECOND, &e);
	}
	assert_int_equal(heap_of(m)->sites.n, HEAP_SITES);
	assert_int_equal(heap_of(m)->dropped, 10);
	assert_true(heap_of(m)->names.n <= HEAP_NAMES);
	for (size_t i = 1; i < heap_of(m)->sites.n; i++)
		assert_true(heap_of(m)->sites.v[i - 1]->id <
			    heap_of(m)->sites.v[i]->id);
	model_free(m);
}

/* --- implausible events -------------------------------------------------- */

static uint64_t seed = 88172645463325252ull;

static uint64_t dice(uint64_t n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed % n;
}

static uint64_t any(void)
{
	switch (dice(4)) {
	case 0: return dice(16);
	case 1: return UINT64_MAX - dice(3);
	case 2: return dice(1 << 20) * 4096;
	default: return dice(UINT64_MAX);
	}
}

static struct bytes some(const char *bytes, size_t size)
{
	return (struct bytes){ bytes + dice(8), dice(size - 8) };
}

static void check_limits(const struct heap *h)
{
	assert_true(h->sites.n <= HEAP_SITES);
	assert_true(h->blocks.v.n <= HEAP_BLOCKS);
	assert_true(h->blocks.count >= h->blocks.v.n);
	assert_true(h->info_why < HEAP_INFO_WHYS);
	for (size_t i = 0; i < h->sites.n; i++) {
		const struct heap_site *s = h->sites.v[i];

		assert_true(!i || h->sites.v[i - 1]->id < s->id);
		assert_true(s->depth <= HEAP_DEPTH);
		assert_non_null(s->library->text);
		assert_true(strlen(s->symbol->text) <= 4096);
	}
}

static void test_random_events_keep_limits(void **state)
{
	static char bytes[4096];
	struct model *m = model_new();

	(void)state;
	launch(m, PID);
	for (int i = 0; i < 100000; i++) {
		struct ev_heap e = {
			.op = dice(HEAP_EVENT_OPS + 1), .addr = any(),
			.size = any(), .blocks = any(), .caller = any(),
			.site = any(), .last = dice(2), .resident = any(), .allocs = any(),
			.frees = any(), .peak = any(),
			.why = dice(HEAP_INFO_WHYS + 1), .info = some(bytes, 90),
			.list = some(bytes, sizeof bytes),
			.classes = some(bytes, 300), .ages = some(bytes, 100), .stack = some(bytes, 1000),
			.names = some(bytes, 200),
			.library = some(bytes, 40), .symbol = some(bytes, 30),
		};

		bytes[dice(sizeof bytes)] = (char)dice(256);
		heap_event(m, any(), &e);
		if (!dice(500))
			process_event(m, any(), PROCESS_EXEC);
		if (i % 1000 == 0 && heap_of(m))
			check_limits(heap_of(m));
	}
	model_free(m);
}

/* Growth while the sampler was paused (its pane was closed) must not count in
 * the rate. */
static void test_growth_in_a_pause_is_not_in_the_rate(void **state)
{
	struct model *m = model_new();
	struct ev_heap e = site(1, 0, 1);
	struct event ev = { .pid = PID, .kind = EV_HEAP, .source = 'h' };
	const struct heap_site *s;

	(void)state;
	launch(m, PID);
	for (unsigned i = 0; i <= 4; i++) {
		e.size = 1000 * i;
		heap_event(m, (1 + i) * SECOND, &e);
	}
	/* 20 s more of growth, 1000 bytes/s, that no event reports. */
	for (unsigned i = 6; i < 25; i++)
		process_event(m, i * SECOND, PROCESS_SEEN);
	e.size = 24000;
	ev.u.heap = e;
	ev.flags = EVF_SYNTHETIC;
	ev.time_ns = 25 * SECOND;
	model_event(m, &ev);
	s = heap_site(model_process(m, PID)->heap, 1);
	assert_false(rate_known(&s->live_rate));
	for (unsigned i = 1; i < 4; i++) {
		e.size = 24000 + 1000 * i;
		heap_event(m, (25 + i) * SECOND, &e);
		assert_true(rate_known(&s->live_rate));
		assert_int_equal((int)rate_value(&s->live_rate), 1000);
	}
	model_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_site_totals_and_names_are_stored),
		cmocka_unit_test(test_rates_fall_without_events),
		cmocka_unit_test(test_growth_in_a_pause_is_not_in_the_rate),
		cmocka_unit_test(test_sites_end_at_exec_but_not_at_exit),
		cmocka_unit_test(test_blocks_and_mallinfo_are_stored),
		cmocka_unit_test(test_page_counts_of_whole_bins),
		cmocka_unit_test(test_sites_and_names_are_bounded),
		cmocka_unit_test(test_random_events_keep_limits),
	};

	return cmocka_run_group_tests_name("model-heap", tests, NULL, NULL);
}
