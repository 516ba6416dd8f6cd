/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Registration of memory for write tracking covers all of it, in any number of
 * turns. If another userfaultfd has the memory, mmtop waits for some time: the
 * registration of a killed mmtop ends only when the last process that it forked
 * has exited.
 */
#include <config.h>

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../support/fallbacks.h"
#include "../../support/skip.h"
#include "base/fault.h"
#include "event/call.h"
#include "sample-run.h"
#include "source/sample/core/procs.h"
#include "source/sample/writes/writecall.h"
#include "source/sample/writes/writes.h"
#include "sys/loop.h"
#include "sys/pages/uffd.h"

#define PERIOD_NS 10000000ull
#define LOOKS_NS 350000000ull	/* for three samples */
#define MANY 1500u		/* regions that are not adjacent */
#define MANY_PAGES (2 * MANY + 1)
#define TURNS_MAX 100000u
#define PAGE 4096ul

struct tracking {
	struct sample_run r;
	struct ev_writes now;
	uint64_t until;
	char *changing;			/* a page */
	bool writable;			/* its protection */
	unsigned turns;
};

static void tap(void *arg, const struct event *ev)
{
	struct tracking *k = arg;

	if (ev->kind == EV_WRITES)
		k->now = ev->u.writes;
}

static int own_uffd(void)
{
	int fd = (int)syscall(SYS_userfaultfd, UFFD_FLAGS);

	assert_true(fd >= 0);
	return fd;
}

/* Tracks this process, as requested through the tracer. */
static struct tracking *begin_tracking(uint64_t slice_ns)
{
	struct tracking *k = calloc(1, sizeof *k);
	struct fact t = { .kind = FACT_TRACKED, .tracked.pid = getpid() };

	assert_non_null(k);
	sample_run_init(&k->r, "/proc", getpid());
	k->r.host.period_ns = PERIOD_NS;
	k->r.tap = tap;
	k->r.tap_arg = k;
	assert_true(sample_run_until(&k->r, sample_run_whole, &k->r));
	sample_run_request(&k->r, REQ_TRACK, getpid(), 1, 0);
	assert_int_equal(k->now.state, WRITES_STARTING);
	if (slice_ns)
		k->r.slice_ns = slice_ns;
	t.tracked.fd = own_uffd();
	assert_true(sample_source.note(k->r.src, &t));
	return k;
}

static void end_tracking(struct tracking *k)
{
	sample_run_release(&k->r);
	free(k);
}

static char *map_pages(size_t n, int prot)
{
	char *p = mmap(NULL, n * PAGE, prot, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		       0);

	assert_ptr_not_equal(p, MAP_FAILED);
	return p;
}

/* Number of regions between two addresses that any userfaultfd has
 * registered. */
static unsigned count_registered(const char *from, const char *to)
{
	FILE *f = fopen("/proc/self/smaps", "r");
	unsigned long start, last;
	bool here = false;
	char line[512];
	unsigned n = 0;

	assert_non_null(f);
	while (fgets(line, sizeof line, f)) {
		if (sscanf(line, "%lx-%lx ", &start, &last) == 2)
			here = start < (uintptr_t)to && last > (uintptr_t)from;
		else if (here && !strncmp(line, "VmFlags:", 8))
			n += strstr(line, " uw") != NULL;
	}
	fclose(f);
	return n;
}

static bool decided(void *arg)
{
	const struct tracking *k = arg;

	return k->now.state != WRITES_STARTING;
}

/* --- all of it ------------------------------------------------------------ */

static char *map_regions(size_t n)
{
	size_t pages = 2 * n + 1;
	char *p = map_pages(pages, PROT_READ | PROT_WRITE);

	/* Shared memory is not registered. */
	for (char *at = p; at < p + pages * PAGE; at += 2 * PAGE)
		assert_ptr_equal(mmap(at, PAGE, PROT_NONE, MAP_SHARED |
				      MAP_ANONYMOUS | MAP_FIXED, -1, 0), at);
	return p;
}

static char *map_many(void)
{
	return map_regions(MANY);
}

/* One region per turn at most; done is called after each. */
static void check_registers_all(bool (*done)(void *arg))
{
	char *p = map_many(), *to = p + MANY_PAGES * PAGE;
	struct tracking *k = begin_tracking(1);

	k->changing = map_pages(1, PROT_NONE);
	assert_true(sample_run_until(&k->r, done, k));
	assert_int_equal(k->now.state, WRITES_ON);
	assert_int_equal(count_registered(p, to), MANY);
	munmap(k->changing, PAGE);
	end_tracking(k);
	assert_int_equal(count_registered(p, to), 0);
	munmap(p, MANY_PAGES * PAGE);
}

static void test_many_regions_register_in_short_turns(void **state)
{
	(void)state;
	check_registers_all(decided);
}

/* maps is read again, with a change, several times before all is registered. */
static bool decided_or_changed(void *arg)
{
	struct tracking *k = arg;

	if (++k->turns % (MANY / 3) == 0) {
		k->writable = !k->writable;
		assert_int_equal(mprotect(k->changing, PAGE, k->writable ?
					  PROT_WRITE : PROT_NONE), 0);
		usleep(2 * PERIOD_NS / 1000);
	}
	return decided(arg) || k->turns >= TURNS_MAX;
}

static void test_changing_maps_register_completely(void **state)
{
	(void)state;
	check_registers_all(decided_or_changed);
}

/* CPU time for one read of the map. */
static uint64_t read_ns(int maps)
{
	uint64_t begun = clock_cpu_ns();
	char text[65536];
	ssize_t n;

	while ((n = read(maps, text, sizeof text)) > 0)
		;
	assert_int_equal(n, 0);
	return clock_cpu_ns() - begun;
}

