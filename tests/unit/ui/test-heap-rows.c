/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the pane Heap: sums, folds and order, with random sites. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "ui/heap/rows.h"
#include "ui/heap/state.h"

#define PID 7
#define SECOND UINT64_C(1000000000)

static uint64_t seed = 88172645463325252ull;

static uint64_t dice(uint64_t n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed % n;
}

static void begin(struct model *m)
{
	struct event ev = { .pid = PID, .tid = PID, .kind = EV_PROCESS };

	ev.u.process = (struct ev_process){
		.op = PROCESS_LAUNCH, .child = PID, .child_pid = PID,
		.status = -1, .signal = -1,
	};
	model_event(m, &ev);
}

static void tell_site(struct model *m, uint64_t time_ns, uint64_t id,
		      unsigned of, uint64_t size)
{
	struct event ev = { .time_ns = time_ns, .pid = PID, .kind = EV_HEAP };
	char library[32], symbol[32];

	snprintf(library, sizeof library, "/lib/lib%u.so", of % 5);
	snprintf(symbol, sizeof symbol, "function%u", of % 31);
	ev.u.heap = (struct ev_heap){
		.op = HEAP_OP_SITE, .site = id, .size = size,
		.blocks = size / 16, .allocs = size / 8, .resident = size,
		.library = bytes_of(of % 7 ? library : ""),
		.symbol = bytes_of(of % 3 ? symbol : ""),
	};
	model_event(m, &ev);
}

static double figure_of(const struct heap_row *r, int column)
{
	switch (column) {
	case HEAP_SORT_GROWTH: return (double)r->sum.growth;
	case HEAP_SORT_BLOCKS: return (double)r->sum.blocks;
	case HEAP_SORT_LIVE: return (double)r->sum.live;
	default: return 0;
	}
}

/* The sums of a row equal those of its children, which are in order. */
static void check_below(const struct heap_rows *hr, size_t i, int column,
			bool reverse)
{
	const struct heap_row *r = &hr->rows.v[i], *before = NULL;
	uint64_t live = 0, blocks = 0;
	size_t sites = 0, n = 0;

	for (size_t k = i + 1; k < hr->rows.n &&
	     hr->rows.v[k].depth > r->depth; k++) {
		const struct heap_row *b = &hr->rows.v[k];

		if (b->depth > r->depth + 1)
			continue;
		n++;
		live += b->sum.live;
		blocks += b->sum.blocks;
		sites += b->sum.sites;
		if (before && figure_of(before, column) !=
			      figure_of(b, column))
			assert_true((figure_of(before, column) >
				     figure_of(b, column)) != reverse);
		before = b;
	}
	if (!r->opens || r->folded) {
		assert_int_equal(n, 0);
		return;
	}
	assert_int_equal(live, r->sum.live);
	assert_int_equal(blocks, r->sum.blocks);
	assert_int_equal(sites, r->sum.sites);
}

static void check(struct heap_rows *hr, const struct heap_want *w)
{
	uint64_t live = 0;
	size_t sites = 0;

	heap_rows_update(hr, w);
	for (size_t i = 0; i < hr->rows.n; i++) {
		const struct heap_row *r = &hr->rows.v[i];

		assert_int_equal(heap_rows_find(hr, &r->id), i);
		check_below(hr, i, w->sort ? w->sort->column : 0,
			    w->sort && w->sort->reverse);
		if (r->depth)
			continue;
		live += r->sum.live;
		sites += r->sum.sites;
	}
	assert_int_equal(live, hr->total.live);
	assert_int_equal(sites, hr->total.sites);
	assert_int_equal(sites, w->process->heap->sites.n);
	assert_int_equal(hr->all, sites);
}

static void random_sites_are_summed_and_ordered(void **state)
{
	struct model *m = model_new();
	struct heap_rows hr = { .all = 0 };
	struct heap_mark mark = { .set = false };
	uint64_t now = SECOND;

	(void)state;
	begin(m);
	for (int round = 0; round < 300; round++) {
		struct sort sort = { (int)dice(HEAP_SORTS), dice(2) };
		struct heap_want w = { .model = m, .sort = &sort };

		now += 3 * SECOND;
		for (int i = 0; i < 20; i++) {
			uint64_t id = dice(200);

			tell_site(m, now, id, (unsigned)id * 7, dice(1 << 20));
		}
		w.process = model_process(m, PID);
		if (!dice(10))
			heap_mark_set(&mark, w.process, now);
		w.mark = heap_mark_is_of(&mark, w.process) ? &mark : NULL;
		check(&hr, &w);
		for (int i = 0; i < 5; i++)
			heap_rows_fold(&hr, &hr.rows.v[dice(hr.rows.n)].id,
				       dice(2));
		check(&hr, &w);
	}
	heap_mark_release(&mark);
	heap_rows_release(&hr);
	model_free(m);
}

