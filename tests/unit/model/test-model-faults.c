/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Faults by region, by code and by page; rings by CPU; implausible events. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "../../support/evtext.h"
#include "model/model.h"

#define MAP \
	"0 7 process op=attach start=1 comm=x\n" \
	"0 7 region op=add start=0x100000 end=+1M perm=rw-p\n" \
	"0 7 region op=add start=0x400000 end=+1M perm=r-xp\n" \
	"0 7 region op=sync\n"
#define PAGE UINT64_C(4096)
#define MS UINT64_C(1000000)

static struct model *model_of(const char *lines)
{
	struct model *m = model_new();

	evtext_text(MAP, model_event_fn, m);
	evtext_text(lines, model_event_fn, m);
	return m;
}

/* A fault event; bit i of `touched` is page i of the block at `start`. */
static struct event fault_of(uint64_t time_ms, uint64_t start,
			     uint64_t touched, uint64_t ip)
{
	struct event ev = { .time_ns = time_ms * MS, .pid = 7, .tid = 8,
			    .kind = EV_FAULT, .source = 'k' };

	ev.u.fault = (struct ev_fault){
		.addr = start, .ip = ip, .start = start, .step = PAGE,
		.touched = touched, .region_name = bytes_of(NULL),
		.minor = (uint64_t)__builtin_popcountll(touched),
	};
	return ev;
}

static struct faults *faults_of(const struct model *m)
{
	return model_process(m, 7)->space.faults;
}

static struct region *region_of(const struct model *m, uint64_t start)
{
	return space_at(&model_process(m, 7)->space, start);
}

static void test_faults_by_region_code_and_page(void **state)
{
	struct model *m = model_of("");
	struct event ev = fault_of(100, 0x100000, 0xf, 0x400010);

	(void)state;
	assert_null(faults_of(m));
	model_event(m, &ev);
	ev = fault_of(200, 0x140000, UINT64_MAX, 0x400020);
	ev.u.fault.major = 2;
	model_event(m, &ev);
	const struct region_faults *rf = region_of(m, 0x100000)->faults;
	assert_int_equal(rf->minor, 68);
	assert_int_equal(rf->major, 2);
	assert_int_equal(rf->last.addr, 0x140000);
	assert_int_equal(rf->last.tid, 8);
	assert_true(rf->last.major);
	assert_int_equal(rf->codes[0].ip, 0x400020);
	assert_int_equal(rf->codes[0].count, 66);
	assert_int_equal(rf->codes[1].count, 4);
	assert_null(region_of(m, 0x400000)->faults);
	assert_int_equal(faults_of(m)->minor, 68);
	assert_int_equal(m->faults_total, 70);
	assert_int_equal(faults_touched(faults_of(m), 0x100000, 0x200000), 68);
	assert_int_equal(faults_touched(faults_of(m), 0x102000, 0x141000), 3);
	assert_int_equal(faults_newest(faults_of(m), 0x100000, 0x104000),
			 100 * MS);
	assert_int_equal(faults_newest(faults_of(m), 0x104000, 0x140000), 0);
	assert_int_equal(faults_newest(faults_of(m), 0x103000, 0x141000),
			 200 * MS);
	model_free(m);
}

/* EVF_EACH marks single faults for logs. The model ignores them, because a sum
 * that follows contains them. */
static void test_single_faults_are_not_summed(void **state)
{
	struct model *m = model_of("");
	struct event ev = fault_of(100, 0x100000, 1, 1);

	(void)state;
	ev.flags = EVF_EACH;
	model_event(m, &ev);
	assert_null(faults_of(m));
	assert_int_equal(m->faults_total, 0);
	assert_int_equal(m->dropped, 0);
	model_free(m);
}

static void test_faults_wait_for_their_region(void **state)
{
	struct model *m = model_of("");
	struct event ev = fault_of(300, 0x800000, 7, 1);

	(void)state;
	model_event(m, &ev);
	ev = fault_of(350, 0x900000, 1, 1);
	model_event(m, &ev);
	assert_int_equal(faults_of(m)->waiting.n, 2);
	/* The region list read at 320 ms is older than the fault at 350 ms,
	 * which still waits for its region. */
	evtext_text("0.32 7 region op=add start=0x800000 end=+1M perm=rw-p\n"
		    "0.32 7 region op=sync\n", model_event_fn, m);
	assert_int_equal(region_of(m, 0x800000)->faults->minor, 3);
	assert_int_equal(faults_of(m)->waiting.n, 1);
	assert_int_equal(faults_of(m)->homeless, 0);
	evtext_text("0.4 7 region op=sync\n", model_event_fn, m);
	assert_int_equal(faults_of(m)->waiting.n, 0);
	assert_int_equal(faults_of(m)->homeless, 1);
	assert_int_equal(faults_of(m)->minor, 4);
	model_free(m);
}

