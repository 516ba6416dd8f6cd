/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sampler on child processes. */
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
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "sample-run.h"
#include "sys/loop.h"

#define TRIES 10
/* 20 ticks of 1/100 s */
#define ENOUGH_NS 200000000ull
#define MIB (1ul << 20)

/* Runs body(shared) in a child, which stops after it returns; body may stop
 * itself earlier, and then follow the test through `shared`. */
struct shared {
	char *area;
	size_t size;
	volatile int go, done;
};

static pid_t child(void (*body)(struct shared *sh), struct shared **out)
{
	struct shared *sh = mmap(NULL, sizeof *sh, PROT_READ | PROT_WRITE,
				 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int status;
	pid_t pid;

	assert_true(sh != MAP_FAILED);
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		body(sh);
		raise(SIGSTOP);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, WUNTRACED), pid);
	assert_true(WIFSTOPPED(status));
	*out = sh;
	return pid;
}

static void child_end(pid_t pid, struct shared *sh)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	munmap(sh, sizeof *sh);
}

static char *map_area(struct shared *sh, size_t size, int prot)
{
	sh->size = size;
	sh->area = mmap(NULL, size, prot,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (sh->area == MAP_FAILED)
		_exit(3);
	madvise(sh->area, size, MADV_NOHUGEPAGE);
	return sh->area;
}

static void stripes(struct shared *sh)
{
	char *p = map_area(sh, 256 * MIB, PROT_READ | PROT_WRITE);

	for (size_t i = 0; i < 256 * MIB / 4096; i++)
		if (i / 1024 % 2 == 0)
			p[i * 4096] = 1;
}

static bool detail_exclusive(void *arg)
{
	struct sample_run *r = arg;

	return r->details && r->detail.scanned == r->detail.end &&
	       r->detail.exclusive != EV_UNKNOWN;
}

static void test_detail_of_region_is_exact(void **state)
{
	struct sample_run r;
	struct shared *sh;
	pid_t pid = child(stripes, &sh);
	uint64_t start;

	(void)state;
	sample_run_init(&r, "/proc", pid);
	assert_true(sample_run_until(&r, sample_run_whole, &r));
	/* The kernel may have joined the area to a neighbour. */
	start = sample_run_at(&r, (uintptr_t)sh->area)->start;
	sample_run_request(&r, REQ_FOCUS, pid, start, 1);
	assert_true(sample_run_until(&r, detail_exclusive, &r));
	assert_int_equal(r.detail.start, start);
	assert_true(r.bins.n <= 4096 && r.bins.n > 2048);
	uint64_t resident = 0, exclusive = 0;

	for (size_t i = 0; i < r.bins.n; i++) {
		resident += r.bins.v[i].resident;
		exclusive += r.bins.v[i].exclusive;
		assert_int_equal(r.bins.v[i].written, 0);
	}
	assert_int_equal(resident, r.detail.resident);
	assert_int_equal(exclusive, r.detail.exclusive);
	assert_true(r.detail.written == EV_UNKNOWN);
	assert_true(resident >= 32768 && resident < 32768 + 512);
	assert_true(exclusive >= 32768);
	if (start == (uintptr_t)sh->area &&
	    r.detail.end == start + sh->size)
		for (size_t i = 0; i < r.bins.n; i++)
			assert_int_equal(r.bins.v[i].resident,
					 i * r.detail.bin_pages / 1024 % 2
						 ? 0 : r.detail.bin_pages);
	sample_run_release(&r);
	child_end(pid, sh);
}

static void toucher(struct shared *sh)
{
	char *p = map_area(sh, 64 * MIB, PROT_READ | PROT_WRITE);

	raise(SIGSTOP);
	for (;;)
		if (sh->done < sh->go) {
			p[(size_t)(30 + sh->done) * MIB] = 1;
			sh->done++;
		} else {
			usleep(1000);
		}
}

struct waiting {
	struct sample_run *r;
	struct shared *sh;
	uint64_t resident;
	bool touched;
	unsigned looks;			/* since the touch */
};

static bool touched_shown(void *arg)
{
	struct waiting *w = arg;

	if (w->sh->done < w->sh->go)
		return false;
	if (!w->touched)
		w->looks = w->r->details;
	w->touched = true;
	return w->r->detail.resident > w->resident;
}

/* The next scan of its region reports a touched page. */
static void test_touched_page_is_in_next_scan(void **state)
{
	struct sample_run r;
	struct shared *sh;
	pid_t pid = child(toucher, &sh);
	struct waiting w = { .r = &r, .sh = sh };

	(void)state;
	sample_run_init(&r, "/proc", pid);
	r.host.period_ns = 500000000;
	assert_true(sample_run_until(&r, sample_run_whole, &r));
	sample_run_request(&r, REQ_FOCUS, pid,
			   sample_run_at(&r, (uintptr_t)sh->area)->start, 0);
	assert_true(sample_run_until(&r, detail_exclusive, &r));
	kill(pid, SIGCONT);
	for (int i = 0; i < TRIES; i++) {
		w.resident = r.detail.resident;
		w.touched = false;
		sh->go++;
		assert_true(sample_run_until(&r, touched_shown, &w));
		/* One scan may have been in progress. */
		assert_true(r.details - w.looks <= 2);
	}
	sample_run_release(&r);
	child_end(pid, sh);
}

static void hole(struct shared *sh)
{
	map_area(sh, 4096, PROT_NONE);
}

static void reserver(struct shared *sh)
{
	map_area(sh, 20ul << 40, PROT_NONE);
}

/* All regions except reservations. */
static bool small_known(void *arg)
{
	struct sample_run *r = arg;

	for (size_t i = 0; i < r->seen.n; i++)
		if (r->seen.v[i].rss == EV_UNKNOWN &&
		    r->seen.v[i].end - r->seen.v[i].start <= 1ul << 30)
			return false;
	return r->syncs > 0;
}

static uint64_t cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Mean CPU time of the first sample of a child. Some kernels count CPU time in
 * whole ticks, so samples are taken until many have passed. */
static uint64_t first_sample_ns(void (*body)(struct shared *sh))
{
	struct sample_run r;
	struct shared *sh;
	pid_t pid = child(body, &sh);
	uint64_t spent = 0, n = 0;
	bool whole = sample_run_skips_holes();

	while (n < TRIES || spent < ENOUGH_NS) {
		uint64_t begin = cpu_ns();

		sample_run_init(&r, "/proc", pid);
		assert_true(sample_run_until(&r, whole ? sample_run_whole :
					     small_known, &r));
		spent += cpu_ns() - begin;
		n++;
		if (sh->size > 1ul << 40) {
			struct seen *s = sample_run_at(&r, (uintptr_t)sh->area +
							   (1ul << 40));

			assert_true(s->rss == (whole ? 0 : EV_UNKNOWN));
			assert_int_equal(s->kind, KIND_RESERVE);
		}
		sample_run_release(&r);
	}
	child_end(pid, sh);
	return spent / n;
}

/* A reservation of 20 TiB costs no more than one page. If the kernel cannot
 * skip holes, this holds for the sample of the other regions. */
static void test_reservation_costs_no_more_than_a_page(void **state)
{
	uint64_t little = first_sample_ns(hole),
	all = first_sample_ns(reserver);

	(void)state;
	print_message("a page: %lu us, 20 TiB: %lu us\n",
		      (unsigned long)little / 1000, (unsigned long)all / 1000);
	assert_true(all < 4 * little);
}

static size_t many_regions;

static void many(struct shared *sh)
{
	char *p = map_area(sh, many_regions * 4096ul, PROT_READ);

	for (size_t i = 0; i < many_regions; i += 2)
		if (mprotect(p + i * 4096, 4096, PROT_READ | PROT_WRITE) < 0)
			break;
	for (size_t i = 0; i < many_regions; i += 20)
		p[i * 4096] = 1;
}

/* 60,000 regions come in slices, none of which is long. If the kernel must scan
 * each region separately, 6,000 are enough. */
static void test_many_regions_come_in_slices(void **state)
{
	struct sample_run r;
	struct shared *sh;
	uint64_t rss = 0;
	pid_t pid;

	(void)state;
	many_regions = sample_run_skips_holes() ? 60000 : 6000;
	pid = child(many, &sh);
	sample_run_init(&r, "/proc", pid);
	r.slice_ns = 0;
	assert_true(sample_run_until(&r, sample_run_whole, &r));
	assert_true(r.most <= 100);
	assert_int_equal(r.overlaps, 0);
	for (size_t i = 0; i < r.seen.n; i++)
		if (r.seen.v[i].start >= (uintptr_t)sh->area &&
		    r.seen.v[i].end <= (uintptr_t)sh->area + sh->size)
			rss += r.seen.v[i].rss;
	assert_true(r.seen.n > many_regions / 6);
	assert_int_equal(rss, many_regions / 20 * 4096);
	sample_run_release(&r);
	child_end(pid, sh);
}

static bool pss_known(void *arg)
{
	struct sample_run *r = arg;

	return r->usages && r->usage.pss != EV_UNKNOWN;
}

static void test_details_have_pss_and_vmflags(void **state)
{
	struct sample_run r;
	struct shared *sh;
	pid_t pid = child(stripes, &sh);
	struct seen *s;

	(void)state;
	sample_run_init(&r, "/proc", pid);
	assert_true(sample_run_until(&r, sample_run_whole, &r));
	sample_run_request(&r, REQ_DETAILS, pid, 0, 0);
	assert_true(sample_run_until(&r, pss_known, &r));
	s = sample_run_at(&r, (uintptr_t)sh->area);
	assert_true(s->pss >= 128 * MIB && s->pss <= s->rss);
	assert_non_null(strstr(s->vmflags, "rd wr mr mw me"));
	assert_true(r.usage.pss >= s->pss && r.usage.pss <= r.usage.rss);
	sample_run_release(&r);
	child_end(pid, sh);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_detail_of_region_is_exact),
		cmocka_unit_test(test_touched_page_is_in_next_scan),
		cmocka_unit_test(test_reservation_costs_no_more_than_a_page),
		cmocka_unit_test(test_many_regions_come_in_slices),
		cmocka_unit_test(test_details_have_pss_and_vmflags),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
