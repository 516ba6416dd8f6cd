/* SPDX-License-Identifier: GPL-3.0-or-later */
/* S4: why RSS grew: its parts at two times, and the sentence about them. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "event/owner.h"
#include "model/model.h"
#include "ui/process/why.h"

#define PID 4121
#define SECOND UINT64_C(1000000000)
#define M (UINT64_C(1) << 20)

static void process(struct model *m, uint64_t time_ns, uint64_t op)
{
	struct event ev = { .time_ns = time_ns, .pid = PID, .tid = PID,
			    .kind = EV_PROCESS };

	ev.u.process = (struct ev_process){
		.op = op, .child = PID, .child_pid = PID, .start = 7,
		.status = -1, .signal = -1, .exe = bytes_of("/srv/\nprog"),
	};
	model_event(m, &ev);
}

static void add_region(struct model *m, uint64_t start, enum region_kind kind,
		       uint64_t rss, const char *name,
		       const struct owner *owner)
{
	struct event ev = { .time_ns = SECOND, .pid = PID, .kind = EV_REGION,
			    .source = 'm' };

	ev.u.region = (struct ev_region){
		.op = REGION_ADD, .start = start * M, .end = (start + 64) * M,
		.perm = PERM_R | PERM_W, .kind = kind, .rss = rss,
		.pss = EV_UNKNOWN, .swap = EV_UNKNOWN, .name = bytes_of(name),
	};
	if (owner)
		owner_put(&ev.u.region, owner);
	model_event(m, &ev);
}

static void remove_region(struct model *m, uint64_t start)
{
	struct event ev = { .time_ns = SECOND, .pid = PID, .kind = EV_REGION,
			    .source = 'm' };

	ev.u.region = (struct ev_region){ .op = REGION_REMOVE,
					  .start = start * M,
					  .end = (start + 64) * M };
	model_event(m, &ev);
}

static void sync_regions(struct model *m, uint64_t time_ns, uint64_t rss)
{
	struct event ev = { .time_ns = time_ns, .pid = PID, .kind = EV_REGION,
			    .source = 'm' };

	ev.u.region.op = REGION_SYNC;
	model_event(m, &ev);
	ev.kind = EV_USAGE;
	memset(&ev.u.usage, 0xff, sizeof ev.u.usage);
	ev.u.usage.rss = rss;
	ev.u.usage.state = 'S';
	model_event(m, &ev);
}

static const struct owner code = { .whose = WHOSE_CODE,
				   .code = { "libfoo.so: grow()", 17 } };
static const struct owner large = { .whose = WHOSE_MALLOC,
				    .code = { "prog: main()", 12 } };
static const struct owner arena = { .whose = WHOSE_ARENA, .tid = 1,
				    .arena = 2 };

/* The parts and the rest add up to the change. */
static void assert_sum(const struct growth *then, const struct growth *now)
{
	struct growth_change c;
	int64_t sum;

	growth_between(then, now, &c);
	sum = c.rest;
	for (size_t i = 0; i < c.parts.v.n; i++) {
		sum += c.parts.v.v[i].bytes;
		assert_int_not_equal(c.parts.v.v[i].bytes, 0);
		if (i)
			assert_true(llabs(c.parts.v.v[i].bytes) <=
				    llabs(c.parts.v.v[i - 1].bytes));
	}
	assert_int_equal(sum, c.rss);
	assert_int_equal(c.rss, (int64_t)now->rss - (int64_t)then->rss);
	growth_change_release(&c);
}

static void assert_words(const struct growth *then, const struct process *p,
			 uint64_t now_ns, struct heap *heap,
			 const char *want)
{
	struct str text = STR_INIT;
	struct process of = *p;
	struct growth now;

	of.heap = heap;
	assert_true(growth_take(&now, p, now_ns));
	assert_sum(then, &now);
	why_words(&text, &(struct why_asked){
		.then = then, .now = &now, .process = &of, .heap = heap != NULL,
		.ascii = true,
	});
	assert_string_equal(text.data, want);
	str_release(&text);
	growth_release(&now);
}