/* After munmap and exec the faults of the removed pages are forgotten. Faults
 * that are older than the exec or later than the exit are ignored. */
static void test_unmap_exec_exit_forget_faults(void **state)
{
	struct model *m = model_of("");
	struct event ev = fault_of(100, 0x100000, UINT64_MAX, 1);

	(void)state;
	model_event(m, &ev);
	evtext_text("0.2 7 region op=change old_start=0x100000 start=0x110000 "
		    "end=0x200000 perm=rw-p\n", model_event_fn, m);
	assert_int_equal(region_of(m, 0x110000)->faults->minor, 64);
	evtext_text("0.3 7 region op=remove start=0x110000 end=0x200000\n",
		    model_event_fn, m);
	assert_int_equal(faults_touched(faults_of(m), 0, UINT64_MAX), 16);
	evtext_text("0.4 7 process op=exec start=1\n", model_event_fn, m);
	assert_null(faults_of(m));
	ev.time_ns = 399 * MS;
	model_event(m, &ev);
	assert_null(faults_of(m));
	evtext_text("0.5 7 process op=exit status=0 gone=1\n", model_event_fn,
		    m);
	ev.time_ns = 450 * MS;
	model_event(m, &ev);
	assert_int_equal(faults_of(m)->minor, 64);
	assert_int_equal(faults_of(m)->waiting.n, 0);
	assert_int_equal(faults_of(m)->homeless, 64);
	ev.time_ns = 501 * MS;
	model_event(m, &ev);
	assert_int_equal(faults_of(m)->minor, 64);
	model_free(m);
}

static void test_fault_blocks_are_bounded(void **state)
{
	struct model *m = model_of("");
	uint64_t n = FAULT_BLOCKS_MAX + 100;

	(void)state;
	for (uint64_t i = 0; i < n; i++) {
		/* Blocks in random order, as with a hash table. */
		uint64_t block = i * 7919 % 65536 + 0x100;
		struct event ev = fault_of(1000 + i, block * 64 * PAGE, 1, i);

		model_event(m, &ev);
	}
	assert_true(faults_of(m)->blocks.n <= FAULT_BLOCKS_MAX);
	assert_true(faults_of(m)->blocks.n >= FAULT_BLOCKS_MAX / 2);
	assert_true(faults_of(m)->forgot);
	assert_int_equal(faults_of(m)->minor, n);
	for (size_t i = 1; i < faults_of(m)->blocks.n; i++)
		assert_true(faults_of(m)->blocks.v[i - 1]->start <
			    faults_of(m)->blocks.v[i]->start);
	/* The newest fault is still known. */
	assert_int_equal(faults_newest(faults_of(m), 0, UINT64_MAX),
			 (1000 + n - 1) * MS);
	model_free(m);
}

static void test_most_frequent_code_is_first(void **state)
{
	struct model *m = model_of("");

	(void)state;
	/* Every second fault comes from one address; the other addresses all
	 * differ. */
	for (uint64_t i = 0; i < 1000; i++) {
		struct event ev = fault_of(i, 0x100000, 1,
					   i % 2 ? 0x400040 : 0x500000 + i);

		model_event(m, &ev);
	}
	assert_int_equal(faults_of(m)->codes[0].ip, 0x400040);
	assert_int_equal(region_of(m, 0x100000)->faults->codes[0].ip,
			 0x400040);
	model_free(m);
}

