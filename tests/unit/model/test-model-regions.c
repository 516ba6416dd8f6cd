/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Region events and the region list of a process. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/str.h"
#include "../../support/evtext.h"
#include "model/model.h"

#define ATTACH "0 7 process op=attach start=1 comm=x\n"

static struct model *model_of(const char *lines)
{
	struct model *m = model_new();

	evtext_text(ATTACH, model_event_fn, m);
	evtext_text(lines, model_event_fn, m);
	return m;
}

/* Compares the list: "1000-3000:rw-p" per region, with `-` after a removed
 * one. */
static void assert_map(const struct model *m, const char *want)
{
	const struct space *s = &model_process(m, 7)->space;
	struct str got = STR_INIT;
	size_t live = 0;

	for (size_t i = 0; i < s->regions.n; i++) {
		const struct region *r = s->regions.v[i];
		char perm[5];
		if (got.len)
			str_addc(&got, ' ');
		str_addf(&got, "%jx-%jx:%s%s", (uintmax_t)r->start,
			 (uintmax_t)r->end, perm_text(perm, r->perm),
			 r->removed_ns ? "-" : "");
		live += !r->removed_ns;
	}
	assert_string_equal(got.data, want);
	assert_int_equal(s->live, live);
	str_release(&got);
}

static const struct space *space_of(const struct model *m)
{
	return &model_process(m, 7)->space;
}

static void test_regions_are_sorted(void **state)
{
	struct model *m = model_of(
		"1 7 region op=add start=0x5000 end=0x6000 perm=r--p\n"
		"1 7 region op=add start=0x1000 end=0x3000 perm=rw-p\n"
		"1 7 region op=add start=0x3000 end=0x4000 perm=r-xp\n");

	(void)state;
	assert_map(m, "1000-3000:rw-p 3000-4000:r-xp 5000-6000:r--p");
	assert_null(space_find(space_of(m), 0xfff));
	assert_int_equal(space_find(space_of(m), 0x2fff)->start, 0x1000);
	assert_int_equal(space_find(space_of(m), 0x3000)->start, 0x3000);
	assert_null(space_find(space_of(m), 0x4000));
	assert_null(space_at(space_of(m), 0x2000));
	assert_int_equal(space_index(space_of(m), 0x4000), 2);
	assert_int_equal(space_index(space_of(m), 0x6000), 3);
	model_free(m);
}

static void test_first_snapshot_is_not_new(void **state)
{
	struct model *m = model_of(
		"1 7 region op=add start=0x1000 end=0x2000 perm=r--p\n"
		"1 7 region op=sync\n"
		"2 7 region op=add start=0x3000 end=0x4000 perm=r--p\n");

	(void)state;
	assert_int_equal(space_at(space_of(m), 0x1000)->added_ns, 0);
	assert_int_equal(space_at(space_of(m), 0x3000)->added_ns, 2000000000);
	assert_int_equal(space_of(m)->synced_ns, 1000000000);
	model_free(m);
}

static void test_new_region_cuts_those_it_overlaps(void **state)
{
	struct model *m = model_of(
		"1 7 region op=add start=0x1000 end=0x4000 perm=r--p rss=12K\n"
		"1 7 region op=add start=0x5000 end=0x6000 perm=r--p\n"
		"1 7 region op=add start=0x7000 end=0x9000 perm=r--p\n"
		"2 7 region op=add start=0x3000 end=0x8000 perm=rw-p\n");

	(void)state;
	assert_map(m, "1000-3000:r--p 3000-8000:rw-p 8000-9000:r--p");
	/* RSS is at most the size of the region. */
	assert_int_equal(space_at(space_of(m), 0x1000)->rss, 0x2000);
	model_free(m);
}

static void test_new_region_splits_the_one_around_it(void **state)
{
	struct model *m = model_of(
		"1 7 region op=add start=0x1000 end=0x9000 perm=r--p "
		"kind=file inode=5 name=/a offset=0x100000\n"
		"2 7 region op=add start=0x3000 end=0x4000 perm=rw-p\n");

	(void)state;
	assert_map(m, "1000-3000:r--p 3000-4000:rw-p 4000-9000:r--p");
	assert_int_equal(space_at(space_of(m), 0x4000)->offset, 0x103000);
	assert_string_equal(space_at(space_of(m), 0x4000)->name, "/a");
	model_free(m);
}

