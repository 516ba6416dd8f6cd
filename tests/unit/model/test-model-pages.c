/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pages in bins: exact sums, times of changes, partial scans; rates. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../support/evtext.h"
#include "model/model.h"

#define MAP \
	"0 7 process op=attach start=1 comm=x\n" \
	"0 7 region op=add start=0x100000 end=+64K perm=rw-p\n"

#define SECOND UINT64_C(1000000000)

static struct model *model_of(const char *lines)
{
	struct model *m = model_new();

	evtext_text(MAP, model_event_fn, m);
	evtext_text(lines, model_event_fn, m);
	return m;
}

static const struct pages *pages_of(const struct model *m)
{
	return &space_at(&model_process(m, 7)->space, 0x100000)->pages;
}

static void test_sums_are_exact(void **state)
{
	struct model *m = model_of(
		"1 7 pages start=0x100000 end=+64K bin_pages=4 "
		"bins=1x4r4e,1x2r1z1e,0,1x1r3s\n");
	const struct pages *p = pages_of(m);
	struct page_bin sum;

	(void)state;
	assert_int_equal(p->n, 4);
	assert_int_equal(pages_total(p), 16);
	assert_int_equal(p->resident, 7);
	assert_int_equal(p->swapped, 3);
	assert_int_equal(p->zero, 1);
	assert_int_equal(p->written, EV_UNKNOWN);
	assert_int_equal(pages_sum(p, 0, 4, &sum), 16);
	assert_int_equal(sum.resident, 7);
	assert_int_equal(sum.exclusive, 5);
	assert_int_equal(pages_sum(p, 1, 3, &sum), 8);
	assert_int_equal(sum.resident, 2);
	assert_int_equal(pages_sum(p, 2, 99, &sum), 8);
	assert_int_equal(pages_sum(p, 4, 2, &sum), 0);
	model_free(m);
}

static void test_last_bin_is_shorter(void **state)
{
	struct model *m = model_of(
		"1 7 pages start=0x100000 end=+40K bin_pages=4 "
		"bins=2x4r,2r\n");
	struct page_bin sum;

	(void)state;
	assert_int_equal(pages_total(pages_of(m)), 10);
	assert_int_equal(pages_sum(pages_of(m), 2, 3, &sum), 2);
	assert_int_equal(sum.resident, 2);
	model_free(m);
}

static void test_sums_do_not_depend_on_bin_size(void **state)
{
	/* 256 MiB, alternately 1,024 resident pages and 1,024 absent ones: the
	 * sums must be right for every bin size. */
	for (uint64_t bp = 16; bp <= 65536; bp *= 2) {
		struct pages p = { 0 };
		struct page_bin bins[4096], sum;
		size_t n = 65536 / bp;
		struct ev_pages ev = {
			.start = 0x10000000, .end = 0x20000000,
			.scanned = 0x20000000, .page_size = 4096,
			.bin_pages = bp, .resident = 32768,
			.bins = { bins, n * sizeof *bins },
		};

		for (size_t i = 0; i < n; i++) {
			uint32_t on = bp >= 2048 ? (uint32_t)bp / 2
				: i * bp / 1024 % 2 ? 0 : (uint32_t)bp;
			bins[i] = (struct page_bin){ .resident = on };
		}
		assert_true(pages_update(&p, &ev, 1));
		assert_int_equal(pages_sum(&p, 0, n, &sum), 65536);
		assert_int_equal(sum.resident, 32768);
		if (bp <= 1024) {
			pages_sum(&p, 0, 1024 / bp, &sum);
			assert_int_equal(sum.resident, 1024);
			pages_sum(&p, 1024 / bp, 2048 / bp, &sum);
			assert_int_equal(sum.resident, 0);
		}
		pages_release(&p);
	}
	(void)state;
}