static void test_implausible_events_are_dropped(void **state)
{
	static const struct {
		uint64_t minor, start, step, touched;
	} bad[] = {
		{ 0, 0x100000, PAGE, 1 }, { UINT64_MAX, 0x100000, PAGE, 1 },
		{ 1, 0x101000, PAGE, 1 }, { 1, 0x100000, 0, 1 },
		{ 1, 0x100000, 3, 1 }, { 1, 0x100000, 256, 1 },
		{ 1, 0, UINT64_C(1) << 63, 1 }, { 1, 0x100000, PAGE * 2, 1 },
	};
	struct model *m = model_of("");
	struct event ev = fault_of(100, 0x100000, 1, 1);

	(void)state;
	ev.u.fault.major = 1;
	model_event(m, &ev);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		ev.u.fault.minor = bad[i].minor;
		ev.u.fault.major = i == 0 ? 0 : 1;
		ev.u.fault.start = bad[i].start;
		ev.u.fault.step = bad[i].step;
		ev.u.fault.touched = bad[i].touched;
		model_event(m, &ev);
		assert_int_equal(m->dropped, i + 1);
	}
	assert_int_equal(faults_of(m)->minor, 1);
	/* The last block of the address space. */
	ev = fault_of(100, UINT64_MAX - 64 * PAGE + 1, UINT64_MAX, 1);
	model_event(m, &ev);
	assert_int_equal(faults_touched(faults_of(m), 1, UINT64_MAX), 64);
	assert_int_equal(faults_touched(faults_of(m), UINT64_MAX - PAGE,
					UINT64_MAX), 1);
	/* A process that the model does not know. */
	ev.pid = 99;
	model_event(m, &ev);
	ev.pid = 7;
	ev.kind = EV_SOURCE;
	ev.u.source = (struct ev_source){ .name = bytes_of("perf"),
					  .state = SOURCE_STATES };
	model_event(m, &ev);
	ev.u.source = (struct ev_source){ .name = bytes_of("perf"),
					  .why = WHYS };
	model_event(m, &ev);
	assert_false(m->perf_known);
	ev.u.source = (struct ev_source){ .name = bytes_of("perf"),
					  .state = SOURCE_ON };
	model_event(m, &ev);
	assert_true(m->perf_known);
	evtext_text("1 7 lost source=perf count=5\n", model_event_fn, m);
	assert_int_equal(m->lost_perf, 5);
	assert_int_equal(m->lost_ring, 0);
	assert_false(model_ring_has_calls(m));
	ev.kind = EV_SOURCE;
	ev.source = 'r';
	ev.u.source = (struct ev_source){ .name = bytes_of("ring"),
					  .state = SOURCE_ON,
					  .value = RING_READ };
	model_event(m, &ev);
	assert_true(model_ring_has_calls(m));
	assert_int_equal(m->ring.value, RING_READ);
	ev.kind = EV_LOST;
	ev.u.lost = (struct ev_lost){ bytes_of("ring"), 7 };
	model_event(m, &ev);
	assert_int_equal(m->lost_ring, 7);
	assert_int_equal(m->lost_perf, 5);
	model_free(m);
}

static struct event ring_of(uint64_t cpu, uint64_t read)
{
	return (struct event){
		.time_ns = 2 * MS, .kind = EV_RING, .source = 'r',
		.u.ring = { .cpu = cpu, .read = read, .subbufs = 34,
			    .subbuf_size = 65536 },
	};
}

/* Rings are sorted by CPU; implausible events are dropped. */
static void test_rings_are_sorted_by_cpu(void **state)
{
	static const struct ev_ring bad[] = {
		{ .cpu = 8192 }, { .cpu = EV_UNKNOWN },
		{ .way = RING_WAYS }, { .fill = 1001 },
		{ .subbufs = UINT64_C(1) << 33 },
		{ .subbuf_size = UINT64_C(1) << 33 },
	};
	static const uint64_t cpus[] = { 5, 0, 8191, 5, 2 };
	struct model *m = model_new();
	struct event ev;

	(void)state;
	for (size_t i = 0; i < sizeof cpus / sizeof *cpus; i++) {
		ev = ring_of(cpus[i], 10 + i);
		model_event(m, &ev);
	}
	assert_int_equal(m->rings.n, 4);
	assert_int_equal(m->rings.v[0].told.cpu, 0);
	assert_int_equal(m->rings.v[1].told.cpu, 2);
	assert_int_equal(m->rings.v[2].told.read, 13);
	assert_int_equal(m->rings.v[3].told.cpu, 8191);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		ev.u.ring = bad[i];
		model_event(m, &ev);
		assert_int_equal(m->dropped, i + 1);
	}
	assert_int_equal(m->rings.n, 4);
	model_free(m);
}

#define PLUGIN(name, inode) \
	" region op=add start=0x500000 end=+64K offset=4K perm=r-xp " \
	"kind=library dev=1 inode=" inode " name=" name "\n"

static const char *name_of(const struct model *m, const struct fault_code *c)
{
	const struct fault_module *at = faults_module(faults_of(m), c->module);

	return at ? at->name : "";
}

