/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Causes: the call that created or changed a region, and madvise() effects. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../support/attached.h"
#include "event/advice.h"

static void test_call_precedes_its_region(void **state)
{
	struct model *m = model_of(
		"1.25 7/8 call call=mmap args=0,8K,3,0x22,-1,0 result=0x4000 "
		"duration_ns=5us\n"
		"2 7 region op=add start=0x4000 end=0x6000 perm=rw-p\n"
		"2 7 region op=add start=0x6000 end=0x7000 perm=rw-p\n");
	const struct cause *c = &at(m, 7, 0x4000)->born;

	(void)state;
	assert_true(c->known);
	assert_int_equal(c->call, CALL_MMAP);
	assert_int_equal(c->time_ns, 1250000000);
	assert_int_equal(c->tid, 8);
	assert_int_equal(c->duration_ns, 5000);
	assert_int_equal(c->prot, 3);
	assert_int_equal(c->flags, 0x22);
	assert_int_equal(at(m, 7, 0x4000)->perms.v[0].tid, 8);
	assert_false(at(m, 7, 0x6000)->born.known);
	model_free(m);
}

#define RECORD "1.001 7/8 map src=k addr=0x4000 len=8K\n"
#define RECORDED_CALL \
	"1.25 7/8 call src=t call=mmap args=0,8K,3,0x22,-1,0 " \
	"result=0x4000 duration_ns=250000us\n"
#define RECORDED_REGION \
	"2 7 region op=add start=0x4000 end=0x6000 perm=rw-p\n"

/* ptrace and perf both report the call; the model joins the reports, in any
 * order. */
static void test_perf_record_joins_its_call(void **state)
{
	static const char *const orders[] = {
		RECORD RECORDED_CALL RECORDED_REGION,
		RECORDED_CALL RECORD RECORDED_REGION,
		RECORDED_CALL RECORDED_REGION RECORD,
	};

	(void)state;
	for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
		struct model *m = model_of(orders[i]);
		const struct cause *c = &at(m, 7, 0x4000)->born;

		assert_int_equal(c->source, 't');
		assert_int_equal(c->also, EVF_ALSO_PERF);
		assert_int_equal(m->calls_last, 1);
		assert_int_equal(model_call(m, 1)->source, 't');
		assert_int_equal(model_call(m, 1)->also, EVF_ALSO_PERF);
		model_free(m);
	}
}

/* A perf record belongs to at most one call. A record with another address,
 * thread or time belongs to none. */
static void test_perf_record_joins_one_call_only(void **state)
{
	struct model *m = model_of(RECORD RECORDED_CALL RECORDED_CALL
		"3 7/8 call call=mmap args=0,8K,1,2,-1,0 result=0x8000 "
		"duration_ns=1us\n"
		"4 7/8 call call=mmap args=0,8K,3,2,-1,0 result=0x10000 "
		"duration_ns=1us\n"
		"5 7/8 call call=munmap args=0x20000,8K duration_ns=1us\n"
		"2.9999999 7/7 map src=k addr=0x8000 len=8K\n"
		"3.9 7/8 map src=k addr=0x10000 len=8K\n"
		"5 7/8 map src=k addr=0x20000 len=8K\n");
	int recorded = 0;

	(void)state;
	for (uint64_t seq = 1; seq <= m->calls_last; seq++)
		recorded += model_call(m, seq)->also != 0;
	assert_int_equal(recorded, 1);
	model_free(m);
}

static void test_region_precedes_its_call(void **state)
{
	struct model *m = model_of(
		"0.5 7 region op=add start=0x8000 end=0x9000 perm=rw-p\n"
		"1.0001 7 region op=add start=0x4000 end=0x6000 perm=rw-p\n"
		"1.0002 7/8 call call=mmap args=0,0x6000,3,0x22,-1,0 "
		"result=0x4000 duration_ns=200us\n");

	(void)state;
	assert_int_equal(at(m, 7, 0x4000)->born.tid, 8);
	/* This region existed before the call started. */
	assert_false(at(m, 7, 0x8000)->born.known);
	model_free(m);
}

static void test_newest_covering_call_is_the_cause(void **state)
{
	struct model *m = model_of(
		"1 7 call call=mmap args=0,64K,1,2,3,0 result=0x10000\n"
		"1.1 7/8 call call=mmap args=0x14000,8K,3,0x32,-1,0 "
		"result=0x14000\n"
		"1.2 7 call call=mmap args=0,4K,3,0x22,-1,0 error=ENOMEM\n"
		"1.3 7 call call=munmap args=0x1a000,4K\n"
		"2 7 region op=add start=0x10000 end=0x14000\n"
		"2 7 region op=add start=0x14000 end=0x16000\n"
		"2 7 region op=add start=0x16000 end=0x1a000\n"
		"2 7 region op=add start=0x1a000 end=0x1b000\n");

	(void)state;
	assert_int_equal(at(m, 7, 0x10000)->born.tid, 7);
	assert_int_equal(at(m, 7, 0x14000)->born.tid, 8);
	assert_int_equal(at(m, 7, 0x16000)->born.tid, 7);
	assert_false(at(m, 7, 0x1a000)->born.known);
	model_free(m);
}