static void test_changed_bins_have_a_time(void **state)
{
	struct model *m = model_of(
		"1 7 pages start=0x100000 end=+64K bin_pages=4 bins=4r,3x0\n"
		"2 7 pages start=0x100000 end=+64K bin_pages=4 bins=2r,2r,2x0\n"
		"3 7 pages start=0x100000 end=+64K bin_pages=4 bins=2r,3r,2x0\n");
	const struct pages *p = pages_of(m);

	(void)state;
	assert_int_equal(p->changed_ns[0], 2 * SECOND);
	assert_int_equal(p->before[0].resident, 4);
	assert_int_equal(p->changed_ns[1], 3 * SECOND);
	assert_int_equal(p->before[1].resident, 2);
	assert_int_equal(p->changed_ns[2], 0);
	assert_int_equal(p->scanned_ns, 3 * SECOND);
	/* After a change of the bin size there is nothing to compare with. */
	evtext_text("4 7 pages start=0x100000 end=+64K bin_pages=8 "
		    "bins=7r,0\n", model_event_fn, m);
	assert_int_equal(p->changed_ns[0], 0);
	model_free(m);
}

static void test_pages_of_grown_region_count_as_changed(void **state)
{
	struct model *m = model_of(
		"1 7 pages start=0x100000 end=+64K bin_pages=4 bins=4x4r\n"
		"2 7 region op=change start=0x100000 end=+96K perm=rw-p\n"
		"2 7 pages start=0x100000 end=+96K bin_pages=4 "
		"bins=5x4r,0\n");
	const struct pages *p = pages_of(m);

	(void)state;
	assert_int_equal(p->n, 6);
	assert_int_equal(p->changed_ns[3], 0);
	assert_int_equal(p->changed_ns[4], 2 * SECOND);
	assert_int_equal(p->before[4].resident, 0);
	assert_int_equal(p->changed_ns[5], 0);
	model_free(m);
}

static void test_partial_scan_keeps_the_other_bins(void **state)
{
	struct model *m = model_of(
		"1 7 pages start=0x100000 end=+64K scanned=0x108000 "
		"bin_pages=4 bins=2x4r,2x0\n");
	const struct pages *p = pages_of(m);

	(void)state;
	assert_int_equal(p->scanned, 0x108000);
	assert_int_equal(p->resident, 8);
	evtext_text("2 7 pages start=0x100000 end=+64K bin_pages=4 "
		    "bins=4x4r\n", model_event_fn, m);
	assert_int_equal(p->scanned, 0x110000);
	assert_int_equal(p->changed_ns[3], 0);	/* scanned for the first time */
	/* The next scan has covered only one bin so far: the others keep their
	 * counts. */
	evtext_text("3 7 pages start=0x100000 end=+64K scanned=0x104000 "
		    "bin_pages=4 bins=1r,3x0\n", model_event_fn, m);
	assert_int_equal(p->scanned, 0x110000);
	assert_int_equal(p->resident, 13);
	assert_int_equal(p->changed_ns[0], 3 * SECOND);
	assert_int_equal(p->changed_ns[1], 0);
	model_free(m);
}

/* A window that moves keeps the bins that both positions share: their counts,
 * even beyond the address scanned so far, and their times of changes. */
static void test_moved_window_keeps_common_bins(void **state)
{
	struct model *m = model_of(
		"1 7 pages start=0x100000 end=+32K bin_pages=1 detail=2 "
		"bins=8x1\n"
		"2 7 pages start=0x100000 end=+32K bin_pages=1 detail=2 "
		"bins=4x1,0,3x1\n"
		"3 7 pages start=0x102000 end=+32K scanned=0x103000 "
		"bin_pages=1 detail=2 bins=1,7x0\n");
	const struct pages *w = &model_process(m, 7)->space.window;
	struct page_bin sum;

	(void)state;
	assert_int_equal(w->start, 0x102000);
	assert_int_equal(w->scanned, 0x108000);
	assert_int_equal(w->resident, 5);
	assert_int_equal(w->changed_ns[2], 2 * SECOND);
	assert_int_equal(w->before[2].resident, 1);
	assert_int_equal(w->changed_ns[0], 0);
	/* Moved to lower addresses: the pages between are unknown, so the
	 * counts beyond them are dropped, too. */
	evtext_text("4 7 pages start=0x100000 end=+32K scanned=0x101000 "
		    "bin_pages=1 detail=2 bins=1,7x0\n", model_event_fn, m);
	assert_int_equal(w->scanned, 0x101000);
	assert_false(pages_count(w, 0x102000, 0x104000, &sum));
	evtext_text("5 7 pages start=0x100000 end=+32K bin_pages=1 detail=2 "
		    "bins=8x1\n", model_event_fn, m);
	assert_int_equal(w->changed_ns[4], 0);
	assert_int_equal(w->resident, 8);
	/* A window may have more bins than a region, but at most 16,384. */
	evtext_text("6 7 pages start=0x100000 end=+64M bin_pages=1 detail=2 "
		    "bins=16384x1\n", model_event_fn, m);
	assert_int_equal(w->n, 16384);
	evtext_text("7 7 pages start=0x100000 end=+68M bin_pages=1 detail=2 "
		    "bins=17408x1\n", model_event_fn, m);
	assert_int_equal(w->n, 16384);
	assert_int_equal(m->dropped, 1);
	model_free(m);
}

