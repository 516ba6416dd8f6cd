/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Page scans of this process's memory, whose pages are known: by PAGEMAP_SCAN
 * and by reading pagemap, at once and in the smallest slices.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "../../support/fallbacks.h"
#include "../../support/zeropage.h"
#include "base/alloc.h"
#include "base/fault.h"
#include "sys/loop.h"
#include "sys/pages/scan.h"
#include "sys/proc/map.h"

#define MIB (1ul << 20)

static size_t page;

/* Categories per page, as the runs reported them. */
struct picture {
	uint64_t start;
	size_t n;
	unsigned char *cats;
	uint64_t last;
	unsigned disorder;
};

static void on_run(void *arg, uint64_t start, uint64_t end, unsigned cats)
{
	struct picture *p = arg;

	if (start < p->last || start >= end || start % page || end % page ||
	    start < p->start || end > p->start + p->n * page || !cats)
		p->disorder++;
	else
		memset(p->cats + (start - p->start) / page, (int)cats,
		       (end - start) / page);
	p->last = end;
}

static void scan_memory(struct picture *p, const void *at, size_t size,
			uint64_t budget)
{
	struct pagescanner *sc = pagescanner_new();
	int pagemap = open("/proc/self/pagemap", O_RDONLY);
	int maps = open("/proc/self/maps", O_RDONLY);
	struct pagescan s;
	int rc, steps = 0;

	*p = (struct picture){ .start = (uintptr_t)at, .n = size / page };
	p->cats = xcalloc(p->n, 1);
	assert_true(pagemap >= 0 && maps >= 0);
	pagescan_begin(&s, sc, pagemap, maps, p->start, p->start + size);
	while ((rc = pagescan_step(&s, budget, on_run, p)) == 0) {
		assert_true(s.pos > p->start && s.pos <= s.end);
		steps++;
	}
	assert_int_equal(rc, 1);
	assert_int_equal(p->disorder, 0);
	if (budget == 0 && size > 64 * MIB)
		assert_true(steps > 1);
	close(pagemap);
	close(maps);
	pagescanner_free(sc);
}

static char *map_pages(size_t size)
{
	char *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	assert_true(p != MAP_FAILED);
	madvise(p, size, MADV_NOHUGEPAGE);
	return p;
}

static void assert_page(const struct picture *p, size_t i, unsigned cats)
{
	if (p->cats[i] != cats)
		fail_msg("page %zu has categories %u, not %u", i, p->cats[i],
			 cats);
}

/* 256 MiB, alternately 1,024 present pages and 1,024 absent ones. */
static void test_stripes_are_scanned_exactly(void **state)
{
	size_t size = 256 * MIB, n = size / page;
	char *m = map_pages(size);

	(void)state;
	for (size_t i = 0; i < n; i++)
		if (i / 1024 % 2 == 0)
			m[i * page] = 1;
	for (uint64_t budget = 0; budget <= 1000000; budget += 1000000) {
		struct picture p;

		scan_memory(&p, m, size, budget);
		for (size_t i = 0; i < n; i++)
			assert_page(&p, i, i / 1024 % 2 ? 0 : PAGE_PRESENT);
		free(p.cats);
	}
	munmap(m, size);
}

/* Mostly present, so that the scan requests absent pages: with single holes,
 * zero pages (if the kernel reports them), and a part without access. */
static void test_dense_memory_is_scanned_exactly(void **state)
{
	size_t size = 96 * MIB, n = size / page;
	char *m = map_pages(size);
	struct pagescanner *sc = pagescanner_new();
	bool zero = pagescanner_knows_zero(sc) && zero_page_here();
	struct picture p;

	(void)state;
	for (size_t i = 0; i < n; i++)
		if (i % 3001 != 5)
			m[i * page] = 1;
	for (size_t i = 9000; i < 9100; i++) {
		madvise(m + i * page, page, MADV_DONTNEED);
		(void)*(volatile char *)(m + i * page);
	}
	/* Unmapped: an inverted scan reports nothing there. */
	munmap(m + 12000 * page, 3000 * page);
	mprotect(m + 20000 * page, 100 * page, PROT_NONE);
	scan_memory(&p, m, size, 1000000);
	for (size_t i = 0; i < n; i++) {
		unsigned want = i % 3001 != 5 ? PAGE_PRESENT : 0;

		if (i >= 9000 && i < 9100)
			want = PAGE_PRESENT | (zero ? PAGE_ZERO : 0);
		if (i >= 12000 && i < 15000)
			want = 0;
		assert_page(&p, i, want);
	}
	free(p.cats);
	munmap(m, size);
	pagescanner_free(sc);
}