static void test_brk_shmat_mremap_are_causes(void **state)
{
	struct model *m = model_of(
		"1 7 call call=brk args=0 result=0x40000\n"
		"1.5 7/8 call call=brk args=0x61000 result=0x61000\n"
		"1.6 7 call call=brk args=0x82000 result=0x82000\n"
		"1.7 7/8 call call=shmat args=12,0,0 result=0x90000\n"
		"1.8 7/8 call call=mremap args=0x90000,4K,64K,1 "
		"result=0xa0000\n"
		"2 7 region op=add start=0x40000 end=0x82000 kind=heap\n"
		"2 7 region op=add start=0x90000 end=0x94000 kind=sysv\n"
		"2 7 region op=add start=0xa0000 end=0xb0000\n");

	(void)state;
	assert_int_equal(at(m, 7, 0x40000)->born.call, CALL_BRK);
	assert_int_equal(at(m, 7, 0x40000)->born.tid, 8);
	assert_int_equal(at(m, 7, 0x90000)->born.call, CALL_SHMAT);
	assert_int_equal(at(m, 7, 0xa0000)->born.call, CALL_MREMAP);
	model_free(m);
}

static void test_call_is_remembered_after_400_others(void **state)
{
	struct model *m = model_of(
		"1 7/8 call call=mmap args=0,8K,3,0x22,-1,0 result=0x4000\n");

	(void)state;
	/* 400 other calls, like those of a growing arena, must not push the
	 * mmap() out of the history. */
	for (int i = 0; i < 400; i++)
		evtext_text("1.5 7 call call=mprotect args=0x9000,4K,3\n",
			    model_event_fn, m);
	evtext_text("2 7 region op=add start=0x4000 end=0x6000\n",
		    model_event_fn, m);
	assert_true(at(m, 7, 0x4000)->born.known);
	model_free(m);
}

static void test_mprotect_is_cause_of_permission(void **state)
{
	struct model *m = model_of(
		"1 7 region op=add start=0x4000 end=0x6000 perm=rw-p\n"
		"1.5 7/8 call call=mprotect args=0x4000,8K,5\n"
		"2 7 region op=change start=0x4000 end=0x6000 perm=r-xp\n");
	const struct region *r = at(m, 7, 0x4000);

	(void)state;
	assert_int_equal(r->perms.n, 2);
	assert_int_equal(r->perms.v[1].tid, 8);
	assert_int_equal(r->perms.v[1].time_ns, 1500000000);
	model_free(m);
}

static void test_madvise_bytes_are_summed_by_region(void **state)
{
	struct model *m = model_of(
		"1 7 region op=add start=0x10000 end=0x20000 perm=rw-p\n"
		"1 7 region op=add start=0x20000 end=0x30000 perm=rw-p\n"
		"2 7 call call=madvise args=0x1e000,16K,4\n"	/* DONTNEED */
		"3 7 call call=madvise args=0x10000,8K,8\n"	/* FREE */
		"4 7 call call=madvise args=0x10000,8K,3\n"	/* WILLNEED */
		"5 7 call call=madvise args=0x10000,8K,4 error=EINVAL\n");

	(void)state;
	assert_int_equal(at(m, 7, 0x10000)->advised, 3);
	assert_int_equal(at(m, 7, 0x10000)->given_back, 0x4000);
	assert_int_equal(at(m, 7, 0x10000)->advised_ns, 4000000000);
	assert_int_equal(at(m, 7, 0x20000)->advised, 1);
	assert_int_equal(at(m, 7, 0x20000)->given_back, 0x2000);
	model_free(m);
}

static void test_child_inherits_causes_unless_it_execs(void **state)
{
	struct model *m = model_of(
		"1 7/8 call call=mmap args=0,8K,3,0x22,-1,0 result=0x4000\n"
		"1 7 region op=add start=0x4000 end=0x6000 perm=rw-p\n"
		"2 7 process op=fork child=20 start=9 ppid=7\n"
		"2 20 region op=add start=0x4000 end=0x6000 perm=rw-p\n"
		"2 20 region op=sync\n"
		"3 20 process op=exec old_tid=20 comm=y\n"
		"3 20 region op=add start=0x4000 end=0x6000 perm=rw-p\n");

	(void)state;
	assert_false(at(m, 20, 0x4000)->born.known);
	evtext_text("4 7 process op=fork child=21 start=9 ppid=7\n"
		    "4 21 region op=add start=0x4000 end=0x6000 perm=rw-p\n",
		    model_event_fn, m);
	assert_int_equal(at(m, 21, 0x4000)->born.tid, 8);
	model_free(m);
}