/* The order stays for two seconds, or while it is held. */
static void order_stays_for_two_seconds(void **state)
{
	struct model *m = model_new();
	struct heap_rows hr = { .all = 0 };
	struct heap_want w = { .model = m };

	(void)state;
	begin(m);
	tell_site(m, SECOND, 1, 1, 1000);
	tell_site(m, SECOND, 2, 2, 500);
	w.process = model_process(m, PID);
	heap_rows_update(&hr, &w);
	assert_int_equal(hr.rows.v[0].sum.live, 1000);
	tell_site(m, 2 * SECOND, 2, 2, 5000);
	heap_rows_update(&hr, &w);
	assert_int_equal(hr.rows.v[0].sum.live, 1000);
	assert_int_equal(hr.rows.v[2].sum.live, 5000);
	tell_site(m, 4 * SECOND, 1, 1, 1001);
	w.hold = true;
	heap_rows_update(&hr, &w);
	assert_int_equal(hr.rows.v[0].sum.live, 1001);
	w.hold = false;
	heap_rows_update(&hr, &w);
	assert_int_equal(hr.rows.v[0].sum.live, 5000);
	heap_rows_release(&hr);
	model_free(m);
}

/* Growth since the mark of sites that grew, shrank or are new. */
static void growth_since_the_mark_is_summed(void **state)
{
	struct model *m = model_new();
	struct heap_rows hr = { .all = 0 };
	struct heap_mark mark = { .set = false };
	struct heap_want w = { .model = m, .mark = &mark };

	(void)state;
	begin(m);
	tell_site(m, SECOND, 1, 1, 1000);
	tell_site(m, SECOND, 2, 1, 1000);
	w.process = model_process(m, PID);
	assert_false(heap_mark_is_of(&mark, w.process));
	heap_mark_set(&mark, w.process, SECOND);
	assert_true(heap_mark_is_of(&mark, w.process));
	tell_site(m, 2 * SECOND, 1, 1, 1700);
	tell_site(m, 2 * SECOND, 2, 1, 900);
	tell_site(m, 2 * SECOND, 3, 1, 50);
	heap_rows_update(&hr, &w);
	assert_int_equal(hr.rows.v[0].sum.growth, 650);
	/* The rows are computed at most twice a second. */
	tell_site(m, 2 * SECOND + SECOND / 4, 3, 1, 51);
	heap_rows_update(&hr, &w);
	assert_int_equal(hr.rows.v[0].sum.growth, 650);
	tell_site(m, 3 * SECOND, 3, 1, UINT64_MAX);
	tell_site(m, 3 * SECOND, 4, 1, UINT64_MAX);
	heap_rows_update(&hr, &w);
	assert_true(hr.rows.v[0].sum.growth > 0);
	assert_true(hr.rows.v[0].sum.live > 1700);
	heap_mark_release(&mark);
	heap_rows_release(&hr);
	model_free(m);
}

/* Appends the text of a site that main() called through function f, by one of
 * two calls in main(). */
static void assert_callers(struct heap *heap, size_t site, const char *text)
{
	static const struct process process;
	struct view view = { .look.utf8 = false };
	const struct heap_shown l = {
		.view = &view, .process = &process, .heap = heap,
	};
	struct str out = STR_INIT;

	heap_callers(&out, &l, heap->sites.v[site], false);
	assert_string_equal(out.data, text);
	str_release(&out);
}

static void callers_of_equal_name_have_offsets(void **state)
{
	char main_text[] = "main", other_text[] = "other";
	struct heap_name f = { 1, main_text }, g = { 2, other_text };
	uint64_t stacks[2] = { 0x20, 0x30 };
	struct heap_called of_f = { &f, &f }, of_g = { &g, &g };
	struct heap_site sites[2] = {
		{ .id = 1, .caller = 0x10, .stack = &stacks[0], .names = &of_f,
		  .depth = 1 },
		{ .id = 2, .caller = 0x10, .stack = &stacks[1], .names = &of_f,
		  .depth = 1 },
	};
	struct heap heap = { .number = 1 };

	(void)state;
	*vec_push(&heap.sites) = &sites[0];
	*vec_push(&heap.sites) = &sites[1];
	assert_callers(&heap, 0, "000000000010 < main 000000000020");
	assert_callers(&heap, 1, "000000000010 < main 000000000030");
	sites[1].names = &of_g;
	assert_callers(&heap, 0, "000000000010 < main");
	assert_callers(&heap, 1, "000000000010 < other");
	vec_release(&heap.sites);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_sites_are_summed_and_ordered),
		cmocka_unit_test(order_stays_for_two_seconds),
		cmocka_unit_test(growth_since_the_mark_is_summed),
		cmocka_unit_test(callers_of_equal_name_have_offsets),
	};

	return cmocka_run_group_tests_name("heap-rows", tests, NULL, NULL);
}