/* --- huge pages ----------------------------------------------------------- */

#define LARGE (2 * MIB)
/* A page dropped within a huge page. */
#define LARGE_DROPPED (10 * MIB / page + 1)

/* 128 MiB, aligned, in huge pages if the kernel provides them; then small pages
 * in the same region, and changes that split huge pages. */
static char *map_large(char **whole, size_t size)
{
	char *m;

	*whole = map_pages(size + LARGE);
	m = (char *)(((uintptr_t)*whole + LARGE - 1) & ~(LARGE - 1));
	memset(m + 96 * MIB, 1, 8 * MIB);
	madvise(m, size, MADV_HUGEPAGE);
	memset(m, 1, 96 * MIB);
	memset(m + 108 * MIB, 1, 20 * MIB);
	madvise(m + LARGE_DROPPED * page, page, MADV_DONTNEED);
	madvise(m + 20 * MIB, LARGE, MADV_DONTNEED);
	(void)*(volatile char *)(m + 20 * MIB);
	/* Unmapped: an inverted scan reports nothing there. */
	munmap(m + 40 * MIB, LARGE + page);
	mprotect(m + 60 * MIB, 3 * page, PROT_NONE);
	return m;
}

static bool large_is_there(size_t i)
{
	size_t at = i * page;

	return !(i == LARGE_DROPPED ||
		 (at >= 40 * MIB && at < 40 * MIB + LARGE + page) ||
		 (at >= 104 * MIB && at < 108 * MIB));
}

/* Scans pieces so small that only present pages are ever requested. */
static void scan_pieces(struct picture *p, char *m, size_t size)
{
	size_t piece = MIB / 2;

	*p = (struct picture){ .start = (uintptr_t)m, .n = size / page };
	p->cats = xcalloc(p->n, 1);
	for (size_t at = 0; at < size; at += piece) {
		struct picture part;

		scan_memory(&part, m + at, piece, 1000000);
		memcpy(p->cats + at / page, part.cats, part.n);
		free(part.cats);
	}
}

/* In a run of huge pages the scan must request pages that are not huge. */
static void assert_small_requested(const char *m, size_t size)
{
	struct pagescanner *sc = pagescanner_new();
	int pagemap = open("/proc/self/pagemap", O_RDONLY);
	int maps = open("/proc/self/maps", O_RDONLY), asked = 0;
	struct procmap ignored;
	struct picture p;
	struct pagescan s;

	p = (struct picture){ .start = (uintptr_t)m, .n = size / page };
	p.cats = xcalloc(p.n, 1);
	pagescan_begin(&s, sc, pagemap, maps, p.start, p.start + size);
	while (pagescan_step(&s, 0, on_run, &p) == 0)
		asked += s.ask == ASK_SMALL;
	if (procmap_query(maps, p.start, false, &ignored, NULL, 0) == 0)
		assert_true(asked > 0);
	free(p.cats);
	close(pagemap);
	close(maps);
	pagescanner_free(sc);
}

/* Returns true if both scans agree. The kernel may join small pages and split
 * huge ones at any time. */
static bool large_agrees(char *m, size_t size, size_t *large)
{
	struct picture p, truth;
	bool same;

	scan_memory(&p, m, size, 1000000);
	scan_pieces(&truth, m, size);
	*large = 0;
	for (size_t i = 0; i < p.n; i++) {
		*large += !!(p.cats[i] & PAGE_HUGE);
		/* khugepaged may join its neighbours, which fills this page.
		 * Without PAGEMAP_SCAN, no page is reported as huge. */
		if (i == LARGE_DROPPED && p.cats[i] & PAGE_PRESENT)
			continue;
		if (large_is_there(i) != !!(p.cats[i] & PAGE_PRESENT))
			fail_msg("page %zu has categories %u", i, p.cats[i]);
	}
	same = !memcmp(p.cats, truth.cats, p.n);
	free(p.cats);
	free(truth.cats);
	return same;
}

