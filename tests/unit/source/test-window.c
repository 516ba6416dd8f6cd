/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The visible window of a real process, from the sampler through the model to
 * the cells of the map, compared with pagemap page by page.
 */
#include <config.h>

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "sample-run.h"
#include "ui/pages/map.h"

#define LINE 128u
#define PAGES (131072u + 777)		/* 512 MiB and an odd rest */

struct victim {
	pid_t pid;
	uint64_t page_size;
	uint64_t start, end;		/* its region, with joined neighbours */
	uint64_t *entries;		/* of pagemap, one per page */
	struct sample_run r;
	struct model *m;
	struct view view;
};

/* One third striped, one third random, the rest untouched; a few zero pages. */
static void touch_pages(volatile char *p, uint64_t page)
{
	for (uint64_t i = 0; i < PAGES * 2 / 3; i++) {
		bool on = i < PAGES / 3 ? i / 1024 % 2 == 0
			: (i * UINT64_C(0x9e3779b97f4a7c15) >> 40) % 3 == 0;

		if (on && i % 1000 == 7)
			(void)p[i * page];
		else if (on)
			p[i * page] = 1;
	}
}

static void child(int fd)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	char *p = mmap(NULL, PAGES * page, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (p == MAP_FAILED)
		_exit(3);
	madvise(p, PAGES * page, MADV_NOHUGEPAGE);
	touch_pages(p, page);
	if (write(fd, &p, sizeof p) != sizeof p)
		_exit(4);
	for (;;)
		pause();
}

