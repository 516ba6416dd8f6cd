/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pages of a fork family, compared with a known set of writes: a member's own
 * pages are those that it, or all others, have written since the fork.
 */
#include <config.h>

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "sample-run.h"
#include "sys/loop.h"

#define PAGES 1024
#define MEMBERS 3			/* this process and two children */
#define KINDS 2				/* of the region: anonymous, or of a
					 * file */

struct family_run {
	struct sample_run r;
	unsigned char *mem;
	pid_t pid[MEMBERS];
	int tell[MEMBERS];		/* write end: next order */
	int done;			/* read end: order is done */
	struct page_bin bins[MEMBERS][PAGES];
	struct ev_pages last[MEMBERS];
	unsigned told[MEMBERS];
	unsigned want;
	size_t page;
};

static void on_pages(void *arg, const struct event *ev)
{
	struct family_run *f = arg;
	const struct ev_pages *ep = &ev->u.pages;

	if (ev->kind != EV_PAGES || ep->detail != PAGES_OF_FAMILY)
		return;
	for (size_t i = 0; i < MEMBERS; i++) {
		if (f->pid[i] != ev->pid)
			continue;
		f->told[i]++;
		f->last[i] = *ep;
		assert_int_equal(ep->bin_pages, 1);
		assert_int_equal(ep->bins.len, sizeof f->bins[i]);
		memcpy(f->bins[i], ep->bins.data, sizeof f->bins[i]);
	}
}

static void child_main(struct family_run *f, int orders, int done)
{
	uint16_t page;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	while (read(orders, &page, sizeof page) == sizeof page) {
		if (page == UINT16_MAX)
			munmap(f->mem, PAGES * f->page);
		else
			f->mem[page * f->page]++;
		if (write(done, "", 1) != 1)
			break;
	}
	_exit(0);
}

static void family_fork(struct family_run *f, size_t i, int done)
{
	int orders[2];

	assert_int_equal(pipe(orders), 0);
	f->pid[i] = fork();
	assert_true(f->pid[i] >= 0);
	if (!f->pid[i]) {
		close(orders[1]);
		for (size_t k = 1; k < i; k++)
			close(f->tell[k]);
		child_main(f, orders[0], done);
	}
	close(orders[0]);
	f->tell[i] = orders[1];
	sample_run_process(&f->r, PROCESS_FORK, getpid(), f->pid[i]);
}

static void member_write(struct family_run *f, size_t i, uint16_t page)
{
	char c;

	if (!i) {
		f->mem[page * f->page]++;
		return;
	}
	assert_int_equal(write(f->tell[i], &page, sizeof page), sizeof page);
	assert_int_equal(read(f->done, &c, 1), 1);
}

static void *region_make(struct family_run *f, bool file)
{
	FILE *tmp = file ? tmpfile() : NULL;
	void *mem;

	if (tmp)
		assert_int_equal(ftruncate(fileno(tmp),
					   (off_t)(PAGES * f->page)), 0);
	mem = mmap(NULL, PAGES * f->page, PROT_READ | PROT_WRITE,
		   MAP_PRIVATE | (file ? 0 : MAP_ANONYMOUS),
		   tmp ? fileno(tmp) : -1, 0);
	assert_ptr_not_equal(mem, MAP_FAILED);
	/* One page per entry, even if huge pages are the default. */
	madvise(mem, PAGES * f->page, MADV_NOHUGEPAGE);
	if (tmp)
		fclose(tmp);
	return mem;
}

static void family_init(struct family_run *f, bool file)
{
	int done[2];

	memset(f, 0, sizeof *f);
	f->page = (size_t)sysconf(_SC_PAGESIZE);
	f->mem = region_make(f, file);
	/* The last quarter is absent: no process ever touched it. */
	for (size_t i = 0; i < PAGES * 3 / 4; i++)
		f->mem[i * f->page] = 1;
	f->pid[0] = getpid();
	sample_run_init(&f->r, "/proc", getpid());
	f->r.tap = on_pages;
	f->r.tap_arg = f;
	assert_int_equal(pipe(done), 0);
	f->done = done[0];
	for (size_t i = 1; i < MEMBERS; i++)
		family_fork(f, i, done[1]);
	close(done[1]);
}

static void child_end(struct family_run *f, size_t i)
{
	close(f->tell[i]);
	assert_int_equal(waitpid(f->pid[i], NULL, 0), f->pid[i]);
	sample_run_process(&f->r, PROCESS_EXIT, f->pid[i], f->pid[i]);
	f->pid[i] = 0;
}

static void family_release(struct family_run *f)
{
	for (size_t i = 1; i < MEMBERS; i++)
		if (f->pid[i])
			child_end(f, i);
	close(f->done);
	sample_run_release(&f->r);
	munmap(f->mem, PAGES * f->page);
}