/* A launched program starts without memory. */
static void launched_program_grows_from_zero(void **state)
{
	struct model *m = model_new();
	const struct process *p;

	(void)state;
	process(m, 0, PROCESS_LAUNCH);
	process(m, SECOND / 2, PROCESS_EXEC);
	p = model_process(m, PID);
	add_region(m, 100, KIND_HEAP, 8 * M, "[heap]", NULL);
	add_region(m, 200, KIND_ANON, 3 * M, "", &code);
	add_region(m, 300, KIND_ANON, 2 * M, "", &code);
	add_region(m, 400, KIND_ANON, 4 * M, "", &large);
	add_region(m, 500, KIND_ARENA, 1 * M, "", &arena);
	add_region(m, 600, KIND_FILE, 512 << 10, "/tmp/da\nta.csv", NULL);
	add_region(m, 700, KIND_LIBRARY, 256 << 10, "/lib/libc.so", NULL);
	sync_regions(m, SECOND, 19 * M);
	assert_non_null(p->since);
	assert_int_equal(p->since->rss, 0);
	assert_words(p->since, p, 2 * SECOND, NULL,
		     "RSS +19.0M in 1.5s, +8.00M of it at 000006400000 [heap]: "
		     "[heap] +8.00M, libfoo.so: grow() +5.00M, large malloc "
		     "for prog: main() +4.00M, malloc arenas +1.00M, 2 others "
		     "+768K, unaccounted +256K. To find the code: mmtop "
		     "--heap /srv/\\x0aprog");
	process(m, 3 * SECOND, PROCESS_EXEC);
	assert_null(p->since);
	model_free(m);
}

/* The growth of an attached program is known once the RSS of every region
 * is. */
static void attached_program_grows_from_the_mark(void **state)
{
	struct heap heap = { .total_known = true,
			     .total = { .size = 6 * M, .freed = EV_UNKNOWN } };
	struct model *m = model_new();
	const struct process *p;
	struct growth mark;

	(void)state;
	process(m, SECOND, PROCESS_ATTACH);
	p = model_process(m, PID);
	add_region(m, 100, KIND_HEAP, 8 * M, "[heap]", NULL);
	add_region(m, 600, KIND_FILE, EV_UNKNOWN, "/tmp/data", NULL);
	sync_regions(m, SECOND, 9 * M);
	assert_null(p->since);
	add_region(m, 600, KIND_FILE, 1 * M, "/tmp/data", NULL);
	sync_regions(m, 2 * SECOND, 9 * M);
	assert_non_null(p->since);
	assert_words(p->since, p, 3 * SECOND, NULL,
		     "RSS 0 in 1.0s: unaccounted 0.");
	assert_true(growth_take(&mark, p, 3 * SECOND));

	/* Both growth and shrinkage are reported. */
	add_region(m, 100, KIND_HEAP, 7 * M, "[heap]", NULL);
	remove_region(m, 600);
	add_region(m, 900, KIND_POSIX_SHM, EV_UNKNOWN, "/dev/shm/x", NULL);
	add_region(m, 800, KIND_STACK, 3 * M, "[stack]", NULL);
	sync_regions(m, 4 * SECOND, 10 * M);
	assert_words(&mark, p, 5 * SECOND, &heap,
		     "RSS +1.00M in 2.0s, +3.00M of it at 000032000000 "
		     "[stack]: stacks +3.00M, [heap] -1.00M, "
		     "data -1.00M. 1 region is not scanned yet. Live heap: "
		     "6.00M.");
	heap.total.freed = M;
	assert_words(&mark, p, 5 * SECOND, &heap,
		     "RSS +1.00M in 2.0s, +3.00M of it at 000032000000 "
		     "[stack]: stacks +3.00M, [heap] -1.00M, "
		     "data -1.00M. 1 region is not scanned yet. Live heap: "
		     "6.00M, freed but still resident: 1.00M.");
	growth_release(&mark);
	model_free(m);
}

static uint64_t most_of(const struct growth *then, const struct growth *now,
			int64_t *bytes)
{
	struct growth_change c;
	uint64_t start;

	growth_between(then, now, &c);
	start = c.most.start / M;
	*bytes = c.most.bytes;
	growth_change_release(&c);
	return start;
}