static void test_repeated_add_is_a_change(void **state)
{
	struct model *m = model_of(
		"1 7 region op=sync\n"
		"1 7 region op=add start=0x1000 end=0x3000 perm=rw-p rss=4K\n"
		"2 7 region op=add start=0x1000 end=0x3000 perm=r--p rss=?\n");
	const struct region *r = space_at(space_of(m), 0x1000);

	(void)state;
	assert_map(m, "1000-3000:r--p");
	assert_int_equal(r->added_ns, 1000000000);
	assert_int_equal(r->changed_ns, 2000000000);
	assert_int_equal(r->rss, 4096);		/* not read this time */
	assert_int_equal(r->rss_at_ns, 1000000000);
	model_free(m);
}

static void test_removed_region_stays_two_seconds(void **state)
{
	struct model *m = model_of(
		"1 7 region op=add start=0x1000 end=0x3000 perm=rw-p\n"
		"1 7 region op=add start=0x4000 end=0x6000 perm=rw-p\n"
		"2 7 region op=remove start=0x1000 end=0x3000\n");

	(void)state;
	assert_map(m, "1000-3000:rw-p- 4000-6000:rw-p");
	assert_null(space_find(space_of(m), 0x1000));
	evtext_text("3.9 7 region op=sync\n", model_event_fn, m);
	assert_map(m, "1000-3000:rw-p- 4000-6000:rw-p");
	evtext_text("4.05 7 region op=sync\n", model_event_fn, m);
	assert_map(m, "4000-6000:rw-p");
	model_free(m);
}

static void test_partial_unmap_cuts_the_region(void **state)
{
	struct model *m = model_of(
		"1 7 region op=add start=0x1000 end=0x9000 perm=rw-p\n"
		"2 7 region op=remove start=0x3000 end=0x4000\n"
		"2 7 region op=remove start=0x8000 end=0xa000\n"
		"2 7 region op=remove start=0x0 end=0x2000\n");

	(void)state;
	assert_map(m, "2000-3000:rw-p 4000-8000:rw-p");
	model_free(m);
}

static void test_new_region_replaces_removed_row(void **state)
{
	struct model *m = model_of(
		"1 7 region op=add start=0x1000 end=0x3000 perm=rw-p\n"
		"2 7 region op=remove start=0x1000 end=0x3000\n"
		"2.1 7 region op=add start=0x2000 end=0x5000 perm=r--p\n");

	(void)state;
	assert_map(m, "2000-5000:r--p");
	model_free(m);
}

static void test_region_grows_at_both_ends(void **state)
{
	struct model *m = model_of(
		"1 7 region op=add start=0x4000 end=0x6000 perm=rw-p\n"
		"1 7 region op=add start=0x8000 end=0x9000 perm=r--p\n"
		"2 7 region op=change old_start=0x4000 start=0x4000 "
		"end=0x8000 perm=rw-p\n"
		"3 7 region op=change old_start=0x4000 start=0x2000 "
		"end=0x8000 perm=rw-p\n");
	const struct region *r = space_at(space_of(m), 0x2000);

	(void)state;
	assert_map(m, "2000-8000:rw-p 8000-9000:r--p");
	assert_int_equal(r->changed_ns, 3000000000);
	model_free(m);
}

static void test_moved_region_cuts_those_it_overlaps(void **state)
{
	struct model *m = model_of(
		"1 7 region op=add start=0x1000 end=0x2000 perm=rw-p\n"
		"1 7 region op=add start=0x4000 end=0x6000 perm=r--p\n"
		"1 7 region op=add start=0x7000 end=0x9000 perm=r--p\n"
		"2 7 region op=change old_start=0x1000 start=0x8000 "
		"end=0xa000 perm=rw-p\n");

	(void)state;
	assert_map(m, "4000-6000:r--p 7000-8000:r--p 8000-a000:rw-p");
	model_free(m);
}

static void test_change_of_unknown_region_adds_it(void **state)
{
	struct model *m = model_of(
		"1 7 region op=change start=0x4000 end=0x6000 perm=rw-p\n");

	(void)state;
	assert_map(m, "4000-6000:rw-p");
	model_free(m);
}

