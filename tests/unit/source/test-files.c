/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pages of mapped files that were ever resident: they outlive their mappings,
 * and memory stays bounded. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/alloc.h"
#include "source/sample/core/sample.h"

#define PAGE 4096ull

struct heard {
	unsigned mappings, totals;
	uint64_t lost;
	struct ev_file mapping, total;	/* the last events */
	struct page_range ever[4];
};

static void on_event(void *arg, const struct event *ev)
{
	struct heard *h = arg;
	const struct ev_file *f = &ev->u.file;
	size_t n = f->ever_ranges.len;

	if (ev->kind == EV_LOST) {
		h->lost += ev->u.lost.count;
		return;
	}
	assert_int_equal(ev->kind, EV_FILE);
	assert_true(n <= FILE_RANGES_MAX * sizeof *h->ever);
	assert_true(f->now_ranges.len <= FILE_RANGES_MAX * sizeof *h->ever);
	if (n)
		memcpy(h->ever, f->ever_ranges.data,
		       n < sizeof h->ever ? n : sizeof h->ever);
	if (f->op == FILE_MAPPING) {
		h->mappings++;
		h->mapping = *f;
	} else {
		h->totals++;
		h->total = *f;
	}
}

struct world {
	struct heard heard;
	struct source_host host;
	struct sampler s;
	struct sproc p;
};

static struct world *world_new(void)
{
	struct world *w = xcalloc(1, sizeof *w);

	w->host.emit = on_event;
	w->host.emit_arg = &w->heard;
	w->s.host = &w->host;
	w->s.page_size = PAGE;
	w->p.pid = 9;
	return w;
}

static void world_free(struct world *w)
{
	files_leave(&w->s, &w->p);
	files_flush(&w->s);
	vec_release(&w->s.left);
	free(w);
}

static struct file_part part(uint64_t inode, uint64_t start, uint64_t pages,
			     uint64_t offset)
{
	return (struct file_part){
		.start = start, .end = start + pages * PAGE, .offset = offset,
		.dev = 1, .inode = inode, .name = "/a", .name_len = 2,
	};
}

/* Page number `page` of the part is resident. */
static void see_page(struct world *w, const struct file_part *part,
		     uint64_t page)
{
	struct page_range run = { part->start + page * PAGE,
				  part->start + (page + 1) * PAGE };

	files_see(&w->p, part, &run, 1, true);
}

static void test_ever_resident_pages_outlive_mappings(void **state)
{
	struct world *w = world_new();
	struct file_part a = part(7, 0x10000000, 100, 0);
	struct file_part b = part(7, 0x20000000, 50, 50 * PAGE);

	(void)state;
	files_sweep(&w->p);
	see_page(w, &a, 0);
	files_swept(&w->s, &w->p, FILE_AT_TIMER);
	assert_int_equal(w->heard.mappings, 1);
	assert_int_equal(w->heard.mapping.now, PAGE);
	/* The same pages give no event. */
	files_sweep(&w->p);
	see_page(w, &a, 0);
	files_swept(&w->s, &w->p, FILE_AT_TIMER);
	assert_int_equal(w->heard.mappings, 1);
	/* Another page; the first is no longer resident, but still counts as
	 * "ever". */
	files_sweep(&w->p);
	see_page(w, &a, 99);
	files_swept(&w->s, &w->p, FILE_AT_TIMER);
	assert_int_equal(w->heard.mappings, 2);
	assert_int_equal(w->heard.mapping.now, PAGE);
	assert_int_equal(w->heard.mapping.ever, 2 * PAGE);
	/* Unmapped, and its second half mapped elsewhere. */
	files_sweep(&w->p);
	see_page(w, &b, 0);
	files_swept(&w->s, &w->p, FILE_AT_TIMER);
	assert_int_equal(w->heard.mappings, 4);
	files_leave(&w->s, &w->p);
	files_flush(&w->s);
	assert_int_equal(w->heard.totals, 1);
	assert_int_equal(w->heard.total.mappings, 2);
	assert_int_equal(w->heard.total.ever, 3 * PAGE);
	assert_int_equal(w->heard.ever[0].start, 0);
	assert_int_equal(w->heard.ever[1].start, 50 * PAGE);
	assert_int_equal(w->heard.ever[2].end, 100 * PAGE);
	/* After the total nothing more is reported. */
	see_page(w, &a, 5);
	files_leave(&w->s, &w->p);
	files_flush(&w->s);
	assert_int_equal(w->heard.totals, 1);
	assert_int_equal(w->heard.lost, 0);
	world_free(w);
}

