/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of live blocks is in memory, of pages that this program touched. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "source/heap/heap_private.h"
#include "sys/procroot.h"

#define PAGES 64u

static uint64_t page;
static char *memory;

static void touch(unsigned from, unsigned to)
{
	for (; from < to; from++)
		memory[from * page] = 1;
}

static uint32_t block(struct live *l, uint64_t at, uint64_t size,
		      uint64_t caller)
{
	struct live_block b = {
		.addr = (uintptr_t)memory + at, .size = size,
		.site = live_site(l, caller, NULL, 0),
	};

	live_alloc(l, &b, false);
	return b.site;
}

static void test_pages(void **state)
{
	struct source_host host = { 0 };
	struct source s = { .host = &host };
	struct heap_proc p = { .pid = getpid(), .live = live_new() };
	struct err err;
	uint32_t whole, part, half, away;

	(void)state;
	page = (uint64_t)getpagesize();
	memory = mmap(NULL, (PAGES + 2) * page, PROT_NONE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_true(memory != MAP_FAILED);
	memory += page;
	assert_int_equal(mprotect(memory, PAGES * page, PROT_READ | PROT_WRITE),
			 0);
	(void)madvise(memory, PAGES * page, MADV_NOHUGEPAGE);
	assert_int_equal(procroot_open(&host.proc, "/proc", &err), 0);
	touch(0, 5);
	touch(21, 23);
	touch(30, 31);
	whole = block(p.live, 100, 3 * page + 50, 1);
	part = block(p.live, 20 * page, 4 * page, 2);
	half = block(p.live, 30 * page + page / 2, page, 3);
	away = block(p.live, 50 * page, 5 * page, 4);
	/* Two in one page. */
	block(p.live, 4 * page, 16, 4);
	block(p.live, 4 * page + 32, 16, 4);
	heap_look_resident(&s, &p);
	assert_int_equal(live_get(p.live, whole)->resident, 3 * page + 50);
	assert_int_equal(live_get(p.live, part)->resident, 2 * page);
	assert_int_equal(live_get(p.live, half)->resident, page / 2);
	assert_int_equal(live_get(p.live, away)->resident, 32);
	/* Eight pages are there. */
	assert_int_equal(p.freed, 8 * page - (3 * page + 50) - 2 * page -
			 page / 2 - 32);
	/* Nobody can be asked: it is not known. */
	p.look_ns = 0;
	p.pid = 0;
	heap_look_resident(&s, &p);
	assert_true(live_get(p.live, whole)->resident == EV_UNKNOWN);
	assert_true(p.freed == EV_UNKNOWN);
	live_delete(p.live);
	procroot_free(host.proc);
	munmap(memory - page, (PAGES + 2) * page);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pages),
	};

	if (access("/proc/self/pagemap", R_OK) < 0) {
		printf("1..0 # SKIP no pagemap\n");
		return 0;
	}
	return cmocka_run_group_tests_name("heapresident", tests, NULL, NULL);
}