static void test_huge_pages_are_scanned_exactly(void **state)
{
	size_t size = 128 * MIB, large;
	char *whole, *m = map_large(&whole, size);
	int tries = 5;

	(void)state;
	while (!large_agrees(m, size, &large))
		assert_true(--tries > 0);
	fprintf(stderr, "# %zu of %zu pages are in huge pages\n", large,
		size / page);
	if (large * page > 64 * MIB)
		assert_small_requested(m, size);
	munmap(whole, size + LARGE);
}

/* --- other scans ---------------------------------------------------------- */

/* Every second page: the highest number of ranges. */
static void test_alternating_pages_are_scanned_exactly(void **state)
{
	size_t size = 48 * MIB, n = size / page;
	char *m = map_pages(size);
	struct picture p;

	(void)state;
	for (size_t i = 0; i < n; i += 2)
		m[i * page] = 1;
	scan_memory(&p, m, size, 1000000);
	for (size_t i = 0; i < n; i++)
		assert_page(&p, i, i % 2 ? 0 : PAGE_PRESENT);
	free(p.cats);
	munmap(m, size);
}

static void on_exclusive(void *arg, uint64_t start, uint64_t end,
			 unsigned cats)
{
	(void)cats;
	*(uint64_t *)arg += (end - start) / page;
}

/* Asserts that n pages are exclusive, at the latest after ten seconds: a page
 * that the kernel is just moving is not reported as exclusive. */
static void assert_exclusive(struct pagescanner *sc, const char *m,
			     size_t size, uint64_t n)
{
	int pagemap = open("/proc/self/pagemap", O_RDONLY);
	uint64_t mine;

	for (int ms = 0; ms < 10000; ms++) {
		mine = 0;
		assert_int_equal(pagescan_exclusive(sc, pagemap, (uintptr_t)m,
						    (uintptr_t)m + size,
						    on_exclusive, &mine), 0);
		if (mine == n)
			break;
		usleep(1000);
	}
	assert_int_equal(mine, n);
	close(pagemap);
}

/* Pages shared with a child are not exclusive. */
static void test_shared_pages_are_not_exclusive(void **state)
{
	size_t size = 24 * MIB;
	char *m = map_pages(size);
	struct pagescanner *sc = pagescanner_new();
	int hold[2];
	pid_t pid;

	(void)state;
	for (size_t i = 0; i < size / page; i++)
		m[i * page] = 1;
	assert_exclusive(sc, m, size, size / page);
	assert_int_equal(pipe(hold), 0);
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		char c;

		close(hold[1]);
		_exit(read(hold[0], &c, 1) < 0);
	}
	for (size_t i = 0; i < 100; i++)
		m[i * page] = 2;	/* makes copies */
	assert_exclusive(sc, m, size, 100);
	close(hold[1]);
	waitpid(pid, NULL, 0);
	close(hold[0]);
	munmap(m, size);
	pagescanner_free(sc);
}

