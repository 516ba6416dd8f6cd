/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * RSS of each region, summed from page scans, must equal smaps of a stopped
 * process exactly, with each fallback of the scan.
 */
#include <config.h>

#include <fcntl.h>
#include <linux/perf_event.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "../../support/fallbacks.h"
#include "base/str.h"
#include "parse/proc/smaps.h"
#include "sample-run.h"
#include "sys/loop.h"
#include "sys/proc/root.h"

#define MIB (1ul << 20)
#define PAGE ((size_t)sysconf(_SC_PAGESIZE))
#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102
#endif

/* The kernel has no PAGEMAP_SCAN, or a fault hides it. */
static bool holes_cost;

static char *anon(size_t size, int prot, int flags)
{
	char *p = mmap(NULL, size, prot, flags | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		_exit(3);
	return p;
}

static void write_pages(char *p, size_t from, size_t to, size_t step)
{
	for (size_t i = from; i < to; i += step)
		p[i * PAGE] = 1;
}

static void read_pages(volatile char *p, size_t from, size_t to, size_t step)
{
	for (size_t i = from; i < to; i += step)
		(void)p[i * PAGE];
}

static void victim_anon(void)
{
	char *p = anon(64 * MIB, PROT_READ | PROT_WRITE, MAP_PRIVATE);

	madvise(p, 64 * MIB, MADV_NOHUGEPAGE);
	/* Dense with holes, zero pages at the end, then sparse. */
	write_pages(p, 0, 9000, 1);
	for (size_t i = 100; i < 9000; i += 701)
		madvise(p + i * PAGE, PAGE, MADV_DONTNEED);
	read_pages(p, 5000, 8000, 1);
	read_pages(p, 9000, 9100, 1);
	write_pages(p, 10000, 16000, 7);
	/* Only read: the zero page. */
	read_pages(anon(MIB, PROT_READ | PROT_WRITE, MAP_PRIVATE), 0, 256, 1);
	/* Dropped again: page tables without pages. */
	p = anon(8 * MIB, PROT_READ | PROT_WRITE, MAP_PRIVATE);
	write_pages(p, 0, 2048, 1);
	madvise(p, 8 * MIB, MADV_DONTNEED);
	/* Guard markers look like swapped pages. */
	p = anon(MIB, PROT_READ | PROT_WRITE, MAP_PRIVATE);
	write_pages(p, 0, 10, 1);
	madvise(p + 20 * PAGE, 20 * PAGE, MADV_GUARD_INSTALL);
	/* Pages in a mapping without access. */
	p = anon(MIB, PROT_READ | PROT_WRITE, MAP_PRIVATE);
	write_pages(p, 0, 50, 1);
	mprotect(p, MIB, PROT_NONE);
	/* Reading pagemap takes 1 ms per GiB of hole. */
	mmap(NULL, holes_cost ? 4ul << 30 : 20ul << 40,
	     PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

static void victim_huge(void)
{
	char *p = anon(16 * MIB, PROT_READ | PROT_WRITE, MAP_PRIVATE);
	char *q = (char *)(((uintptr_t)p + 2 * MIB - 1) & ~(2 * MIB - 1));

	madvise(q, 8 * MIB, MADV_HUGEPAGE);
	q[0] = 1;			/* a huge page */
	read_pages(q + 2 * MIB, 0, 1, 1);	/* the huge zero page */
	q[4 * MIB] = 1;
	madvise(q + 4 * MIB, PAGE, MADV_DONTNEED); /* a huge page that was
						    * split */
	/* Existing pages stay; khugepaged must not join others later. */
	madvise(q, 8 * MIB, MADV_NOHUGEPAGE);
	p = mmap(NULL, 4 * MIB, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
	if (p != MAP_FAILED)		/* if the machine has some */
		*p = 1;
}

static void victim_files(void)
{
	int fd = open("/proc/self/exe", O_RDONLY), mem, id;
	char *p = mmap(NULL, 64 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE,
		       fd, 0);

	if (p != MAP_FAILED) {
		read_pages(p, 0, 3, 1);
		write_pages(p, 1, 2, 1);
	}
	read_pages(mmap(NULL, 64 * PAGE, PROT_READ, MAP_SHARED, fd, 0), 0, 2,
		   1);
	mem = (int)syscall(SYS_memfd_create, "rss test", 0);
	if (ftruncate(mem, (off_t)MIB) == 0) {
		write_pages(mmap(NULL, MIB, PROT_READ | PROT_WRITE, MAP_SHARED,
				 mem, 0), 0, 100, 3);
		/* A hole of a file, only read; then private copies. */
		p = mmap(NULL, MIB, PROT_READ | PROT_WRITE, MAP_PRIVATE, mem,
			 0);
		read_pages(p, 0, 200, 1);
		write_pages(p, 5, 9, 1);
	}
	write_pages(anon(MIB, PROT_READ | PROT_WRITE, MAP_SHARED), 0, 99, 2);
	id = shmget(IPC_PRIVATE, MIB, 0600);
	if (id >= 0) {
		p = shmat(id, NULL, 0);
		if (p != (void *)-1)
			write_pages(p, 0, 33, 1);
		shmctl(id, IPC_RMID, NULL);
	}
}

/* Mappings of drivers. */
static void victim_devices(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .size = sizeof attr,
		.config = PERF_COUNT_SW_DUMMY, .exclude_kernel = 1,
	};
	int fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
	uint64_t params[15] = { 0 };
	char *p;

	if (fd >= 0) {
		p = mmap(NULL, 9 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED,
			 fd, 0);
		if (p != MAP_FAILED)
			read_pages(p, 0, 9, 1);
	}
	/* io_uring_setup(): a ring of ordinary pages. */
	fd = (int)syscall(425, 8, params);
	if (fd >= 0) {
		p = mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
			 MAP_SHARED | MAP_POPULATE, fd, 0);
		if (p != MAP_FAILED)
			read_pages(p, 0, 1, 1);
	}
	fd = open("/dev/zero", O_RDWR);
	p = mmap(NULL, 16 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	if (p != MAP_FAILED) {
		read_pages(p, 0, 8, 1);
		write_pages(p, 0, 2, 1);
	}
}

static pid_t victim(void)
{
	/* Pages that both processes share after the fork. */
	char *p = anon(MIB, PROT_READ | PROT_WRITE, MAP_PRIVATE);
	int status;
	pid_t pid;

	write_pages(p, 0, 64, 1);
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		write_pages(p, 0, 8, 1);
		victim_anon();
		victim_huge();
		victim_files();
		victim_devices();
		raise(SIGSTOP);
		_exit(0);
	}
	munmap(p, MIB);
	assert_int_equal(waitpid(pid, &status, WUNTRACED), pid);
	assert_true(WIFSTOPPED(status));
	return pid;
}

static void victim_end(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

/*
 * Reading pagemap takes 1 ms per GiB of hole, so without PAGEMAP_SCAN the
 * terabytes of a sanitizer's shadow are left out.
 */
static bool in_time(const struct seen *s)
{
	return !holes_cost || s->end - s->start < 5ul << 30;
}

static bool all_told(void *arg)
{
	struct sample_run *r = arg;

	for (size_t i = 0; i < r->seen.n; i++)
		if (r->seen.v[i].rss == EV_UNKNOWN && in_time(&r->seen.v[i]))
			return false;
	return r->syncs > 0;
}

/* Returns the number of regions that differ, and prints them if tell is set. */
static unsigned compare(struct sample_run *r, pid_t pid, unsigned *regions,
			bool tell)
{
	struct str text = STR_INIT;
	unsigned wrong = 0;
	size_t used = 0;

	*regions = 0;
	assert_int_equal(procroot_readf(r->proc, &text, 64 * MIB, "%d/smaps",
					pid), 0);
	for (;;) {
		struct bytes rest = { text.data + used, text.len - used };
		struct smaps_entry e;
		struct seen *s;
		bool found;
		size_t n = smaps_region(rest, true, &e, &found);

		if (!found)
			break;
		used += n;
		++*regions;
		s = sample_run_at(r, e.map.start);
		if (s && s->start == e.map.start && s->end == e.map.end &&
		    (s->rss == e.rss ||
		     (s->rss == EV_UNKNOWN && !in_time(s))))
			continue;
		wrong++;
		if (!tell)
			continue;
		print_message("# %lx-%lx %.*s: smaps %lu, scan %lu\n",
			      (unsigned long)e.map.start,
			      (unsigned long)e.map.end, (int)e.map.raw.len,
			      (const char *)e.map.raw.data,
			      (unsigned long)e.rss,
			      s ? (unsigned long)s->rss : 0ul);
	}
	str_release(&text);
	return wrong;
}

static void check_rss(pid_t pid)
{
	struct sample_run r;
	unsigned regions, wrong;
	bool whole;

	sample_run_init(&r, "/proc", pid);
	whole = sample_run_until(&r, all_told, &r);
	assert_true(whole);
	wrong = compare(&r, pid, &regions, true);
	assert_int_equal(r.seen.n, regions);
	assert_true(regions > 30);
	assert_int_equal(r.overlaps, 0);
	assert_int_equal(wrong, 0);
	sample_run_release(&r);
}

static void test_rss_of_stopped_process_equals_smaps(void **state)
{
	pid_t pid = victim();

	(void)state;
	check_rss(pid);
	victim_end(pid);
}

/* --- a process that changes its regions ---------------------------------- */

static uint64_t random_below(uint64_t *seed, uint64_t n)
{
	*seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
	return (*seed >> 33) % n;
}

/* The area: the part that changes, a page without access, a nearly full
 * part. */
#define MOVING 11999ul
#define STILL (MOVING + 1)

/* Maps, unmaps, protects and touches at random. */
static void change_at_random(char *area)
{
	uint64_t seed = 7;

	for (;;) {
		size_t at = random_below(&seed, MOVING - 600);
		size_t n = 1 + random_below(&seed, 600);
		char *p = area + at * PAGE;

		madvise(area + (STILL + at) * PAGE, PAGE, MADV_DONTNEED);
		switch (random_below(&seed, 5)) {
		case 0:
			munmap(p, n * PAGE);
			break;
		case 1:
			mprotect(p, n * PAGE, PROT_READ);
			break;
		case 2:
			madvise(p, n * PAGE, MADV_DONTNEED);
			break;
		default:
			p = mmap(p, n * PAGE, PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
				 0);
			if (p != MAP_FAILED)
				write_pages(p, 0, n,
					    1 + random_below(&seed, 3));
			break;
		}
	}
}

struct moving {
	struct sample_run r;
	pid_t pid;
	uint64_t look_ns;
};

static bool watched_enough(void *arg)
{
	struct moving *m = arg;

	return m->r.syncs > 12 && m->r.pages > 100 && m->r.details > 3;
}

static bool settled(void *arg)
{
	struct moving *m = arg;
	unsigned regions;

	/* Reading smaps takes as long as a scan. */
	if (clock_ns() < m->look_ns)
		return false;
	m->look_ns = clock_ns() + 100000000;
	return compare(&m->r, m->pid, &regions, false) == 0 &&
	       m->r.seen.n == regions;
}

static void test_rss_settles_after_changes(void **state)
{
	struct moving m = { .pid = 0 };
	size_t size = 128 * MIB;
	char *area = anon(size, PROT_READ | PROT_WRITE, MAP_PRIVATE);
	unsigned regions;
	bool whole;
	int status;

	(void)state;
	madvise(area, size, MADV_NOHUGEPAGE);
	fflush(NULL);
	m.pid = fork();
	if (m.pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		mprotect(area + MOVING * PAGE, PAGE, PROT_NONE);
		write_pages(area, STILL, size / PAGE, 1);
		change_at_random(area);
	}
	munmap(area, size);
	sample_run_init(&m.r, "/proc", m.pid);
	m.r.host.wants.log_kinds |= 1u << EV_PAGES;
	m.r.host.period_ns = 5000000;
	m.r.slice_ns = 20000;
	sample_run_request(&m.r, REQ_FOCUS, m.pid,
			   (uintptr_t)area + STILL * PAGE, 1);
	whole = sample_run_until(&m.r, watched_enough, &m);
	assert_true(whole);
	kill(m.pid, SIGSTOP);
	assert_int_equal(waitpid(m.pid, &status, WUNTRACED), m.pid);
	whole = sample_run_until(&m.r, settled, &m);
	if (!whole)
		compare(&m.r, m.pid, &regions, true);
	assert_true(whole);
	assert_int_equal(m.r.overlaps, 0);
	sample_run_release(&m.r);
	victim_end(m.pid);
}

static int run(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rss_of_stopped_process_equals_smaps),
		cmocka_unit_test(test_rss_settles_after_changes),
	};

	holes_cost = !sample_run_skips_holes();
	return cmocka_run_group_tests_name("rss", tests, NULL, NULL);
}

int main(void)
{
	/* Each fallback in a process of its own, because it is chosen only
	 * once. */
	static const char *const faults[] = {
		"", "no-procmap-query", "no-huge-zero",
		"no-huge-zero,no-procmap-query", "no-pagemap-scan",
		"no-pagemap-scan,no-procmap-query",
	};

	return fallbacks_run("rss equals smaps", faults,
			     sizeof faults / sizeof *faults, run);
}
