/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Identities of files that the kernel recorded, applied to their regions. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "sample-run.h"
#include "sys/loop.h"

#define B(s) ((struct bytes){ s, sizeof(s) - 1 })

/* One file with two mappings, and another file. */
static struct {
	size_t page;
	char *a, *b, *other;
} t;

/* The last event of the region that starts there. */
struct told {
	char *start;
	struct ev_region r;
	char id[64];
};

struct run {
	struct sample_run r;
	struct told a, b, other;
	unsigned syncs;
};

static void note_region(struct told *told, const struct ev_region *r)
{
	if (r->start != (uintptr_t)told->start)
		return;
	told->r = *r;
	memset(told->id, 0, sizeof told->id);
	if (r->build_id.len < sizeof told->id && r->build_id.len)
		memcpy(told->id, r->build_id.data, r->build_id.len);
}

static void tap(void *arg, const struct event *ev)
{
	struct run *run = arg;

	if (ev->kind != EV_REGION)
		return;
	if (ev->u.region.op == REGION_SYNC) {
		run->syncs++;
		return;
	}
	note_region(&run->a, &ev->u.region);
	note_region(&run->b, &ev->u.region);
	note_region(&run->other, &ev->u.region);
}

static char *map_new(int fd, char *at)
{
	char *p = mmap(at, t.page, PROT_READ, MAP_PRIVATE | MAP_FIXED, fd, 0);

	assert_true(p == at);
	return p;
}

static int setup(void **state)
{
	int one = memfd_create("one", 0), two = memfd_create("two", 0);
	char *room;

	(void)state;
	t.page = (size_t)sysconf(_SC_PAGESIZE);
	room = mmap(NULL, 7 * t.page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS,
		    -1, 0);
	assert_true(room != MAP_FAILED && one >= 0 && two >= 0);
	assert_int_equal(ftruncate(one, (off_t)t.page), 0);
	assert_int_equal(ftruncate(two, (off_t)t.page), 0);
	t.a = map_new(one, room + t.page);
	t.b = map_new(one, room + 3 * t.page);
	t.other = map_new(two, room + 5 * t.page);
	return 0;
}

static bool is_synced(void *arg)
{
	return ((struct run *)arg)->syncs > 0;
}

static void begin(struct run *run)
{
	memset(run, 0, sizeof *run);
	run->a.start = t.a;
	run->b.start = t.b;
	run->other.start = t.other;
	sample_run_init(&run->r, "/proc", getpid());
	run->r.tap = tap;
	run->r.tap_arg = run;
	assert_true(sample_run_until(&run->r, is_synced, run));
	assert_int_equal(run->a.r.build_id.len, 0);
	assert_false(run->a.r.has_generation);
}

static void send_record(struct run *run, const struct ev_map *m)
{
	struct event ev = host_event(&run->r.host, 'k', EV_MAP, getpid(),
				     getpid());

	ev.flags = EVF_EACH;
	ev.u.map = *m;
	sample_source.event(run->r.src, &ev);
}

static bool has_build_id(void *arg)
{
	struct run *run = arg;

	return run->a.r.build_id.len && run->b.r.build_id.len;
}

/* The record has the address, and maps the file: all its mappings get the build
 * ID. */
static void test_build_id_applies_to_all_mappings(void **state)
{
	struct run run;

	(void)state;
	begin(&run);
	send_record(&run,
		    &(struct ev_map){ .addr = (uintptr_t)t.b, .len = t.page,
				       .build_id = B("\x0a\xff\x01") });
	assert_true(sample_run_until(&run.r, has_build_id, &run));
	assert_int_equal(run.a.r.build_id.len, 3);
	assert_memory_equal(run.a.id, "\x0a\xff\x01", 3);
	assert_memory_equal(run.b.id, "\x0a\xff\x01", 3);
	assert_false(run.a.r.has_generation);
	assert_int_equal(run.other.r.build_id.len, 0);
	/* Too long for a build ID. */
	send_record(&run, &(struct ev_map){ .addr = (uintptr_t)t.other,
				       .len = t.page,
				       .build_id = B("123456789012345678901") });
	run.syncs = 0;
	assert_true(sample_run_until(&run.r, is_synced, &run));
	assert_int_equal(run.other.r.build_id.len, 0);
	sample_run_release(&run.r);
}

static bool has_generation(void *arg)
{
	struct run *run = arg;

	return run->a.r.has_generation && run->b.r.has_generation;
}

/* The record has the inode; the address does not matter. */
static void test_generation_applies_to_the_inode(void **state)
{
	struct run run;

	(void)state;
	begin(&run);
	send_record(&run, &(struct ev_map){ .addr = 0x1000, .len = t.page,
				       .dev = run.a.r.dev,
				       .inode = run.a.r.inode,
				       .generation = 7 });
	/* A record of memory without a file has no effect. */
	send_record(&run, &(struct ev_map){ .addr = (uintptr_t)t.other,
				       .len = t.page, .generation = 8 });
	assert_true(sample_run_until(&run.r, has_generation, &run));
	assert_int_equal(run.a.r.generation, 7);
	assert_int_equal(run.b.r.generation, 7);
	assert_false(run.other.r.has_generation);
	sample_run_release(&run.r);
}

static bool is_first_file(void *arg)
{
	struct run *run = arg;

	return run->other.r.inode == run->a.r.inode &&
	       run->other.r.build_id.len;
}

/* A file that is mapped later, at an address whose record comes separately. */
static void test_later_mapping_gets_the_build_id(void **state)
{
	char *was = t.other;
	struct run run;

	(void)state;
	begin(&run);
	send_record(&run,
		    &(struct ev_map){ .addr = (uintptr_t)t.a, .len = t.page,
				       .build_id = B("ab") });
	assert_true(sample_run_until(&run.r, has_build_id, &run));
	/* Moves the first file to the place of the second. */
	assert_true(mremap(t.b, t.page, t.page,
			   MREMAP_MAYMOVE | MREMAP_FIXED, was) == was);
	send_record(&run,
		    &(struct ev_map){ .addr = (uintptr_t)was, .len = t.page,
				       .build_id = B("ab") });
	assert_true(sample_run_until(&run.r, is_first_file, &run));
	assert_int_equal(run.other.r.inode, run.a.r.inode);
	assert_memory_equal(run.other.id, "ab", 2);
	sample_run_release(&run.r);
}

/* More records than the sampler stores, of unknown processes. */
static void test_records_beyond_limit_are_harmless(void **state)
{
	struct run run;

	(void)state;
	begin(&run);
	for (uint64_t i = 0; i < 40000; i++)
		send_record(&run, &(struct ev_map){
			.addr = i << 12, .len = t.page, .dev = i % 7,
			.inode = i * 40503 % 20011 + 1, .generation = i,
			.build_id = { "xyz", i % 2 ? 3 : 0 } });
	send_record(&run, &(struct ev_map){ .dev = run.a.r.dev, .len = t.page,
				       .inode = run.a.r.inode,
				       .generation = 9 });
	assert_true(sample_run_until(&run.r, has_generation, &run));
	assert_int_equal(run.b.r.generation, 9);
	sample_run_release(&run.r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_build_id_applies_to_all_mappings),
		cmocka_unit_test(test_generation_applies_to_the_inode),
		cmocka_unit_test(test_records_beyond_limit_are_harmless),
		cmocka_unit_test(test_later_mapping_gets_the_build_id),
	};

	return cmocka_run_group_tests(tests, setup, NULL);
}