static void test_last_16_permissions_are_stored(void **state)
{
	struct model *m = model_of(
		"1 7 region op=add start=0x4000 end=0x6000 perm=rw-p\n"
		"2 7 region op=change start=0x4000 end=0x6000 perm=r--p\n"
		"3 7 region op=change start=0x4000 end=0x6000 perm=r--p\n"
		"4 7 region op=change start=0x4000 end=0x6000 perm=r-xp\n");
	const struct region *r = space_at(space_of(m), 0x4000);

	(void)state;
	assert_int_equal(r->perms.n, 3);
	assert_int_equal(r->perms.v[0].perm, PERM_R | PERM_W);
	assert_int_equal(r->perms.v[1].time_ns, 2000000000);
	assert_int_equal(r->perms.v[2].perm, PERM_R | PERM_X);
	for (int i = 0; i < 20; i++)
		evtext_text(
			"5 7 region op=change start=0x4000 end=0x6000 perm=rw-p\n"
			"6 7 region op=change start=0x4000 end=0x6000 perm=r--p\n",
			model_event_fn, m);
	assert_int_equal(r->perms.n, 16);
	assert_int_equal(r->perms.v[0].time_ns, 1000000000);
	assert_int_equal(r->perms.v[15].perm, PERM_R);
	model_free(m);
}

static void test_exec_empties_the_list(void **state)
{
	struct model *m = model_of(
		"1 7 region op=add start=0x4000 end=0x6000 perm=rw-p\n"
		"1 7 region op=sync\n"
		"2 7 process op=exec old_tid=7 comm=y exe=/y argv=\"y\\0-z\\0\"\n");

	(void)state;
	assert_map(m, "");
	assert_int_equal(space_of(m)->generation, 1);
	assert_int_equal(space_of(m)->synced_ns, 0);
	assert_int_equal(space_of(m)->execed_ns, 2000000000);
	assert_string_equal(model_process(m, 7)->argv, "y -z");
	evtext_text("2.1 7 region op=add start=0x9000 end=0xa000\n",
		    model_event_fn, m);
	assert_int_equal(space_at(space_of(m), 0x9000)->added_ns, 0);
	model_free(m);
}

static void test_reattach_keeps_and_updates_the_list(void **state)
{
	struct model *m = model_of(
		"1 7 region op=add start=0x4000 end=0x6000 perm=rw-p\n"
		"1 7 region op=add start=0x8000 end=0x9000 perm=rw-p\n"
		"1 7 region op=sync\n"
		"2 7 process op=detach\n"
		"9 7 process op=attach start=1 comm=x\n"
		"9 7 region op=add start=0x4000 end=0x6000 perm=rw-p\n"
		"9 7 region op=add start=0xa000 end=0xb000 perm=rw-p\n"
		"9 7 region op=sync\n");

	(void)state;
	assert_map(m, "4000-6000:rw-p 8000-9000:rw-p- a000-b000:rw-p");
	assert_false(model_process(m, 7)->detached);
	model_free(m);
}

static void test_rates_fall_at_sync(void **state)
{
	struct model *m = model_of(
		"0 7 region op=add start=0x10000 end=0x90000 rss=0\n"
		"1 7 region op=change start=0x10000 end=0x90000 rss=64K\n"
		"1 7 region op=sync\n");
	const struct region *r = space_at(space_of(m), 0x10000);

	(void)state;
	assert_true(rate_known(&r->rss_rate));
	assert_true(rate_value(&r->rss_rate) == 65536.0);
	evtext_text("4 7 region op=sync\n", model_event_fn, m);
	assert_true(rate_value(&r->rss_rate) == 16384.0);
	evtext_text("7 7 region op=sync\n", model_event_fn, m);
	assert_true(rate_value(&r->rss_rate) == 0.0);
	model_free(m);
}

/* The sampler has not reached the region yet. It may have grown, so its rate
 * stays. */
static void test_rate_stays_until_region_is_counted(void **state)
{
	struct model *m = model_of(
		"0 7 region op=add start=0x10000 end=0x90000 rss=0\n"
		"1 7 region op=change start=0x10000 end=0x90000 rss=64K\n"
		"1 7 region op=sync\n"
		"4 7 usage rss=1M counted_ns=1000000000\n");
	const struct region *r = space_at(space_of(m), 0x10000);

	(void)state;
	assert_true(rate_value(&r->rss_rate) == 65536.0);
	/* Older logs have no counted_ns. */
	evtext_text("4 7 usage rss=1M\n", model_event_fn, m);
	assert_true(rate_value(&r->rss_rate) == 16384.0);
	model_free(m);
}