/* The region is the same one after it grew downwards, and after it was split;
 * if the RSS shrinks, it is the region that shrank most. */
static void the_region_that_changed_most_is_named(void **state)
{
	struct growth_region was[] = { { 100 * M, 164 * M, 8 * M },
				       { 300 * M, 364 * M, 20 * M } };
	struct growth_region is[] = { { 50 * M, 164 * M, 14 * M },
				      { 300 * M, 332 * M, 11 * M },
				      { 332 * M, 364 * M, 9 * M } };
	struct growth then = { .rss = 28 * M }, now = { .rss = 34 * M };
	int64_t bytes;

	(void)state;
	then.regions.v = was;
	then.regions.n = 2;
	now.regions.v = is;
	now.regions.n = 3;
	assert_int_equal(most_of(&then, &now, &bytes), 50);
	assert_int_equal(bytes, 6 * M);
	is[0].bytes = 8 * M;
	now.rss = 27 * M;
	assert_int_equal(most_of(&then, &now, &bytes), 332);
	assert_int_equal(bytes, -(int64_t)M);
	is[2].bytes = 10 * M;
	is[1].bytes = 10 * M;
	most_of(&then, &now, &bytes);
	assert_int_equal(bytes, 0);
}

static void add_site(struct model *m, uint64_t id, const char *symbol,
		     uint64_t live)
{
	struct event ev = { .time_ns = 4 * SECOND, .pid = PID, .kind = EV_HEAP,
			    .source = 'h' };

	ev.u.heap = (struct ev_heap){
		.op = HEAP_OP_SITE, .site = id, .caller = 0x5000 + id,
		.library = bytes_of("/srv/prog"), .symbol = bytes_of(symbol),
		.size = live, .blocks = 1, .resident = EV_UNKNOWN,
	};
	model_event(m, &ev);
	ev.u.heap = (struct ev_heap){ .op = HEAP_OP_TOTAL, .size = 9 * M,
				      .freed = EV_UNKNOWN };
	model_event(m, &ev);
}

/* With --heap, the answer names the three functions with most live bytes, and
 * no other command. */
static void sites_of_one_function_are_added_up(void **state)
{
	struct model *m = model_new();
	struct process *p;

	(void)state;
	process(m, 0, PROCESS_LAUNCH);
	process(m, SECOND, PROCESS_EXEC);
	add_region(m, 100, KIND_HEAP, 8 * M, "[heap]", NULL);
	sync_regions(m, SECOND, 8 * M);
	add_site(m, 1, "cache_insert", 2 * M);
	add_site(m, 2, "main", 3 * M);
	add_site(m, 3, "cache\n_insert", 2 * M);
	add_site(m, 4, "cache_insert", 4 * M);
	add_site(m, 5, "small", 1);
	add_site(m, 6, "", 1 * M);
	p = model_process(m, PID);
	assert_words(p->since, p, 2 * SECOND, p->heap,
		     "RSS +8.00M in 1.0s, +8.00M of it at 000006400000 [heap]: "
		     "[heap] +8.00M. Live heap: 9.00M. Most of it: "
		     "cache_insert 6.00M, main 3.00M, cache\\x0a_insert 2.00M.");
	model_free(m);
}

static void unknown_rss_gives_no_answer(void **state)
{
	struct model *m = model_new();
	struct growth now;

	(void)state;
	process(m, 0, PROCESS_ATTACH);
	assert_false(growth_take(&now, model_process(m, PID), SECOND));
	sync_regions(m, SECOND, EV_UNKNOWN);
	assert_false(growth_take(&now, model_process(m, PID), SECOND));
	assert_null(model_process(m, PID)->since);
	model_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(launched_program_grows_from_zero),
		cmocka_unit_test(attached_program_grows_from_the_mark),
		cmocka_unit_test(the_region_that_changed_most_is_named),
		cmocka_unit_test(sites_of_one_function_are_added_up),
		cmocka_unit_test(unknown_rss_gives_no_answer),
	};

	return cmocka_run_group_tests_name("why", tests, NULL, NULL);
}
