/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Resident bytes of live blocks, on pages that this program touched.  The blocks
 * are those of a child that only sleeps.  Its main heap counts, too; the tests
 * subtract it.
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

/* Forks a child that keeps the pages touched so far, and only sleeps. */
static pid_t fork_sleeper(void)
{
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (;;)
		pause();
}

static void end_child(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	munmap(memory - page, (PAGES + 2) * page);
}

#define DEADLINE_NS UINT64_C(60000000000)

/* A scan has a few milliseconds, in which this process may not even run. It is
 * repeated until its result is known. */
static void scan_known(struct heap_source *s, struct heap_proc *p)
{
	uint64_t until = clock_ns() + DEADLINE_NS;

	do {
		p->look_ns = 0;
		heap_scan_resident(s, p);
	} while (p->freed == EV_UNKNOWN && clock_ns() < until);
}

/* Resident bytes of the main heap, which holds none of the blocks. */
static uint64_t main_heap(struct source_host *host, pid_t pid)
{
	/* A source that knows no arena. */
	struct heap_source s = { .host = host };
	struct heap_proc p = { .pid = pid, .live = live_new() };

	scan_known(&s, &p);
	live_delete(p.live);
	assert_true(p.freed != EV_UNKNOWN);
	return p.freed;
}

/* Scans, and leaves out the main heap. An emulator keeps its own memory there,
 * which still grows after the fork: the scan is repeated if that happens. */
static void scan_resident(struct heap_source *s, struct heap_proc *p)
{
	uint64_t until = clock_ns() + DEADLINE_NS, base;

	do {
		base = main_heap(s->host, p->pid);
		scan_known(s, p);
	} while (main_heap(s->host, p->pid) != base && clock_ns() < until);
	p->freed -= base;
	p->spare -= base;
}

static uint64_t scan_blocks(struct heap_source *s, struct heap_proc *p,
			    struct heap_block *list, size_t n)
{
	uint64_t until = clock_ns() + DEADLINE_NS, sum;

	do
		sum = heap_scan_blocks(s, p, list, n);
	while (sum == EV_UNKNOWN && clock_ns() < until);
	return sum;
}

static bool scan_pages(struct heap_source *s, struct heap_proc *p,
		       uint64_t start, uint64_t end, uint64_t bin_pages,
		       struct heap_bins *out)
{
	uint64_t until = clock_ns() + DEADLINE_NS;

