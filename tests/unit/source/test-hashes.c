/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hashes of pages: finding changes and forgetting removed pages, in little
 * memory. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "source/contents/hashes.h"

#define PAGE 4096

static char page[PAGE];
static struct page_sum sum;

static enum page_news put_page(struct hashes *h, uint64_t number, int byte)
{
	memset(page, byte, sizeof page);
	return hashes_put(h, number, page, sizeof page, &sum);
}

static void on_gone(void *arg, uint64_t first, uint64_t end)
{
	assert_true(end == first + 1);
	str_addf(arg, "%llu ", (unsigned long long)first);
}

static void test_changed_bit_is_found(void **state)
{
	struct hashes h = { .v = VEC_INIT };

	(void)state;
	hashes_look(&h);
	assert_int_equal(put_page(&h, 7, 1), PAGE_NEW);
	assert_int_equal(put_page(&h, 8, 1), PAGE_NEW);
	hashes_look(&h);
	assert_int_equal(put_page(&h, 7, 1), PAGE_SAME);
	assert_int_equal(put_page(&h, 8, 2), PAGE_CHANGED);
	/* A single changed bit, at any offset. */
	for (size_t i = 0; i < PAGE; i += 511) {
		memset(page, 1, sizeof page);
		page[i] ^= 4;
		assert_int_equal(hashes_put(&h, 7, page, sizeof page,
					    &sum),
				 PAGE_CHANGED);
	}
	/* A part of a page differs from the whole. */
	assert_int_equal(hashes_put(&h, 8, page, 100, &sum), PAGE_CHANGED);
	hashes_release(&h);
}

static void test_removed_pages_are_reported_once(void **state)
{
	struct hashes h = { .v = VEC_INIT };
	struct str s = STR_INIT;

	(void)state;
	hashes_look(&h);
	for (uint64_t i = 60; i < 70; i++)
		put_page(&h, i, 1);
	put_page(&h, 1ull << 40, 1);
	hashes_look(&h);
	put_page(&h, 60, 1);
	assert_true(hashes_keep(&h, 61));
	assert_false(hashes_keep(&h, 59));
	assert_true(hashes_seen(&h, 60));
	assert_true(hashes_seen(&h, 61));
	assert_false(hashes_seen(&h, 62));
	/* Only pages of the given range. */
	hashes_gone(&h, 0, 66, on_gone, &s);
	assert_string_equal(s.data, "62 63 64 65 ");
	str_clear(&s);
	hashes_gone(&h, 0, 66, on_gone, &s);
	assert_string_equal(s.data, "");
	/* A page that was removed is new when it returns. */
	assert_int_equal(put_page(&h, 62, 1), PAGE_NEW);
	assert_int_equal(put_page(&h, 66, 1), PAGE_SAME);
	hashes_look(&h);
	str_clear(&s);
	hashes_gone(&h, 0, UINT64_MAX, on_gone, &s);
	assert_string_equal(s.data, "60 61 62 66 67 68 69 1099511627776 ");
	assert_int_equal(h.v.n, 0);
	hashes_release(&h);
	str_release(&s);
}

/* In any order, with large gaps. */
static void test_sparse_pages_in_any_order(void **state)
{
	struct hashes h = { .v = VEC_INIT };

	(void)state;
	hashes_look(&h);
	for (uint64_t i = 1000; i-- > 0;)
		assert_int_equal(put_page(&h, i * 12345, (int)(i % 200)),
				 PAGE_NEW);
	hashes_look(&h);
	for (uint64_t i = 0; i < 1000; i++)
		assert_int_equal(put_page(&h, i * 7 % 1000 * 12345,
					  (int)(i * 7 % 1000 % 200)),
					  PAGE_SAME);
	for (size_t i = 1; i < h.v.n; i++)
		assert_ptr_not_equal(h.v.v[i], h.v.v[i - 1]);
	hashes_release(&h);
}

/* Checks which pages of [first, end) are clean. */
static void check_clean(struct hashes *h, uint64_t first, uint64_t end,
			const char *want)
{
	struct str s = STR_INIT;

	str_adds(&s, "");
	for (uint64_t i = first; i < end; i++)
		if (hashes_clean(h, i))
			str_addf(&s, "%llu ", (unsigned long long)i);
	assert_string_equal(s.data, want);
	str_release(&s);
}

static void test_written_pages_are_not_clean(void **state)
{
	struct hashes h = { .v = VEC_INIT };

	(void)state;
	hashes_look(&h);
	/* Unknown pages are not stored and not clean. */
	hashes_written(&h, 0, 1000);
	check_clean(&h, 0, 200, "");
	for (uint64_t i = 62; i < 67; i++)
		put_page(&h, i, 1);
	put_page(&h, 127, 1);
	put_page(&h, 128, 1);
	check_clean(&h, 0, 200, "62 63 64 65 66 127 128 ");
	hashes_written(&h, 63, 65);
	hashes_written(&h, 66, 66);
	check_clean(&h, 0, 200, "62 65 66 127 128 ");
	/* hashes_keep() does not read the page, so a written page stays
	 * written. */
	assert_true(hashes_keep(&h, 63));
	hashes_look(&h);
	check_clean(&h, 0, 200, "62 65 66 127 128 ");
	put_page(&h, 63, 1);
	put_page(&h, 64, 2);
	check_clean(&h, 0, 200, "62 63 64 65 66 127 128 ");
	hashes_written(&h, 65, 128);
	check_clean(&h, 0, 200, "62 63 64 128 ");
	hashes_written(&h, 0, 1ull << 51);
	check_clean(&h, 0, 200, "");
	hashes_release(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_changed_bit_is_found),
		cmocka_unit_test(test_removed_pages_are_reported_once),
		cmocka_unit_test(test_sparse_pages_in_any_order),
		cmocka_unit_test(test_written_pages_are_not_clean),
	};

	hashes_seed(12345);
	return cmocka_run_group_tests_name("hashes", tests, NULL, NULL);
}
