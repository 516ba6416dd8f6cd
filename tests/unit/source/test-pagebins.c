/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sums of a page scan, bin by bin: striped and random residency, with bins of 1
 * to 65,536 pages, even and odd offsets and ends, in slices and at once.
 */
#include <config.h>

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "../../support/fallbacks.h"
#include "base/alloc.h"
#include "source/sample/pages/binner.h"
#include "sys/pages/scan.h"

#define PAGES 131072u		/* two bins of the largest size */
#define BIN_MAX 65536u

static size_t page;
static struct pagescanner *scanner;
static int pagemap, maps;

/* below[i]: resident pages before page i. */
static uint32_t *below;

static char *map_pages(bool (*there)(size_t i))
{
	char *m = mmap(NULL, PAGES * page, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	assert_true(m != MAP_FAILED);
	madvise(m, PAGES * page, MADV_NOHUGEPAGE);
	below = xcalloc(PAGES + 1, sizeof *below);
	for (size_t i = 0; i < PAGES; i++) {
		if (there(i))
			m[i * page] = 1;
		below[i + 1] = below[i] + there(i);
	}
	return m;
}

static void on_run(void *arg, uint64_t start, uint64_t end, unsigned cats)
{
	binner_add(arg, start, end, cats);
}

static void check_bins(struct binner *b, const char *m, size_t from, size_t to,
		       size_t bin, uint64_t budget)
{
	uint64_t start = (uintptr_t)m + from * page;
	uint64_t end = (uintptr_t)m + to * page;
	struct pagescan s;
	int rc;

	binner_begin(b, start, end, page, (to - from + bin - 1) / bin);
	pagescan_begin(&s, scanner, pagemap, maps, start, end);
	while ((rc = pagescan_step(&s, budget, on_run, b)) == 0)
		;
	assert_int_equal(rc, 1);
	(void)binner_bins(b);
	assert_int_equal(b->resident, below[to] - below[from]);
	for (size_t i = 0; i < b->n; i++) {
		size_t at = from + i * b->bin_pages, next = at + b->bin_pages;

		next = next < to ? next : to;
		if (b->bins[i].resident != below[next] - below[at])
			fail_msg("bin %zu of %zu pages from %zu: %u, not %u",
				 i, (size_t)b->bin_pages, from,
				 b->bins[i].resident,
				 below[next] - below[at]);
	}
}

static void check_all_sizes(bool (*there)(size_t i))
{
	static const size_t offsets[] = { 0, 1, 777, 1023, 4097, 40001 };
	char *m = map_pages(there);
	struct binner b;

	binner_init(&b);
	for (size_t bin = 1; bin <= BIN_MAX; bin *= 2)
		for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
			size_t from = offsets[i], to = PAGES - from / 2;

			/* BINS_MAX limits the bins of a picture. */
			if ((to - from) / bin > BINS_MAX - 1)
				to = from + bin * (BINS_MAX - 1) + bin / 2;
			check_bins(&b, m, from, to, bin, i % 2 ? 0 : 1000000);
			assert_int_equal(b.bin_pages, bin);
		}
	binner_release(&b);
	munmap(m, PAGES * page);
	free(below);
}

static bool in_stripe(size_t i)
{
	return i % 2048 < 1024 && i < PAGES / 2 + 5000;
}

static bool by_chance(size_t i)
{
	uint32_t h = (uint32_t)i * 2654435761u;

	return i < PAGES / 2 ? h >> 31 : (h >> 24) == 0;
}

static void test_striped_pages_sum_up(void **state)
{
	(void)state;
	check_all_sizes(in_stripe);
}

static void test_random_pages_sum_up(void **state)
{
	(void)state;
	check_all_sizes(by_chance);
}

static int run(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_striped_pages_sum_up),
		cmocka_unit_test(test_random_pages_sum_up),
	};

	page = (size_t)sysconf(_SC_PAGESIZE);
	scanner = pagescanner_new();
	pagemap = open("/proc/self/pagemap", O_RDONLY);
	maps = open("/proc/self/maps", O_RDONLY);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

int main(void)
{
	/* Each fallback in a process of its own, because it is chosen only
	 * once. */
	static const char *const faults[] = {
		"", "no-procmap-query", "no-pagemap-scan,no-procmap-query",
	};

	return fallbacks_run("bins of pages", faults,
			     sizeof faults / sizeof *faults, run);
}