static void read_truth(struct victim *v)
{
	size_t n = (size_t)((v->end - v->start) / v->page_size);
	char path[64];
	int fd;

	snprintf(path, sizeof path, "/proc/%d/pagemap", (int)v->pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	assert_true(fd >= 0);
	v->entries = xcalloc(n, sizeof *v->entries);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(pread(fd, &v->entries[i], 8,
				       (off_t)((v->start / v->page_size + i) *
					       8)), 8);
	close(fd);
}

static void victim_init(struct victim *v)
{
	struct event ev = {
		.time_ns = 1, .kind = EV_PROCESS, .source = 't',
		.u.process = { .op = PROCESS_ATTACH, .status = -1,
			       .signal = -1 },
	};
	char *area;
	int fds[2];

	*v = (struct victim){ .page_size = (uint64_t)sysconf(_SC_PAGESIZE) };
	assert_int_equal(pipe(fds), 0);
	fflush(NULL);
	v->pid = fork();
	if (v->pid == 0)
		child(fds[1]);
	close(fds[1]);
	assert_int_equal(read(fds[0], &area, sizeof area), sizeof area);
	close(fds[0]);
	v->m = model_new();
	ev.pid = ev.tid = v->pid;
	ev.u.process.child = ev.u.process.child_pid = v->pid;
	model_event(v->m, &ev);
	sample_run_init(&v->r, "/proc", v->pid);
	v->r.tap = model_event_fn;
	v->r.tap_arg = v->m;
	assert_true(sample_run_until(&v->r, sample_run_whole, &v->r));
	v->start = sample_run_at(&v->r, (uintptr_t)area)->start;
	v->end = sample_run_at(&v->r, (uintptr_t)area)->end;
	v->view = (struct view){ .model = v->m, .pid = v->pid,
				 .region = v->start };
	read_truth(v);
	sample_run_request(&v->r, REQ_FOCUS, v->pid, v->start, 1);
}

static void victim_release(struct victim *v)
{
	kill(v->pid, SIGKILL);
	waitpid(v->pid, NULL, 0);
	sample_run_release(&v->r);
	model_free(v->m);
	free(v->entries);
}

/* --- expected values ----------------------------------------------------- */

static struct page_bin sum_pagemap(const struct victim *v, uint64_t start,
				   uint64_t end)
{
	struct page_bin sum = { 0 };

	for (uint64_t at = start; at < end; at += v->page_size) {
		uint64_t e = v->entries[(at - v->start) / v->page_size];

		bool there = e >> 63 & 1;

		sum.resident += there;
		sum.swapped += !there && (e >> 62 & 1);
		sum.exclusive += there && (e >> 56 & 1);
	}
	return sum;
}

struct want {
	struct victim *v;
	uint64_t start, end, cell;
};

static bool window_is_there(void *arg)
{
	const struct want *w = arg;
	const struct pages *p =
		&model_process(w->v->m, w->v->pid)->space.window;

	return p->page_size && p->start == w->start && p->end == w->end &&
	       p->bin_pages == w->cell && p->scanned == p->end &&
	       p->exclusive != EV_UNKNOWN;
}

static bool detail_is_there(void *arg)
{
	const struct victim *v = arg;
	const struct pages *p = &model_process(v->m, v->pid)->space.detail;

	return p->page_size && p->start == v->start && p->scanned == p->end &&
	       p->exclusive != EV_UNKNOWN;
}

static void request_window(struct victim *v, uint64_t start, uint64_t end,
			   uint64_t cell)
{
	struct request req = {
		.op = REQ_WINDOW, .pid = v->pid, .a = start, .b = end,
		.c = (uint32_t)__builtin_ctzll(cell),
	};

	assert_int_equal(sample_source.request(v->r.src, &req), 0);
}

/* Compares all cells of the window, and all others that are known. */
static void assert_cells(struct victim *v, const struct want *w)
{
	struct process *p = model_process(v->m, v->pid);
	struct region *r = space_at(&p->space, v->start);
	struct pages_map map;

	pages_map_init(&map, &v->view, p, r, w->cell, LINE / 2, PAINT_SHARING);
	for (uint64_t i = 0; i < map.cells; i++) {
		uint64_t start = pages_cell_start(&map, i);
		uint64_t end = start + w->cell * v->page_size;
		struct pages_cell cell;
		struct page_bin t;

		end = end < v->end ? end : v->end;
		pages_cell(&map, i, &cell);
		if (start >= w->start && end <= w->end)
			assert_true(cell.scanned);
		if (!cell.scanned)
			continue;
		t = sum_pagemap(v, start, end);
		assert_int_equal(cell.sum.resident, t.resident);
		assert_int_equal(cell.sum.swapped, t.swapped);
		if (cell.from->exclusive != EV_UNKNOWN)
			assert_int_equal(cell.sum.exclusive, t.exclusive);
	}
}

static void test_cells_equal_pagemap_at_every_zoom(void **state)
{
	struct victim v;
	uint64_t row, rows;

	(void)state;
	victim_init(&v);
	assert_true(sample_run_until(&v.r, detail_is_there, &v));
	for (uint64_t cell = 1; cell <= 65536; cell *= 4) {
		row = LINE * cell * v.page_size;
		rows = (v.end - v.start + row - 1) / row;
		for (uint64_t top = 0; top < rows; top += 1 + rows / 3) {
			struct want w = { .v = &v, .cell = cell };

			w.start = v.start + top * row;
			w.end = w.start + 31 * row;
			w.end = w.end < v.end ? w.end : v.end;
			request_window(&v, w.start, w.end, cell);
			/* A window of few pages gets finer bins. */
			while ((w.end - w.start) / v.page_size <= w.cell / 2 &&
			       w.cell > 1)
				w.cell /= 2;
			if (w.cell != cell)
				continue;
			assert_true(sample_run_until(&v.r, window_is_there,
						     &w));
			assert_cells(&v, &w);
		}
	}
	victim_release(&v);
}

/* Scrolled row by row: each window is complete, and so is the region's detail
 * after it. */
static void test_cells_equal_pagemap_while_scrolling(void **state)
{
	struct victim v;
	uint64_t row;

	(void)state;
	victim_init(&v);
	row = LINE * v.page_size;
	for (uint64_t top = 340; top < 350; top++) {
		struct want w = {
			.v = &v, .cell = 1, .start = v.start + top * row,
			.end = v.start + (top + 20) * row,
		};

		request_window(&v, w.start, w.end, 1);
		assert_true(sample_run_until(&v.r, window_is_there, &w));
		assert_cells(&v, &w);
	}
	assert_true(sample_run_until(&v.r, detail_is_there, &v));
	assert_int_equal(model_process(v.m, v.pid)->space.detail.resident,
			 sum_pagemap(&v, v.start, v.end).resident);
	victim_release(&v);
}

/* --- all regions --------------------------------------------------------- */

static bool bins_are_fine(void *arg)
{
	const struct want *w = arg;
	const struct process *p = model_process(w->v->m, w->v->pid);
	const struct region *r = space_at(&p->space, w->v->start);

	return r && r->pages.page_size && r->pages.bin_pages <= w->cell;
}

/* Every cell of the address space equals the sum of its pages. */
static void test_address_space_cells_equal_pagemap(void **state)
{
#ifdef MMTOP_SANITIZED
	/* The 20 TiB of a sanitizer's shadow leave no cell for others. */
	const bool alone = false;
#else
	const bool alone = true;
#endif
	struct victim v;
	struct want w = { .v = &v };
	struct process *p;
	struct space_map sm;
	struct pages_map map;
	uint64_t seen = 0;

	(void)state;
	victim_init(&v);
	p = model_process(v.m, v.pid);
	space_map_make(&sm, p, v.page_size, LINE / 2, 12, 0);
	w.cell = sm.cell_pages;
	space_map_release(&sm);
	request_window(&v, 0, UINT64_MAX, w.cell);
	assert_true(sample_run_until(&v.r, bins_are_fine, &w));
	space_map_make(&sm, p, v.page_size, LINE / 2, 12, w.cell);
	pages_map_space(&map, &v.view, &sm, PAINT_PRESENCE);
	for (uint64_t i = 0; i < sm.rows.n * LINE; i++) {
		const struct space_cell *sc = space_map_cell(&sm, i);
		struct pages_cell cell;

		if (!sc || sc->start < v.start || sc->end > v.end)
			continue;
		pages_cell(&map, i, &cell);
		assert_true(cell.scanned);
		assert_int_equal(cell.sum.resident,
				 sum_pagemap(&v, sc->start, sc->end).resident);
		seen += cell.pages;
	}
	if (alone)
		assert_int_equal(seen, (v.end - v.start) / v.page_size);
	space_map_release(&sm);
	victim_release(&v);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cells_equal_pagemap_at_every_zoom),
		cmocka_unit_test(test_cells_equal_pagemap_while_scrolling),
		cmocka_unit_test(test_address_space_cells_equal_pagemap),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
