/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The strip of a file that two processes map, compared page by page with the
 * pagemap that the test reads.
 */
#include <config.h>

#include "sample-run.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define PAGE 4096u
#define PAGES 1024u
#define SIZE (PAGES * PAGE)

static char path[64];

/* A process that maps the file: shared, and half of it private. */
struct who {
	pid_t pid;
	char *shared, *private;
};

_Noreturn static void map_and_sleep(struct who *w, int ready, unsigned step)
{
	int fd = open(path, O_RDWR);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	w->shared = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	w->private = mmap(NULL, SIZE / 2, PROT_READ | PROT_WRITE, MAP_PRIVATE,
			  fd, SIZE / 2);
	if (w->shared == MAP_FAILED || w->private == MAP_FAILED)
		_exit(1);
	for (unsigned i = 0; i < PAGES; i += step)
		w->shared[i * PAGE] = 1;
	for (unsigned i = 0; i < PAGES / 2; i += 50)
		w->private[i * PAGE] = 2;
	if (write(ready, "x", 1) != 1)
		_exit(1);
	for (;;)
		pause();
}

static void start_mapper(struct who **w, unsigned step)
{
	int ready[2];
	char c;

	*w = mmap(NULL, sizeof **w, PROT_READ | PROT_WRITE,
		  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert_int_equal(pipe(ready), 0);
	pid_t pid = fork();
	if (pid == 0)
		map_and_sleep(*w, ready[1], step);
	(*w)->pid = pid;
	close(ready[1]);
	assert_int_equal(read(ready[0], &c, 1), 1);
	close(ready[0]);
}

static void end_mapper(struct who *w)
{
	kill(w->pid, SIGKILL);
	waitpid(w->pid, NULL, 0);
	munmap(w, sizeof *w);
}

/* --- events --------------------------------------------------------------- */

struct heard {
	unsigned n;
	struct ev_strip e;
	struct file_bin bins[4096];
	size_t n_bins;
	unsigned files;			/* FILE events of the path */
};

static void on_event(void *arg, const struct event *ev)
{
	struct heard *h = arg;

	if (ev->kind == EV_FILE)
		h->files += ev->u.file.name.len == strlen(path) &&
			    !memcmp(ev->u.file.name.data, path, strlen(path));
	if (ev->kind != EV_STRIP)
		return;
	h->n++;
	h->e = ev->u.strip;
	h->n_bins = ev->u.strip.bins.len / sizeof *h->bins;
	assert_true(h->n_bins <= 4096);
	memcpy(h->bins, ev->u.strip.bins.data, ev->u.strip.bins.len);
}

static bool is_told(void *arg)
{
	return ((struct heard *)arg)->n > 0;
}

/* Adds to each page of a part whether it is present, and whether it is a
 * copy. */
static void add_pagemap(pid_t pid, const char *addr, unsigned first, unsigned n,
			struct file_bin *bins)
{
	static uint64_t entries[PAGES];
	char name[64];
	int fd;

	snprintf(name, sizeof name, "/proc/%d/pagemap", (int)pid);
	fd = open(name, O_RDONLY);
	assert_true(fd >= 0);
	assert_int_equal(pread(fd, entries, n * 8, (off_t)((uintptr_t)addr /
			       PAGE * 8)), n * 8);
	close(fd);
	for (unsigned i = 0; i < n; i++) {
		bins[first + i].mapped += (uint32_t)(entries[i] >> 63);
		bins[first + i].private += entries[i] >> 63 &&
					   !(entries[i] >> 61 & 1);
	}
}

static void check_strip(const struct who *w)
{
	static struct file_bin want[PAGES];
	static struct heard h;
	struct sample_run r;
	uint64_t mapped = 0, copies = 0, ever = 0;

	memset(want, 0, sizeof want);
	h = (struct heard){ .n = 0 };
	sample_run_init(&r, "/proc", w->pid);
	r.host.wants.files = true;
	r.tap = on_event;
	r.tap_arg = &h;
	assert_true(sample_run_until(&r, sample_run_whole, &r));
	sample_run_request(&r, REQ_FILE, w->pid, (uintptr_t)w->shared, 0);
	assert_true(sample_run_until(&r, is_told, &h));
	add_pagemap(w->pid, w->shared, 0, PAGES, want);
	add_pagemap(w->pid, w->private, PAGES / 2, PAGES / 2, want);
	assert_int_equal(h.e.page_size, PAGE);
	assert_int_equal(h.e.bin_pages, 1);
	assert_int_equal(h.n_bins, PAGES);
	assert_int_equal(h.e.size, SIZE);
	assert_int_equal(h.e.mappings, 2);
	assert_int_equal(h.e.shared, 1);
	for (unsigned i = 0; i < PAGES; i++) {
		assert_int_equal(h.bins[i].mapped, want[i].mapped);
		assert_int_equal(h.bins[i].private, want[i].private);
		assert_int_equal(h.bins[i].ever, want[i].mapped != 0);
		mapped += want[i].mapped;
		copies += want[i].private;
		ever += want[i].mapped != 0;
	}
	assert_int_equal(h.e.mapped, mapped);
	assert_int_equal(h.e.private, copies);
	assert_int_equal(h.e.ever, ever);
	assert_true(copies >= PAGES / 2 / 50);
	assert_true(h.files > 0);
	/* Every page of a shared mapping is in the page cache. */
	assert_int_equal(h.e.cached_why, STRIP_TOLD);
	assert_true(h.e.cached >= PAGES / 7 && h.e.cached <= PAGES);
	/* Without a change there is no event, except after a loss. */
	h.n = 0;
	sample_run_snapshot(&r, SNAPSHOT_END);
	assert_true(sample_run_until(&r, is_told, &h));
	sample_run_request(&r, REQ_FILE, w->pid, 0, 0);
	sample_run_release(&r);
}

static void test_strip_equals_pagemap(void **state)
{
	struct who *a, *b;

	(void)state;
	start_mapper(&a, 7);
	start_mapper(&b, 3);
	check_strip(a);
	check_strip(b);
	end_mapper(a);
	end_mapper(b);
}

/* A request for an address without a file gets no answer and is harmless. */
static void test_request_without_file_gets_no_answer(void **state)
{
	static struct heard h;
	struct sample_run r;
	struct who *a;

	(void)state;
	start_mapper(&a, 7);
	sample_run_init(&r, "/proc", a->pid);
	r.tap = on_event;
	r.tap_arg = &h;
	assert_true(sample_run_until(&r, sample_run_whole, &r));
	sample_run_request(&r, REQ_FILE, 1, 4096, 0);
	sample_run_request(&r, REQ_FILE, a->pid, 4096, 0);
	sample_run_request(&r, REQ_FILE, a->pid, UINT64_MAX, 0);
	sample_run_request(&r, REQ_SAMPLE, a->pid, 0, 0);
	assert_true(sample_run_until(&r, sample_run_whole, &r));
	assert_int_equal(h.n, 0);
	/* The process is detached while its file is shown. */
	sample_run_request(&r, REQ_FILE, a->pid, (uintptr_t)a->shared, 0);
	sample_run_process(&r, PROCESS_DETACH, a->pid, a->pid);
	assert_true(sample_run_until(&r, sample_run_whole, &r));
	end_mapper(a);
	sample_run_release(&r);
}

static int set_up(void **state)
{
	int fd;

	(void)state;
	strcpy(path, "/tmp/mmtop-file.XXXXXX");
	fd = mkstemp(path);
	if (fd < 0 || ftruncate(fd, SIZE) < 0)
		return -1;
	return close(fd);
}

static int tear_down(void **state)
{
	(void)state;
	return unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_strip_equals_pagemap),
		cmocka_unit_test(test_request_without_file_gets_no_answer),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