/* A hole of 20 TiB costs one call, not one per window. */
static void test_large_hole_costs_one_call(void **state)
{
	size_t size = 20ul << 40;
	char *m = mmap(NULL, size, PROT_NONE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	struct pagescanner *sc = pagescanner_new();
	int pagemap = open("/proc/self/pagemap", O_RDONLY);
	struct picture p = { .start = (uintptr_t)m };
	struct pagescan s;
	int rc = 0;

	(void)state;
	if (m != MAP_FAILED && pagescanner_skips_holes(sc)) {
		pagescan_begin(&s, sc, pagemap, -1, p.start, p.start + size);
		for (int i = 0; i < 20 && rc == 0; i++)
			rc = pagescan_step(&s, 0, on_run, &p);
		assert_int_equal(rc, 1);
		assert_int_equal(p.last, 0);
	}
	if (m != MAP_FAILED)
		munmap(m, size);
	close(pagemap);
	pagescanner_free(sc);
}

static void test_pagemap_entries_are_decoded(void **state)
{
	bool exclusive;
	uint64_t frame;

	(void)state;
	assert_int_equal(pagemap_entry(0, &exclusive, &frame), 0);
	assert_int_equal(pagemap_entry(0x8100000000001234, &exclusive,
				       &frame), PAGE_PRESENT);
	assert_true(exclusive);
	assert_int_equal(frame, 0x1234);
	assert_int_equal(pagemap_entry(0x4000000000001234, &exclusive,
				       &frame), PAGE_SWAPPED);
	assert_false(exclusive);
	assert_int_equal(frame, 0);
	/* A page under migration is in memory; a marker is no page. */
	assert_int_equal(pagemap_entry(0x400000000000249e, &exclusive,
				       &frame), PAGE_PRESENT);
	assert_int_equal(pagemap_entry(0x420000000000003f, &exclusive,
				       &frame), 0);
	/* A guard marker is not a swapped page. */
	assert_int_equal(pagemap_entry(0x440000000000009f, &exclusive,
				       &frame), 0);
	assert_true(pagemap_entry_is_file(0xa000000000000000));
	assert_false(pagemap_entry_is_file(0x2000000000000000));
}

static void test_bad_descriptors_are_reported(void **state)
{
	struct pagescanner *sc = pagescanner_new();
	int maps;
	struct procmap map_;
	struct pagescan s;
	char name[64];
	int rc;

	(void)state;
	pagescan_begin(&s, sc, -1, -1, 0, MIB);
	assert_true(pagescan_step(&s, 0, on_run, NULL) < 0);
	maps = open("/proc/self/maps", O_RDONLY);
	assert_true(procmap_alive(maps));
	rc = procmap_query(maps, (uintptr_t)&page, false, &map_, name,
			   sizeof name);
	/* Kernels before 6.11 lack PROCMAP_QUERY, too. */
	if (fault_on("no-procmap-query"))
		assert_int_equal(rc, -ENOTTY);
	if (rc != -ENOTTY) {
		assert_int_equal(rc, 0);
		assert_true(map_.start <= (uintptr_t)&page &&
			    (uintptr_t)&page < map_.end);
		assert_true(map_.perm & PROCMAP_W);
		assert_int_equal(map_.page_size, page);
		assert_int_equal(procmap_query(maps, 4096, false, &map_,
					       NULL, 0), -ENOENT);
		assert_int_equal(procmap_query(maps, 4096, true, &map_, NULL,
					       0), 0);
	}
	close(maps);
	pagescanner_free(sc);
}

/* A descriptor of maps outlives the address space, and its end can be
 * detected. */
static void test_end_of_address_space_is_detected(void **state)
{
	int hold[2], maps;
	char path[32];
	pid_t pid;

	(void)state;
	assert_int_equal(pipe(hold), 0);
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		char c;

		close(hold[1]);
		_exit(read(hold[0], &c, 1) < 0);
	}
	snprintf(path, sizeof path, "/proc/%d/maps", (int)pid);
	maps = open(path, O_RDONLY);
	assert_true(procmap_alive(maps));
	close(hold[1]);
	waitpid(pid, NULL, 0);
	assert_false(procmap_alive(maps));
	close(maps);
	close(hold[0]);
}

static int run(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stripes_are_scanned_exactly),
		cmocka_unit_test(test_dense_memory_is_scanned_exactly),
		cmocka_unit_test(test_huge_pages_are_scanned_exactly),
		cmocka_unit_test(test_alternating_pages_are_scanned_exactly),
		cmocka_unit_test(test_shared_pages_are_not_exclusive),
		cmocka_unit_test(test_large_hole_costs_one_call),
		cmocka_unit_test(test_pagemap_entries_are_decoded),
		cmocka_unit_test(test_bad_descriptors_are_reported),
		cmocka_unit_test(test_end_of_address_space_is_detected),
	};

	page = (size_t)sysconf(_SC_PAGESIZE);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

int main(void)
{
	/* Each fallback in a process of its own, because it is chosen only
	 * once. */
	static const char *const faults[] = {
		"", "no-procmap-query", "no-pagemap-scan",
		"no-pagemap-scan,no-procmap-query",
	};

	return fallbacks_run("page scans", faults,
			     sizeof faults / sizeof *faults, run);
}