static void test_cut_region_keeps_whole_bins(void **state)
{
	struct model *m = model_of(
		"1 7 pages start=0x100000 end=+64K bin_pages=4 bins=4x4r\n"
		"2 7 region op=change start=0x100000 end=+40K perm=rw-p\n");
	const struct pages *p = pages_of(m);

	(void)state;
	assert_int_equal(p->end, 0x10a000);
	assert_int_equal(p->n, 3);
	assert_int_equal(p->scanned, 0x108000);
	assert_int_equal(p->resident, 8);
	evtext_text("3 7 region op=change old_start=0x100000 start=0x102000 "
		    "end=0x10a000 perm=rw-p\n", model_event_fn, m);
	p = &space_at(&model_process(m, 7)->space, 0x102000)->pages;
	/* Only bins that lie wholly in the region remain; the first one was
	 * cut. */
	assert_int_equal(p->start, 0x104000);
	assert_int_equal(p->n, 2);
	assert_int_equal(p->resident, 4);
	evtext_text("4 7 region op=change old_start=0x102000 start=0x109000 "
		    "end=0x10a000 perm=rw-p\n", model_event_fn, m);
	p = &space_at(&model_process(m, 7)->space, 0x109000)->pages;
	assert_int_equal(p->page_size, 0);
	model_free(m);
}

/* A region that grows, downwards like mmap() or upwards like brk(), keeps its
 * counts; the new pages are unknown. */
static void test_grown_region_keeps_its_bins(void **state)
{
	struct model *m = model_of(
		"1 7 pages start=0x100000 end=+64K bin_pages=4 bins=4x4r\n"
		"2 7 region op=change old_start=0x100000 start=0xf1000 "
		"end=0x110000 perm=rw-p\n"
		"3 7 region op=change start=0xf1000 end=0x120000 perm=rw-p\n");
	struct region *r = space_at(&model_process(m, 7)->space, 0xf1000);

	(void)state;
	assert_int_equal(r->pages.start, 0x100000);
	assert_int_equal(r->pages.end, 0x110000);
	assert_int_equal(r->pages.resident, 16);
	/* After a move nothing is known. */
	evtext_text("4 7 region op=change old_start=0xf1000 start=0x200000 "
		    "end=+64K perm=rw-p\n", model_event_fn, m);
	r = space_at(&model_process(m, 7)->space, 0x200000);
	assert_int_equal(r->pages.page_size, 0);
	model_free(m);
}

static void test_detail_is_separate_from_the_region(void **state)
{
	struct model *m = model_of(
		"1 7 pages start=0x100000 end=+64K bin_pages=1 detail=1 "
		"bins=16x1r\n");

	(void)state;
	assert_int_equal(model_process(m, 7)->space.detail.resident, 16);
	assert_int_equal(pages_of(m)->page_size, 0);
	model_free(m);
}

