/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A5: sites reported to the viewer: those that changed, and what each had at
 * the peak, which may move while the site rests. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "source/heap/heap_private.h"

#define SITES 3

/* The last event of each site, and the peak of the total. */
static struct {
	unsigned n;
	uint64_t size, at_peak;
} told[SITES];
static uint64_t peak;

static void on_event(void *arg, const struct event *ev)
{
	const struct ev_heap *h = &ev->u.heap;

	(void)arg;
	if (h->op == HEAP_OP_TOTAL)
		peak = h->peak;
	if (h->op != HEAP_OP_SITE)
		return;
	assert_true(h->site < SITES);
	told[h->site].n++;
	told[h->site].size = h->size;
	told[h->site].at_peak = h->at_peak;
}

struct session {
	struct source_host host;
	struct heap_source source;
	struct heap_proc *p;
	uint64_t time;
};

static void allocate(struct session *t, uint32_t site, uint64_t addr,
		     uint64_t size)
{
	const struct live_block b = { .addr = addr, .size = size,
				      .time = ++t->time, .site = site };

	live_alloc(t->p->live, &b, false);
}

static void release(struct session *t, uint64_t addr)
{
	struct live_block b = { .addr = addr, .time = ++t->time };

	assert_int_equal(live_release(t->p->live, &b, &b), HEAP_RIGHT);
}

/* The parts must add up to the total. */
static void assert_peaks(struct session *t, uint64_t first, uint64_t second)
{
	size_t next = 0;

	assert_false(heap_report_sites(&t->source, &next, UINT64_MAX));
	assert_int_equal(told[1].at_peak, first);
	assert_int_equal(told[2].at_peak, second);
	assert_int_equal(peak, first + second);
}

static void test_peaks_of_sites_add_up(void **state)
{
	const struct heappool_config config = { .chunks = 1 };
	struct session t = { .time = 0 };
	struct err err;

	(void)state;
	t.host.emit = on_event;
	t.source.host = &t.host;
	t.source.frame_names = (struct str)STR_INIT;
	assert_int_equal(heappool_new(&config, &t.source.pool, &err), 0);
	t.p = heap_proc_begin(&t.source, 40);
	t.p->wrote = true;
	t.p->look_ns = UINT64_MAX;
	assert_int_equal(live_site(t.p->live, 0x10, NULL, 0), 1);
	assert_int_equal(live_site(t.p->live, 0x20, NULL, 0), 2);
	allocate(&t, 1, 0x1000, 100);
	allocate(&t, 2, 0x2000, 50);
	assert_peaks(&t, 100, 50);
	release(&t, 0x1000);
	assert_peaks(&t, 100, 50);
	/* The first site rests, and has nothing at the new peak. */
	allocate(&t, 2, 0x3000, 400);
	assert_peaks(&t, 0, 450);
	assert_int_equal(told[1].size, 0);
	/* An unchanged site is not reported. */
	told[1].n = told[2].n = 0;
	allocate(&t, 2, 0x4000, 1);
	assert_peaks(&t, 0, 451);
	assert_int_equal(told[1].n, 0);
	assert_int_equal(told[2].n, 1);
	heap_proc_free(t.p);
	vec_release(&t.source.procs);
	str_release(&t.source.frame_names);
	heappool_free(t.source.pool);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_peaks_of_sites_add_up),
	};

	return cmocka_run_group_tests_name("heaptell", tests, NULL, NULL);
}