static void test_implausible_regions_are_dropped(void **state)
{
	struct model *m = model_of(
		"1 7 region op=add start=0x4000 end=0x4000\n"
		"1 7 region op=add start=0x4000 end=0x3000\n"
		"1 7 region op=9 start=0x4000 end=0x5000\n"
		"1 7 region op=remove start=0x4000 end=0\n"
		"1 9 region op=add start=0x4000 end=0x5000\n");

	(void)state;
	assert_map(m, "");
	assert_int_equal(m->dropped, 4);
	model_free(m);
}

static void test_file_identity_survives_a_split(void **state)
{
	struct model *m = model_of(
		"1 7 region op=add start=0x10000 end=0x14000 inode=5 "
		"disk=replaced own_root=1 build_id=\"\\x0a\\xff\"\n"
		"1 7 region op=add start=0x20000 end=0x21000 inode=6 "
		"has_generation=1 generation=3 disk=deleted\n"
		"1 7 region op=add start=0x30000 end=0x31000 disk=77 "
		"build_id=123456789012345678901\n"
		"2 7 region op=remove start=0x11000 end=0x12000\n");
	const struct region *r = space_find(space_of(m), 0x10000);

	(void)state;
	/* Both parts of the region belong to the same file. */
	for (int i = 0; i < 2; i++, r = space_find(space_of(m), 0x13000)) {
		assert_int_equal(r->build_id_len, 2);
		assert_memory_equal(r->build_id, "\x0a\xff", 2);
		assert_int_equal(r->disk, DISK_REPLACED);
		assert_true(r->own_root);
		assert_false(r->has_generation);
	}
	r = space_find(space_of(m), 0x20000);
	assert_true(r->has_generation);
	assert_int_equal(r->generation, 3);
	assert_int_equal(r->disk, DISK_DELETED);
	assert_false(r->own_root);
	r = space_find(space_of(m), 0x30000);
	assert_int_equal(r->build_id_len, 0);
	assert_int_equal(r->disk, DISK_UNKNOWN);
	model_free(m);
}

static void add_event(struct model *m, uint64_t start, uint64_t end)
{
	struct event ev = {
		.time_ns = 1, .pid = 7, .tid = 7, .kind = EV_REGION,
		.u.region = {
			.op = REGION_ADD, .start = start, .end = end,
			.perm = PERM_R, .rss = 4096, .pss = EV_UNKNOWN,
			.swap = EV_UNKNOWN,
		},
	};
	model_event(m, &ev);
}

static void test_max_map_count_regions_fit(void **state)
{
	struct model *m = model_of("");

	(void)state;
	for (uint64_t i = 0; i < 65530; i++)
		add_event(m, i * 0x2000, i * 0x2000 + 0x1000);
	assert_int_equal(space_of(m)->live, 65530);
	assert_int_equal(space_find(space_of(m), 0x8000 + 5)->start, 0x8000);
	/* One region that covers all but the first and the last. */
	add_event(m, 0x1000, 65529ull * 0x2000);
	assert_int_equal(space_of(m)->live, 3);
	model_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_regions_are_sorted),
		cmocka_unit_test(test_first_snapshot_is_not_new),
		cmocka_unit_test(test_new_region_cuts_those_it_overlaps),
		cmocka_unit_test(test_new_region_splits_the_one_around_it),
		cmocka_unit_test(test_file_identity_survives_a_split),
		cmocka_unit_test(test_repeated_add_is_a_change),
		cmocka_unit_test(test_removed_region_stays_two_seconds),
		cmocka_unit_test(test_partial_unmap_cuts_the_region),
		cmocka_unit_test(test_new_region_replaces_removed_row),
		cmocka_unit_test(test_region_grows_at_both_ends),
		cmocka_unit_test(test_moved_region_cuts_those_it_overlaps),
		cmocka_unit_test(test_change_of_unknown_region_adds_it),
		cmocka_unit_test(test_last_16_permissions_are_stored),
		cmocka_unit_test(test_exec_empties_the_list),
		cmocka_unit_test(test_reattach_keeps_and_updates_the_list),
		cmocka_unit_test(test_rates_fall_at_sync),
		cmocka_unit_test(test_rate_stays_until_region_is_counted),
		cmocka_unit_test(test_implausible_regions_are_dropped),
		cmocka_unit_test(test_max_map_count_regions_fit),
	};

	return cmocka_run_group_tests_name("model regions", tests, NULL, NULL);
}