static void test_implausible_bins_are_dropped_or_cut(void **state)
{
	struct model *m = model_of(
		"1 7 pages start=0x100000 end=0x100000 bin_pages=4 bins=4r\n"
		"1 7 pages start=0x100000 end=+64K bin_pages=3 bins=4r\n"
		"1 7 pages start=0x100000 end=+64K bin_pages=0 bins=4r\n"
		"1 7 pages start=0x100000 end=+64K bin_pages=4 page_size=0\n"
		"1 7 pages start=0x100000 end=+1T bin_pages=1\n"
		"1 7 pages start=0x100000 end=? bin_pages=1\n");

	(void)state;
	assert_int_equal(m->dropped, 6);
	assert_int_equal(pages_of(m)->page_size, 0);
	/* More resident pages than the region has, and more bins. */
	evtext_text("2 7 pages start=0x100000 end=+64K bin_pages=4 "
		    "resident=999 bins=4x4000000r1s,9x5r\n",
		    model_event_fn, m);
	assert_int_equal(pages_of(m)->n, 4);
	assert_int_equal(pages_of(m)->resident, 16);
	assert_int_equal(pages_of(m)->bins[0].resident, 4);
	/* Fewer bins than the region has: the rest counts as not scanned. */
	evtext_text("3 7 pages start=0x100000 end=+64K bin_pages=2 "
		    "bins=2r\n", model_event_fn, m);
	assert_int_equal(pages_of(m)->scanned, 0x102000);
	/* A range longer than the region. */
	evtext_text("4 7 pages start=0x100000 end=+1M bin_pages=4 "
		    "bins=64x4r\n", model_event_fn, m);
	assert_int_equal(pages_of(m)->end, 0x110000);
	assert_int_equal(pages_of(m)->resident, 16);
	model_free(m);
}

static void test_bin_size_is_a_power_of_two(void **state)
{
	(void)state;
	assert_int_equal(pages_bin_size(1, 4096), 1);
	assert_int_equal(pages_bin_size(4096, 4096), 1);
	assert_int_equal(pages_bin_size(4097, 4096), 2);
	assert_int_equal(pages_bin_size(262144, 4096), 64);
	assert_int_equal(pages_bin_size(262144, 128), 2048);
	/* 128 TiB */
	assert_int_equal(pages_bin_size(UINT64_C(1) << 35, 4096), 1 << 23);
}

/* --- rates -------------------------------------------------------------- */

static void test_rate_needs_two_samples_in_order(void **state)
{
	struct rate r = { 0 };

	(void)state;
	assert_false(rate_known(&r));
	rate_add(&r, SECOND, 1000);
	assert_false(rate_known(&r));
	assert_true(rate_value(&r) == 0);
	rate_add(&r, 2 * SECOND, 1500);
	assert_true(rate_known(&r));
	assert_true(rate_value(&r) == 500);
	rate_add(&r, SECOND, 9999);		/* older than the newest */
	assert_true(rate_value(&r) == 500);
	rate_add(&r, 4 * SECOND, 0);
	assert_true(rate_value(&r) < -333 && rate_value(&r) > -334);
}

static void test_rate_follows_the_last_seconds(void **state)
{
	struct rate r = { 0 };

	(void)state;
	/* A sample every 10 ms: 100 per second, then no change for 5 s. */
	for (uint64_t i = 0; i <= 600; i++)
		rate_add(&r, i * SECOND / 100, i);
	assert_true(rate_value(&r) > 99.9 && rate_value(&r) < 100.1);
	for (uint64_t i = 601; i <= 850; i++)
		rate_add(&r, i * SECOND / 100, 600);
	assert_true(rate_value(&r) > 40 && rate_value(&r) < 60);
	for (uint64_t i = 851; i <= 1150; i++)
		rate_add(&r, i * SECOND / 100, 600);
	assert_true(rate_value(&r) == 0);
	/* After a long pause the rate comes from the last two samples. */
	rate_add(&r, 60 * SECOND, 600 + 485);
	assert_true(rate_value(&r) == 10);
}

/* A rate that skips samples while its value rests must equal one that gets all
 * samples. */