/* A plugin is unloaded, and another one is mapped at its address. */
static void test_faults_keep_name_of_unloaded_plugin(void **state)
{
	struct model *m = model_of("0.1 7" PLUGIN("/a.so", "5")
				   "0.1 7 region op=sync\n");
	struct event ev = fault_of(200, 0x100000, 0xff, 0x501000);
	const struct region_faults *rf;

	(void)state;
	model_event(m, &ev);
	evtext_text("0.3 7 region op=remove start=0x500000 end=+64K\n"
		    "0.3 7" PLUGIN("/b.so", "6") "0.3 7 region op=sync\n",
		    model_event_fn, m);
	ev = fault_of(400, 0x100000, 0xf, 0x501000);
	model_event(m, &ev);
	/* perf reports a third plugin before the sampler reads the maps. */
	evtext_text("0.5 7 map addr=0x500000 len=64K pgoff=4K prot=5 dev=1 "
		    "inode=7 generation=1 filename=/c.so\n", model_event_fn, m);
	ev = fault_of(600, 0x100000, 0x3, 0x501000);
	model_event(m, &ev);
	evtext_text("0.7 7 region op=remove start=0x500000 end=+64K\n"
		    "0.7 7" PLUGIN("/c.so", "7") "0.7 7 region op=sync\n",
		    model_event_fn, m);
	ev = fault_of(800, 0x100000, 0x1, 0x501000);
	model_event(m, &ev);
	rf = region_of(m, 0x100000)->faults;
	assert_int_equal(rf->codes[0].count, 8);
	assert_string_equal(name_of(m, &rf->codes[0]), "/a.so");
	assert_int_equal(rf->codes[1].count, 4);
	assert_string_equal(name_of(m, &rf->codes[1]), "/b.so");
	assert_int_equal(rf->codes[2].count, 3);
	assert_string_equal(name_of(m, &rf->codes[2]), "/c.so");
	model_free(m);
}

/* The first answer for an address counts; the oldest functions are dropped. */
static void test_functions_are_bounded(void **state)
{
	struct model *m = model_of(
		"0 7 symbol ip=0x5000 function=early\n"
		"0 7 region op=add start=0x1000 end=+8K perm=rw-p\n"
		"0 7 region op=sync\n"
		"1 7/7 fault addr=0x1000 ip=0x5000 minor=1 start=0 "
		"step=4096 touched=2\n"
		"2 7 symbol ip=0x5000 function=\"f\"\n"
		"2 7 symbol ip=0x5000 function=again\n"
		"2 7 symbol ip=0x6000\n");
	const struct fault_symbol *at = faults_symbol(faults_of(m), 0x5000, 0);
	struct event ev = { .time_ns = 3000000000, .pid = 7,
			    .kind = EV_SYMBOL, .source = 'm' };

	(void)state;
	assert_non_null(at);
	assert_string_equal(at->function, "f");
	at = faults_symbol(faults_of(m), 0x6000, 0);
	assert_non_null(at);
	assert_string_equal(at->function, "");
	assert_null(faults_symbol(faults_of(m), 0x5000, 1));
	for (uint64_t i = 0; i < FAULT_SYMBOLS_MAX; i++) {
		ev.u.symbol.ip = 0x10000 + i;
		model_event(m, &ev);
	}
	assert_int_equal(faults_of(m)->symbols.n, FAULT_SYMBOLS_MAX);
	assert_null(faults_symbol(faults_of(m), 0x5000, 0));
	assert_non_null(faults_symbol(faults_of(m), 0x10000, 0));
	model_free(m);
}

static double fault_rate(const struct model *m)
{
	const struct rate *all = &faults_of(m)->rate;
	const struct rate *one = &region_of(m, 0x100000)->faults->rate;

	assert_true(rate_known(all) && rate_known(one));
	assert_true(rate_value(all) == rate_value(one));
	return rate_value(one);
}

/* Fault rates fall even while the sampler is late with the regions. */
static void test_fault_rate_falls_without_region_events(void **state)
{
	struct model *m = model_of("");
	char line[64];

	(void)state;
	for (uint64_t ms = 1000; ms <= 5000; ms += 500) {
		struct event ev = fault_of(ms, 0x100000, 0xff, 1);

		model_event(m, &ev);
	}
	assert_true(fault_rate(m) > 8);
	for (unsigned half = 11; half <= 22; half++) {
		snprintf(line, sizeof line, "%u.%u 7 usage rss=1M "
			 "counted_ns=900000000\n", half / 2, half % 2 * 5);
		evtext_text(line, model_event_fn, m);
	}
	assert_true(fault_rate(m) == 0);
	model_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_faults_by_region_code_and_page),
		cmocka_unit_test(test_single_faults_are_not_summed),
		cmocka_unit_test(test_faults_wait_for_their_region),
		cmocka_unit_test(test_unmap_exec_exit_forget_faults),
		cmocka_unit_test(test_fault_blocks_are_bounded),
		cmocka_unit_test(test_most_frequent_code_is_first),
		cmocka_unit_test(test_implausible_events_are_dropped),
		cmocka_unit_test(test_rings_are_sorted_by_cpu),
		cmocka_unit_test(test_faults_keep_name_of_unloaded_plugin),
		cmocka_unit_test(test_functions_are_bounded),
		cmocka_unit_test(test_fault_rate_falls_without_region_events),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