/* A populating mmap() waits until all areas are registered again: the map must
 * not be read for each of them. */
static void test_one_read_of_the_map_is_enough(void **state)
{
	char *p = map_many(), *to = p + MANY_PAGES * PAGE;
	const struct areas a = { own_uffd(), open("/proc/self/maps",
						  O_RDONLY) };
	uint64_t one, begun;

	(void)state;
	assert_true(a.maps >= 0);
	assert_int_equal(uffd_begin(a.uffd), 0);
	one = read_ns(a.maps);
	begun = clock_cpu_ns();
	areas_register(&a, (uintptr_t)p, (uintptr_t)to);
	assert_in_range((clock_cpu_ns() - begun) / one, 0, MANY / 5);
	assert_int_equal(count_registered(p, to), MANY);
	close(a.uffd);
	close(a.maps);
	munmap(p, MANY_PAGES * PAGE);
}

static void note_call(struct tracking *k, const struct ev_call *c,
		      enum call_phase phase)
{
	const struct fact f = {
		.kind = FACT_TRACKED_CALL,
		.call = { getpid(), getpid(), c, phase },
	};

	assert_false(sample_source.note(k->r.src, &f));
}

/* A populating mmap() waits only until the areas are registered again that its
 * entry has unregistered, not all areas. */
static void test_populating_waits_for_some_areas(void **state)
{
	enum { MORE = 10 * MANY };
	struct ev_call c = {
		.call = CALL_MMAP,
		.args = { 0, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS |
			  MAP_POPULATE },
	};
	char *p, *to;
	struct areas a = { .maps = open("/proc/self/maps", O_RDONLY) };
	struct tracking *k;
	uint64_t begun, took;

	(void)state;
	/* Each turn of the first registration would read the whole map. */
	if (fault_on("no-procmap-query")) {
		close(a.maps);
		skip();
	}
	p = map_regions(MORE);
	to = p + (2 * MORE + 1) * PAGE;
	k = begin_tracking(0);
	assert_true(sample_run_until(&k->r, decided, k));
	assert_int_equal(k->now.state, WRITES_ON);
	a.uffd = sproc_find(k->r.src, getpid())->writes->uffd;
	note_call(k, &c, PHASE_ENTER);
	assert_true(count_registered(p, to) < MORE);
	c.result = (int64_t)(uintptr_t)map_pages(1, PROT_READ);
	begun = clock_cpu_ns();
	note_call(k, &c, PHASE_EXIT);
	took = clock_cpu_ns() - begun;
	assert_int_equal(count_registered(p, to), MORE);
	begun = clock_cpu_ns();
	areas_register(&a, 0, UINT64_MAX);
	assert_in_range(4 * took, 0, clock_cpu_ns() - begun);
	close(a.maps);
	munmap((void *)(uintptr_t)c.result, PAGE);
	end_tracking(k);
	munmap(p, (2 * MORE + 1) * PAGE);
}

/* --- memory of another userfaultfd ---------------------------------------- */

static int other_uffd(const char *page)
{
	int fd = own_uffd();

	assert_int_equal(uffd_begin(fd), 0);
	assert_int_equal(uffd_register(fd, (uintptr_t)page,
				       (uintptr_t)page + PAGE), 0);
	return fd;
}

static bool some_looks_later(void *arg)
{
	const struct tracking *k = arg;

	return decided(arg) || clock_ns() >= k->until;
}

static void test_memory_is_registered_once_it_is_free(void **state)
{
	struct tracking *k;
	char *page;
	int other;

	(void)state;
	page = map_pages(1, PROT_READ | PROT_WRITE);
	other = other_uffd(page);
	k = begin_tracking(0);
	k->until = clock_ns() + LOOKS_NS;
	assert_true(sample_run_until(&k->r, some_looks_later, k));
	assert_int_equal(k->now.state, WRITES_STARTING);
	close(other);
	assert_true(sample_run_until(&k->r, decided, k));
	assert_int_equal(k->now.state, WRITES_ON);
	assert_int_equal(count_registered(page, page + PAGE), 1);
	end_tracking(k);
	munmap(page, PAGE);
}

static void test_memory_of_another_uffd_is_refused(void **state)
{
	struct tracking *k;
	char *page;
	int other;

	(void)state;
	page = map_pages(1, PROT_READ | PROT_WRITE);
	other = other_uffd(page);
	k = begin_tracking(0);
	assert_true(sample_run_until(&k->r, decided, k));
	assert_int_equal(k->now.state, WRITES_REFUSED);
	assert_int_equal(k->now.why, WRITES_WHY_OWN);
	end_tracking(k);
	/* The other registration is left alone. */
	assert_int_equal(count_registered(page, page + PAGE), 1);
	close(other);
	munmap(page, PAGE);
}

static int run(void)
{
	const char *no_uffd = uffd_probe() < 0 ?
		"userfaultfd cannot protect pages here" : NULL;
	const struct CMUnitTest tests[] = {
		test_or_skip(test_many_regions_register_in_short_turns,
			     no_uffd),
		test_or_skip(test_changing_maps_register_completely, no_uffd),
		test_or_skip(test_one_read_of_the_map_is_enough, no_uffd),
		test_or_skip(test_populating_waits_for_some_areas, no_uffd),
		test_or_skip(test_memory_is_registered_once_it_is_free,
			     no_uffd),
		test_or_skip(test_memory_of_another_uffd_is_refused, no_uffd),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

int main(void)
{
	static const char *const faults[] = { "", "no-procmap-query" };

	return fallbacks_run("registration of memory", faults, 2, run);
}
