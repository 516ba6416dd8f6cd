/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What of live blocks is in memory, of pages that this program touched; in a
 * child, which stands still: its main heap counts as well, and must not move.
 */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "source/heap/heap_private.h"
#include "sys/loop.h"
#include "sys/proc/root.h"

#define PAGES 64u

static uint64_t page;
static char *memory;

/* Nothing but what it touched before that lies in it, and its main heap. */
static pid_t stand_still(void)
{
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (;;)
		pause();
}

static void end(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	munmap(memory - page, (PAGES + 2) * page);
}

#define DEADLINE_NS UINT64_C(60000000000)

/* A look has a few milliseconds, in which this process may not run at all: it is
 * repeated until its result is known. */
static void look(struct heap_source *s, struct heap_proc *p)
{
	uint64_t until = clock_ns() + DEADLINE_NS;

	do {
		p->look_ns = 0;
		heap_look_resident(s, p);
	} while (p->freed == EV_UNKNOWN && clock_ns() < until);
}

static uint64_t look_blocks(struct heap_source *s, struct heap_proc *p,
			    struct heap_block *list, size_t n)
{
	uint64_t until = clock_ns() + DEADLINE_NS, sum;

	do
		sum = heap_look_blocks(s, p, list, n);
	while (sum == EV_UNKNOWN && clock_ns() < until);
	return sum;
}

static bool look_pages(struct heap_source *s, struct heap_proc *p,
		       uint64_t start, uint64_t end, uint64_t bin_pages,
		       struct heap_bins *out)
{
	uint64_t until = clock_ns() + DEADLINE_NS;

	while (!heap_look_pages(s, p, start, end, bin_pages, out))
		if (clock_ns() > until)
			return false;
	return true;
}

/* What the main heap has, which no block lies in. */
static uint64_t main_heap(struct heap_source *s, pid_t pid)
{
	struct heap_proc p = { .pid = pid, .live = live_new() };

	look(s, &p);
	live_delete(p.live);
	assert_true(p.freed != EV_UNKNOWN);
	return p.freed;
}

static enum heap_wrong release(struct live *l, uint64_t at)
{
	struct live_block b = { .addr = (uintptr_t)memory + at, .time = 1 };

	return live_release(l, &b, &b);
}

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