static void test_rate_at_rest_equals_full_samples(void **state)
{
	struct rate fed = { 0 }, settled = { 0 };
	uint64_t value = 1000, now = 7 * SECOND;
	unsigned rested = 0;

	(void)state;
	for (unsigned i = 0; i < 2000; i++) {
		now += SECOND / 2;
		if (i % 50 < 9 || i % 50 == 30)
			value += i * i % 17 * 100;
		rate_add(&fed, now, value);
		rested += !rate_settle(&settled, now, value);
		assert_int_equal(rate_known(&settled), rate_known(&fed));
		assert_true(rate_value(&settled) == rate_value(&fed));
	}
	assert_in_range(rested, 500, 1500);
	/* A settled rate also takes samples from rate_add(). */
	rate_add(&settled, now + 20 * SECOND, value + 500);
	assert_true(rate_value(&settled) == 100);
	rate_set_zero(&settled);
	assert_true(rate_value(&settled) == 0);
	assert_true(rate_settle(&settled, now + 21 * SECOND, value + 500));
}

/* A value that rested, and then was not sampled for 30 s. */
static void test_rate_after_30_s_without_samples(void **state)
{
	struct rate r = { 0 };

	(void)state;
	for (uint64_t i = 0; i <= 20; i++)
		rate_settle(&r, i * SECOND / 2, 1000);
	rate_stood(&r, 10 * SECOND);
	rate_add(&r, 40 * SECOND, 1000 + 30 * 500);
	assert_true(rate_value(&r) == 500);
	/* Two samples 10 ms apart are too close to compute a rate. */
	rate_add(&r, 50 * SECOND, 1000 + 40 * 500);
	rate_add(&r, 50 * SECOND + SECOND / 100, 1000 + 40 * 500 + 5);
	assert_true(rate_value(&r) > 499 && rate_value(&r) < 501);
}

static void test_samples_20_ms_apart_give_no_rate(void **state)
{
	struct rate r = { 0 };

	(void)state;
	rate_add(&r, SECOND, 1000);
	rate_add(&r, SECOND + SECOND / 50, 9000000);
	assert_false(rate_known(&r));
	rate_add(&r, SECOND + SECOND / 2, 2001000);
	assert_true(rate_known(&r));
	assert_true(rate_value(&r) == 4000000.0);
}

static void test_rate_still_sets_zero_until_next_sample(void **state)
{
	struct rate r = { 0 };

	(void)state;
	rate_set_zero(&r);
	assert_false(rate_known(&r));
	rate_add(&r, SECOND, 0);
	rate_add(&r, 3 * SECOND, 1000);
	rate_set_zero(&r);
	assert_true(rate_known(&r));
	assert_true(rate_value(&r) == 0);
	rate_add(&r, 5 * SECOND, 1400);
	assert_true(rate_value(&r) > 199 && rate_value(&r) < 201);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sums_are_exact),
		cmocka_unit_test(test_last_bin_is_shorter),
		cmocka_unit_test(test_sums_do_not_depend_on_bin_size),
		cmocka_unit_test(test_changed_bins_have_a_time),
		cmocka_unit_test(test_pages_of_grown_region_count_as_changed),
		cmocka_unit_test(test_partial_scan_keeps_the_other_bins),
		cmocka_unit_test(test_moved_window_keeps_common_bins),
		cmocka_unit_test(test_cut_region_keeps_whole_bins),
		cmocka_unit_test(test_grown_region_keeps_its_bins),
		cmocka_unit_test(test_detail_is_separate_from_the_region),
		cmocka_unit_test(test_implausible_bins_are_dropped_or_cut),
		cmocka_unit_test(test_bin_size_is_a_power_of_two),
		cmocka_unit_test(test_rate_needs_two_samples_in_order),
		cmocka_unit_test(test_rate_follows_the_last_seconds),
		cmocka_unit_test(test_rate_at_rest_equals_full_samples),
		cmocka_unit_test(test_rate_after_30_s_without_samples),
		cmocka_unit_test(test_samples_20_ms_apart_give_no_rate),
		cmocka_unit_test(test_rate_still_sets_zero_until_next_sample),
	};

	return cmocka_run_group_tests_name("model pages", tests, NULL, NULL);
}