/* --- files -------------------------------------------------------------- */

static void test_same_file_needs_same_inode(void **state)
{
	struct model *m = model_of(
		"1 7 region op=add start=0x1000 end=0x2000 kind=library "
		"inode=5 dev=8:1 name=/l\n"
		"1 7 region op=add start=0x2000 end=0x3000 kind=library "
		"inode=5 dev=8:1 name=/l\n"
		"1 7 region op=add start=0x3000 end=0x4000 kind=library "
		"inode=6 dev=8:1 name=/l\n"
		"1 7 region op=add start=0x4000 end=0x5000 kind=anon\n"
		"1 7 region op=add start=0x5000 end=0x6000 kind=anon\n");

	(void)state;
	assert_true(region_same_file(at(m, 7, 0x1000), at(m, 7, 0x2000)));
	assert_false(region_same_file(at(m, 7, 0x2000), at(m, 7, 0x3000)));
	assert_false(region_same_file(at(m, 7, 0x4000), at(m, 7, 0x5000)));
	model_free(m);
}

/* A program may map and advise within one sampling period: the sampler reports
 * the region after both calls. */
static void test_advice_precedes_its_region(void **state)
{
	struct model *m = model_of(
		"1 7/7 call call=madvise args=0x4000,4K,8\n"
		"1.25 7/7 call call=mmap args=0,8K,3,0x22,-1,0 result=0x4000\n"
		"1.5 7/7 call call=madvise args=0x4000,8K,1\n"
		"1.6 7/7 call call=madvise args=0x5000,4K,102\n"
		"2 7 region op=add start=0x4000 end=0x6000 perm=rw-p\n"
		"3 7/7 call call=madvise args=0x4000,4K,24\n");
	const struct region *r = at(m, 7, 0x4000);

	(void)state;
	/* Only advice given after the mmap() counts. */
	assert_int_equal(r->advised, 3);
	assert_int_equal(r->advised_ns, 3000000000);
	assert_int_equal(r->given_back, 8192);
	model_free(m);
}

static void test_process_madvise_ranges_and_effects(void **state)
{
	const struct page_range ranges[] = {
		{ 0x1000, 0x3000 }, { 0x8000, 0xa000 }, { 0x10000, 0x11000 },
	};
	struct ev_call c = {
		.call = CALL_PROCESS_MADVISE, .args = { 3, 0, 3, 4 },
		.ranges = { ranges, sizeof ranges }, .of_pid = 9,
		.result = 0x3000,
	};
	struct page_range r;

	(void)state;
	assert_int_equal(advice_does(&c), ADVICE_DROPS);
	assert_int_equal(advice_pid(&c, 7), 9);
	assert_true(advice_range(&c, 1, &r));
	assert_int_equal(r.end, 0x9000);
	/* The result, 0x3000 bytes, ends before the third range. */
	assert_false(advice_range(&c, 2, &r));
	c.phase = PHASE_ENTER;
	assert_true(advice_range(&c, 2, &r));
	assert_false(advice_range(&c, 3, &r));
	c.args[3] = 21;
	assert_int_equal(advice_does(&c), ADVICE_TAKES);
	c.args[3] = 20;
	assert_int_equal(advice_does(&c), ADVICE_KEEPS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_call_precedes_its_region),
		cmocka_unit_test(test_advice_precedes_its_region),
		cmocka_unit_test(test_process_madvise_ranges_and_effects),
		cmocka_unit_test(test_perf_record_joins_its_call),
		cmocka_unit_test(test_perf_record_joins_one_call_only),
		cmocka_unit_test(test_region_precedes_its_call),
		cmocka_unit_test(test_newest_covering_call_is_the_cause),
		cmocka_unit_test(test_brk_shmat_mremap_are_causes),
		cmocka_unit_test(test_call_is_remembered_after_400_others),
		cmocka_unit_test(test_mprotect_is_cause_of_permission),
		cmocka_unit_test(test_madvise_bytes_are_summed_by_region),
		cmocka_unit_test(test_child_inherits_causes_unless_it_execs),
		cmocka_unit_test(test_same_file_needs_same_inode),
	};

	return cmocka_run_group_tests_name("model causes", tests, NULL, NULL);
}