/* PAGES of it can be touched; none lies beside other memory. */
static void map(void)
{
	page = (uint64_t)getpagesize();
	memory = mmap(NULL, (PAGES + 2) * page, PROT_NONE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_true(memory != MAP_FAILED);
	memory += page;
	assert_int_equal(mprotect(memory, PAGES * page, PROT_READ | PROT_WRITE),
			 0);
	(void)madvise(memory, PAGES * page, MADV_NOHUGEPAGE);
}

static void test_pages(void **state)
{
	struct source_host host = { 0 };
	struct heap_source s = { .host = &host };
	struct heap_proc p = { .live = live_new() };
	uint32_t whole, part, half, away;
	uint64_t base;
	struct err err;
	pid_t pid;

	(void)state;
	map();
	assert_int_equal(procroot_open(&host.proc, "/proc", &err), 0);
	touch(0, 5);
	touch(21, 23);
	touch(30, 31);
	p.pid = pid = stand_still();
	base = main_heap(&s, pid);
	whole = block(p.live, 100, 3 * page + 50, 1);
	part = block(p.live, 20 * page, 4 * page, 2);
	half = block(p.live, 30 * page + page / 2, page, 3);
	away = block(p.live, 50 * page, 5 * page, 4);
	/* Two in one page. */
	block(p.live, 4 * page, 16, 4);
	block(p.live, 4 * page + 32, 16, 4);
	look(&s, &p);
	assert_int_equal(live_get(p.live, whole)->resident, 3 * page + 50);
	assert_int_equal(live_get(p.live, part)->resident, 2 * page);
	assert_int_equal(live_get(p.live, half)->resident, page / 2);
	assert_int_equal(live_get(p.live, away)->resident, 32);
	/* Eight pages are there. */
	assert_int_equal(p.freed - base, 8 * page - (3 * page + 50) - 2 * page -
			 page / 2 - 32);
	/* Nobody can be asked: it is not known. */
	p.look_ns = 0;
	p.pid = 0;
	heap_look_resident(&s, &p);
	assert_true(live_get(p.live, whole)->resident == EV_UNKNOWN);
	assert_true(p.freed == EV_UNKNOWN);
	live_delete(p.live);
	procroot_free(host.proc);
	end(pid);
}

static void region(struct heap_source *s, pid_t pid, unsigned op,
		   unsigned whose)
{
	const struct ev_region r = {
		.op = op, .start = (uintptr_t)memory, .whose = whose,
		.end = (uintptr_t)memory + PAGES * page,
	};

	heap_region(s, pid, &r);
}

static void test_given_back(void **state)
{
	struct source_host host = { 0 };
	struct heap_source s = { .host = &host };
	struct heap_proc p = { .live = live_new() };
	uint64_t base;
	struct err err;

	(void)state;
	map();
	assert_int_equal(procroot_open(&host.proc, "/proc", &err), 0);
	touch(0, 32);
	p.pid = stand_still();
	base = main_heap(&s, p.pid);
	for (unsigned i = 0; i < 32; i++)
		block(p.live, i * page, page, i % 2);
	for (unsigned i = 0; i < 32; i += 2)
		assert_int_equal(release(p.live, i * page), HEAP_RIGHT);
	/* Whose the other pages are is not known. */
	region(&s, p.pid, REGION_ADD, WHOSE_CODE);
	look(&s, &p);
	assert_int_equal(p.freed - base, 0);
	assert_int_equal(p.spare - base, 0);
	region(&s, p.pid, REGION_CHANGE, WHOSE_ARENA);
	look(&s, &p);
	assert_int_equal(p.freed - base, 16 * page);
	assert_int_equal(p.spare - base, 16 * page);
	/* All of it, where half a page of each was left. */
	for (unsigned i = 1; i < 32; i += 2)
		block(p.live, i * page, page / 2, 1);
	look(&s, &p);
	assert_int_equal(p.freed - base, 24 * page);
	assert_int_equal(p.spare - base, 16 * page);
	for (unsigned i = 1; i < 32; i += 2)
		assert_int_equal(release(p.live, i * page), HEAP_RIGHT);
	look(&s, &p);
	assert_int_equal(p.freed - base, 32 * page);
	region(&s, p.pid, REGION_REMOVE, WHOSE_ARENA);
	look(&s, &p);
	assert_int_equal(p.freed - base, 0);
	heap_regions_gone(&s, p.pid);
	vec_release(&s.owns);
	live_delete(p.live);
	procroot_free(host.proc);
	end(p.pid);
}

static void test_blocks(void **state)
{
	struct source_host host = { 0 };
	struct heap_source s = { .host = &host };
	struct heap_proc p = { .live = NULL };
	struct heap_block list[5];
	uint64_t until = clock_ns() + DEADLINE_NS;
	struct err err;

	(void)state;
	map();
	assert_int_equal(procroot_open(&host.proc, "/proc", &err), 0);
	touch(1, 3);
	p.pid = stand_still();
	list[0] = (struct heap_block){ .addr = 0, .size = 4 * page };
	list[1] = (struct heap_block){ .addr = page + 16, .size = 40 };
	list[2] = (struct heap_block){ .addr = 2 * page + page / 2,
				       .size = page };
	list[3] = (struct heap_block){ .addr = 9 * page, .size = page };
	list[4] = (struct heap_block){ .addr = 2 * page, .size = 0 };
	for (unsigned i = 0; i < 5; i++)
		list[i].addr += (uintptr_t)memory;
	assert_int_equal(look_blocks(&s, &p, list, 5),
			 2 * page + 40 + page / 2);
	assert_int_equal(list[0].resident, 2 * page);
	assert_int_equal(list[1].resident, 40);
	assert_int_equal(list[2].resident, page / 2);
	assert_int_equal(list[3].resident, 0);
	assert_int_equal(list[4].resident, 0);
	/* What cannot be is not known. */
	list[1].addr = UINT64_MAX - 5;
	do
		assert_true(heap_look_blocks(&s, &p, list, 2) == EV_UNKNOWN);
	while (list[0].resident == EV_UNKNOWN && clock_ns() < until);
	assert_int_equal(list[0].resident, 2 * page);
	assert_true(list[1].resident == EV_UNKNOWN);
	procroot_free(host.proc);
	end(p.pid);
}

static void is_bin(const struct heap_bin *b, uint64_t live, uint64_t mixed,
		   uint64_t none, uint64_t bytes)
{
	assert_int_equal(b->live, live);
	assert_int_equal(b->mixed, mixed);
	assert_int_equal(b->free, none);
	assert_int_equal(b->bytes, bytes);
}

/* A stripe of pages that blocks have, and of those that none has. */
static void stripe(struct heap_source *s, struct heap_proc *p)
{
	struct heap_bins bins = { .list = VEC_INIT };
	uint64_t start = (uintptr_t)memory;

	assert_true(look_pages(s, p, start, start + PAGES * page, 1,
				    &bins));
	assert_int_equal(bins.list.n, PAGES);
	for (unsigned i = 0; i < 32; i++)
		is_bin(&bins.list.v[i], i % 2 == 0, 0, i % 2,
		       i % 2 ? 0 : page);
	/* Half of it; two blocks, with less between them than a block takes; what
	 * is not there. */
	is_bin(&bins.list.v[40], 0, 1, 0, page / 2);
	is_bin(&bins.list.v[41], 1, 0, 0, page - 8);
	is_bin(&bins.list.v[42], 0, 0, 1, 0);
	is_bin(&bins.list.v[50], 0, 0, 0, 0);
	vec_clear(&bins.list);
	/* In bins of eight pages; the last has four. */
	assert_true(look_pages(s, p, start, start + 44 * page, 8, &bins));
	assert_int_equal(bins.list.n, 6);
	is_bin(&bins.list.v[0], 4, 0, 4, 4 * page);
	is_bin(&bins.list.v[4], 0, 0, 0, 0);
	is_bin(&bins.list.v[5], 1, 1, 1, page + page / 2 - 8);
	vec_clear(&bins.list);
	/* More than can be told, and what nobody has. */
	assert_false(heap_look_pages(s, p, page, page << 24, 1, &bins));
	assert_int_equal(bins.list.n, 0);
	vec_release(&bins.list);
}

static void test_where(void **state)
{
	struct source_host host = { 0 };
	struct heap_source s = { .host = &host };
	struct heap_proc p = { .live = live_new() };
	struct err err;

	(void)state;
	map();
	assert_int_equal(procroot_open(&host.proc, "/proc", &err), 0);
	touch(0, 32);
	touch(40, 43);
	p.pid = stand_still();
	/* With their lengths before them. */
	for (unsigned i = 0; i < 32; i += 2)
		block(p.live, i * page + 16, page - 16, 1);
	block(p.live, 40 * page + 16, page / 2 - 16, 2);
	block(p.live, 41 * page + 16, page / 2 - 16, 2);
	block(p.live, 41 * page + page / 2 + 16, page / 2 - 24, 2);
	block(p.live, 50 * page + 16, page - 16, 3);
	stripe(&s, &p);
	live_delete(p.live);
	procroot_free(host.proc);
	end(p.pid);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_where),
		cmocka_unit_test(test_given_back),
		cmocka_unit_test(test_blocks),
		cmocka_unit_test(test_pages),
	};

	if (access("/proc/self/pagemap", R_OK) < 0) {
		printf("1..0 # SKIP no pagemap\n");
		return 0;
	}
	return cmocka_run_group_tests_name("heapresident", tests, NULL, NULL);
}