	while (!heap_scan_pages(s, p, start, end, bin_pages, out))
		if (clock_ns() > until)
			return false;
	return true;
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

static uint32_t add_block(struct live *l, uint64_t at, uint64_t size,
			  uint64_t caller)
{
	struct live_block b = {
		.addr = (uintptr_t)memory + at, .size = size,
		.site = live_site(l, caller, NULL, 0),
	};

	live_alloc(l, &b, false);
	return b.site;
}

/* Maps PAGES accessible pages, with no other memory next to them. */
static void map_pages(void)
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

static void test_resident_bytes_of_sites(void **state)
{
	struct source_host host = { 0 };
	struct heap_source s = { .host = &host };
	struct heap_proc p = { .live = live_new() };
	uint32_t whole, part, half, away;
	struct err err;
	pid_t pid;

	(void)state;
	map_pages();
	assert_int_equal(procroot_open(&host.proc, "/proc", &err), 0);
	touch(0, 5);
	touch(21, 23);
	touch(30, 31);
	p.pid = pid = fork_sleeper();
	whole = add_block(p.live, 100, 3 * page + 50, 1);
	part = add_block(p.live, 20 * page, 4 * page, 2);
	half = add_block(p.live, 30 * page + page / 2, page, 3);
	away = add_block(p.live, 50 * page, 5 * page, 4);
	/* Two blocks in one page. */
	add_block(p.live, 4 * page, 16, 4);
	add_block(p.live, 4 * page + 32, 16, 4);
	scan_resident(&s, &p);
	assert_int_equal(live_get(p.live, whole)->resident, 3 * page + 50);
	assert_int_equal(live_get(p.live, part)->resident, 2 * page);
	assert_int_equal(live_get(p.live, half)->resident, page / 2);
	assert_int_equal(live_get(p.live, away)->resident, 32);
	/* Eight pages are resident. */
	assert_int_equal(p.freed, 8 * page - (3 * page + 50) - 2 * page -
			 page / 2 - 32);
	/* If the process cannot be read, the values are unknown. */
	p.look_ns = 0;
	p.pid = 0;
	heap_scan_resident(&s, &p);
	assert_true(live_get(p.live, whole)->resident == EV_UNKNOWN);
	assert_true(p.freed == EV_UNKNOWN);
	live_delete(p.live);
	procroot_free(host.proc);
	end_child(pid);
}

static void send_region(struct heap_source *s, pid_t pid, unsigned op,
			unsigned whose)
{
	const struct ev_region r = {
		.op = op, .start = (uintptr_t)memory, .whose = whose,
		.end = (uintptr_t)memory + PAGES * page,
	};

	heap_region(s, pid, &r);
}

static void test_freed_pages_count_in_arenas_only(void **state)
{
	struct source_host host = { 0 };
	struct heap_source s = { .host = &host };
	struct heap_proc p = { .live = live_new() };
	struct err err;

	(void)state;
	map_pages();
	assert_int_equal(procroot_open(&host.proc, "/proc", &err), 0);
	touch(0, 32);
	p.pid = fork_sleeper();
	for (unsigned i = 0; i < 32; i++)
		add_block(p.live, i * page, page, i % 2);
	for (unsigned i = 0; i < 32; i += 2)
		assert_int_equal(release(p.live, i * page), HEAP_RIGHT);
	/* The owner of the other pages is unknown. */
	send_region(&s, p.pid, REGION_ADD, WHOSE_CODE);
	scan_resident(&s, &p);
	assert_int_equal(p.freed, 0);
	assert_int_equal(p.spare, 0);
	send_region(&s, p.pid, REGION_CHANGE, WHOSE_ARENA);
	scan_resident(&s, &p);
	assert_int_equal(p.freed, 16 * page);
	assert_int_equal(p.spare, 16 * page);
	/* freed includes the free half of a page; spare has only pages that are
	 * wholly free. */
	for (unsigned i = 1; i < 32; i += 2)
		add_block(p.live, i * page, page / 2, 1);
	scan_resident(&s, &p);
	assert_int_equal(p.freed, 24 * page);
	assert_int_equal(p.spare, 16 * page);
	for (unsigned i = 1; i < 32; i += 2)
		assert_int_equal(release(p.live, i * page), HEAP_RIGHT);
	scan_resident(&s, &p);
	assert_int_equal(p.freed, 32 * page);
	send_region(&s, p.pid, REGION_REMOVE, WHOSE_ARENA);
	scan_resident(&s, &p);
	assert_int_equal(p.freed, 0);
	heap_regions_gone(&s, p.pid);
	vec_release(&s.owns);
	live_delete(p.live);
	procroot_free(host.proc);
	end_child(p.pid);
}

static void test_resident_bytes_of_blocks(void **state)
{
	struct source_host host = { 0 };
	struct heap_source s = { .host = &host };
	struct heap_proc p = { .live = NULL };
	struct heap_block list[5];
	uint64_t until = clock_ns() + DEADLINE_NS;
	struct err err;

	(void)state;
	map_pages();
	assert_int_equal(procroot_open(&host.proc, "/proc", &err), 0);
	touch(1, 3);
	p.pid = fork_sleeper();
	list[0] = (struct heap_block){ .addr = 0, .size = 4 * page };
	list[1] = (struct heap_block){ .addr = page + 16, .size = 40 };
	list[2] = (struct heap_block){ .addr = 2 * page + page / 2,
				       .size = page };
	list[3] = (struct heap_block){ .addr = 9 * page, .size = page };
	list[4] = (struct heap_block){ .addr = 2 * page, .size = 0 };
	for (unsigned i = 0; i < 5; i++)
		list[i].addr += (uintptr_t)memory;
	assert_int_equal(scan_blocks(&s, &p, list, 5),
			 2 * page + 40 + page / 2);
	assert_int_equal(list[0].resident, 2 * page);
	assert_int_equal(list[1].resident, 40);
	assert_int_equal(list[2].resident, page / 2);
	assert_int_equal(list[3].resident, 0);
	assert_int_equal(list[4].resident, 0);
	/* A block at an implausible address is unknown. */
	list[1].addr = UINT64_MAX - 5;
	do
		assert_true(heap_scan_blocks(&s, &p, list, 2) == EV_UNKNOWN);
	while (list[0].resident == EV_UNKNOWN && clock_ns() < until);
	assert_int_equal(list[0].resident, 2 * page);
	assert_true(list[1].resident == EV_UNKNOWN);
	procroot_free(host.proc);
	end_child(p.pid);
}

static void assert_bin(const struct heap_bin *b, uint64_t live, uint64_t mixed,
		       uint64_t none, uint64_t bytes)
{
	assert_int_equal(b->live, live);
	assert_int_equal(b->mixed, mixed);
	assert_int_equal(b->free, none);
	assert_int_equal(b->bytes, bytes);
}

/* Alternate pages with blocks and without. */
static void check_stripe(struct heap_source *s, struct heap_proc *p)
{
	struct heap_bins bins = { .list = VEC_INIT };
	uint64_t start = (uintptr_t)memory;

	assert_true(scan_pages(s, p, start, start + PAGES * page, 1,
				    &bins));
	assert_int_equal(bins.list.n, PAGES);
	for (unsigned i = 0; i < 32; i++)
		assert_bin(&bins.list.v[i], i % 2 == 0, 0, i % 2,
			   i % 2 ? 0 : page);
	/* Half a page; two blocks with a gap smaller than a block; a page that
	 * is not resident. */
	assert_bin(&bins.list.v[40], 0, 1, 0, page / 2);
	assert_bin(&bins.list.v[41], 1, 0, 0, page - 8);
	assert_bin(&bins.list.v[42], 0, 0, 1, 0);
	assert_bin(&bins.list.v[50], 0, 0, 0, 0);
	vec_clear(&bins.list);
	/* In bins of eight pages; the last one has four. */
	assert_true(scan_pages(s, p, start, start + 44 * page, 8, &bins));
	assert_int_equal(bins.list.n, 6);
	assert_bin(&bins.list.v[0], 4, 0, 4, 4 * page);
	assert_bin(&bins.list.v[4], 0, 0, 0, 0);
	assert_bin(&bins.list.v[5], 1, 1, 1, page + page / 2 - 8);
	vec_clear(&bins.list);
	/* More pages than an event can hold, at unmapped addresses. */
	assert_false(heap_scan_pages(s, p, page, page << 24, 1, &bins));
	assert_int_equal(bins.list.n, 0);
	vec_release(&bins.list);
}

static void test_pages_are_live_mixed_or_free(void **state)
{
	struct source_host host = { 0 };
	struct heap_source s = { .host = &host };
	struct heap_proc p = { .live = live_new() };
	struct err err;

	(void)state;
	map_pages();
	assert_int_equal(procroot_open(&host.proc, "/proc", &err), 0);
	touch(0, 32);
	touch(40, 43);
	p.pid = fork_sleeper();
	/* malloc's size fields lie before the blocks. */
	for (unsigned i = 0; i < 32; i += 2)
		add_block(p.live, i * page + 16, page - 16, 1);
	add_block(p.live, 40 * page + 16, page / 2 - 16, 2);
	add_block(p.live, 41 * page + 16, page / 2 - 16, 2);
	add_block(p.live, 41 * page + page / 2 + 16, page / 2 - 24, 2);
	add_block(p.live, 50 * page + 16, page - 16, 3);
	check_stripe(&s, &p);
	live_delete(p.live);
	procroot_free(host.proc);
	end_child(p.pid);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pages_are_live_mixed_or_free),
		cmocka_unit_test(test_freed_pages_count_in_arenas_only),
		cmocka_unit_test(test_resident_bytes_of_blocks),
		cmocka_unit_test(test_resident_bytes_of_sites),
	};

	if (access("/proc/self/pagemap", R_OK) < 0) {
		printf("1..0 # SKIP no pagemap\n");
		return 0;
	}
	return cmocka_run_group_tests_name("heapresident", tests, NULL, NULL);
}