/* Sampling a part of a mapping leaves the rest as it was. */
static void test_partial_sample_keeps_the_rest(void **state)
{
	struct world *w = world_new();
	struct file_part all = part(7, 0x10000000, 100, 0);
	struct file_part some = part(7, 0x10000000 + 50 * PAGE, 10, 50 * PAGE);
	struct page_range runs[] = {
		{ all.start, all.start + PAGE },
		{ some.start, some.start + 2 * PAGE },
	};

	(void)state;
	files_sweep(&w->p);
	files_see(&w->p, &all, runs, 2, true);
	files_swept(&w->s, &w->p, FILE_AT_TIMER);
	assert_int_equal(w->heard.mapping.now, 3 * PAGE);
	files_see(&w->p, &some, runs + 1, 0, false);
	files_partial(&w->p, &some, false);
	files_tell(&w->s, &w->p, FILE_AT_MADVISE);
	assert_int_equal(w->heard.mapping.now, PAGE);
	assert_int_equal(w->heard.mapping.ever, 3 * PAGE);
	assert_int_equal(w->heard.mapping.end, all.end);
	assert_int_equal(w->heard.mapping.partial, 1);
	assert_int_equal(w->heard.mapping.at, FILE_AT_MADVISE);
	/* A complete sweep finds all pages: nothing was missed. */
	files_sweep(&w->p);
	files_see(&w->p, &all, runs, 2, true);
	files_swept(&w->s, &w->p, FILE_AT_TIMER);
	assert_int_equal(w->heard.mapping.partial, 0);
	files_leave(&w->s, &w->p);
	files_flush(&w->s);
	assert_int_equal(w->heard.total.partial, 0);
	world_free(w);
}

/* A mapping that was removed before it was sampled stays `partial`, even if no
 * page of it was ever seen; other mappings do not. */
static void test_unsampled_mapping_is_partial(void **state)
{
	struct world *w = world_new();
	struct file_part a = part(7, 0x10000000, 100, 0);
	struct file_part b = part(7, 0x20000000, 100, 0);

	(void)state;
	see_page(w, &a, 3);
	files_see(&w->p, &b, NULL, 0, false);
	files_tell(&w->s, &w->p, FILE_AT_MUNMAP);
	assert_int_equal(w->heard.mappings, 1);
	files_unseen(&w->p, b.end, UINT64_MAX, true);
	files_tell(&w->s, &w->p, FILE_AT_MUNMAP);
	assert_int_equal(w->heard.mappings, 1);
	files_unseen(&w->p, a.end, b.start + PAGE, true);
	files_tell(&w->s, &w->p, FILE_AT_MUNMAP);
	assert_int_equal(w->heard.mappings, 2);
	assert_int_equal(w->heard.mapping.start, b.start);
	assert_int_equal(w->heard.mapping.partial, 1);
	files_sweep(&w->p);
	see_page(w, &a, 3);
	files_swept(&w->s, &w->p, FILE_AT_TIMER);
	assert_int_equal(w->heard.mapping.at, FILE_AT_GONE);
	assert_int_equal(w->heard.mapping.partial, 1);
	files_leave(&w->s, &w->p);
	files_flush(&w->s);
	assert_int_equal(w->heard.total.partial, 1);
	world_free(w);
}

static void test_ranges_mappings_files_are_bounded(void **state)
{
	struct world *w = world_new();
	struct page_range *runs = xcalloc(10000, sizeof *runs);
	struct file_part big = part(1, 0x10000000, 20000, 0);

	(void)state;
	for (size_t i = 0; i < 10000; i++)
		runs[i] = (struct page_range){
			big.start + 2 * i * PAGE,
			big.start + (2 * i + 1) * PAGE,
		};
	/* Beyond the limit, ranges are only counted. */
	for (int i = 0; i < 3; i++) {
		files_sweep(&w->p);
		files_see(&w->p, &big, runs, 10000, true);
		files_swept(&w->s, &w->p, FILE_AT_TIMER);
	}
	assert_int_equal(w->heard.mapping.now, FILE_RANGES_MAX * PAGE);
	assert_int_equal(w->heard.mapping.now_more, 10000 - FILE_RANGES_MAX);
	assert_int_equal(w->heard.mapping.ever_more, 10000 - FILE_RANGES_MAX);
	assert_int_equal(w->heard.mappings, 1);
	/* More mappings, and more files, than the limits. */
	for (uint64_t i = 0; i < 3 * MAPPINGS_MAX; i++) {
		struct file_part p = part(2, 0x10000000 + i * 10 * PAGE, 5, 0);

		files_see(&w->p, &p, runs, 0, false);
	}
	for (uint64_t i = 0; i < 3 * FILES_MAX; i++) {
		struct file_part p = part(10 + i, 0x10000000, 20000, 0);

		files_see(&w->p, &p, runs, 4000, false);
	}
	/* Implausible offset and end. */
	big.offset = UINT64_MAX - PAGE;
	files_see(&w->p, &big, runs, 10, true);
	big.end = 0;
	files_see(&w->p, &big, runs, 10, true);
	files_tell(&w->s, &w->p, FILE_AT_TIMER);
	files_leave(&w->s, &w->p);
	files_flush(&w->s);
	assert_int_equal(w->heard.totals, FILES_MAX);
	assert_int_equal(w->heard.lost, 2 * MAPPINGS_MAX + 2 * FILES_MAX + 2);
	free(runs);
	world_free(w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ever_resident_pages_outlive_mappings),
		cmocka_unit_test(test_partial_sample_keeps_the_rest),
		cmocka_unit_test(test_unsampled_mapping_is_partial),
		cmocka_unit_test(test_ranges_mappings_files_are_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