/* A complete scan that started after the last write. */
static bool all_told(void *arg)
{
	struct family_run *f = arg;

	for (size_t i = 0; i < MEMBERS; i++)
		if (f->pid[i] && f->told[i] < f->want)
			return false;
	return true;
}

static bool parent_told(void *arg)
{
	const struct family_run *f = arg;

	return f->told[0] >= f->want;
}

static void scan_family(struct family_run *f)
{
	memset(f->told, 0, sizeof f->told);
	f->want = 2;
	assert_true(sample_run_until(&f->r, all_told, f));
}

/* --- expected pages ------------------------------------------------------- */

struct truth {
	bool wrote[MEMBERS][PAGES];
};

/* A page belongs to the member that wrote it, or to the only one left with the
 * old page. */
static bool is_own(const struct truth *t, size_t member, size_t page)
{
	unsigned others = 0;

	if (t->wrote[member][page])
		return true;
	for (size_t i = 0; i < MEMBERS; i++)
		others += i != member && !t->wrote[i][page];
	return !others;
}

static void check_pages(const struct family_run *f, const struct truth *t,
			bool file)
{
	uint64_t own = 0;

	for (size_t i = 0; i < MEMBERS; i++) {
		own = 0;
		for (size_t k = 0; k < PAGES; k++) {
			const struct page_bin *b = &f->bins[i][k];
			bool there = k < PAGES * 3 / 4 || t->wrote[i][k];
			bool mine = there && is_own(t, i, k);

			/* A page that no member wrote belongs to the file. */
			if (k >= PAGES * 3 / 4)
				mine = t->wrote[i][k];
			if (!file || k < PAGES * 3 / 4)
				assert_int_equal(b->resident, there);
			assert_int_equal(b->exclusive, mine);
			own += mine;
		}
		assert_int_equal(f->last[i].exclusive, own);
	}
}

static void test_own_pages_equal_known_writes(void **state)
{
	for (int file = 0; file < KINDS; file++) {
		struct truth t = { 0 };
		struct family_run f;

		(void)state;
		family_init(&f, file);
		sample_run_request(&f.r, REQ_FAMILY, getpid(),
				   (uint64_t)(uintptr_t)f.mem, 0);
		scan_family(&f);
		check_pages(&f, &t, file);
		/* All eight combinations of writers. */
		for (size_t k = 0; k < PAGES; k++)
			for (size_t i = 0; i < MEMBERS; i++)
				if ((k * 2654435761u >> 12) & 1u << i &&
				    k % 3 == 0) {
					member_write(&f, i, (uint16_t)k);
					t.wrote[i][k] = true;
				}
		scan_family(&f);
		check_pages(&f, &t, file);
		family_release(&f);
	}
}

static void test_family_of_a_child_is_found(void **state)
{
	struct truth t = { 0 };
	struct family_run f;

	(void)state;
	family_init(&f, false);
	sample_run_request(&f.r, REQ_FAMILY, f.pid[2],
			   (uint64_t)(uintptr_t)f.mem, 0);
	member_write(&f, 2, 7);
	t.wrote[2][7] = true;
	scan_family(&f);
	check_pages(&f, &t, false);
	family_release(&f);
}

/* A child that exits or unmaps the region leaves the family. */
static void test_exit_and_unmap_leave_the_family(void **state)
{
	struct family_run f;
	unsigned before;

	(void)state;
	family_init(&f, false);
	sample_run_request(&f.r, REQ_FAMILY, getpid(),
			   (uint64_t)(uintptr_t)f.mem, 0);
	scan_family(&f);
	child_end(&f, 1);
	member_write(&f, 2, UINT16_MAX);
	sample_run_request(&f.r, REQ_SAMPLE, 0, 0, 0);
	before = f.told[2];
	f.want = f.told[0] + 4;
	assert_true(sample_run_until(&f.r, parent_told, &f));
	/* One scan may have been in progress. */
	assert_in_range(f.told[2], before, before + 2);
	assert_int_equal(f.last[0].exclusive, PAGES * 3 / 4);
	family_release(&f);
}

static void test_closed_view_stops_scans(void **state)
{
	struct family_run f;
	unsigned told;

	(void)state;
	family_init(&f, false);
	sample_run_request(&f.r, REQ_FAMILY, getpid(),
			   (uint64_t)(uintptr_t)f.mem, 0);
	scan_family(&f);
	sample_run_request(&f.r, REQ_FAMILY, 0, 0, 0);
	told = f.told[0];
	for (int i = 0; i < 20; i++) {
		sample_source.drain(f.r.src, 2000000);
		loop_turn(f.r.loop, 50000000);
	}
	assert_int_equal(f.told[0], told);
	family_release(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_own_pages_equal_known_writes),
		cmocka_unit_test(test_family_of_a_child_is_found),
		cmocka_unit_test(test_exit_and_unmap_leave_the_family),
		cmocka_unit_test(test_closed_view_stops_scans),
	};

	return cmocka_run_group_tests_name("sample-family", tests, NULL, NULL);
}
