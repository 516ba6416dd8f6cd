/* SPDX-License-Identifier: GPL-3.0-or-later */
/* S4: why RSS is up: what it is made of at two moments, and the sentence. */
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
#include "ui/words/why.h"

#define PID 4121
#define SECOND UINT64_C(1000000000)
#define M (UINT64_C(1) << 20)

static void process(struct model *m, uint64_t time_ns, uint64_t op)
{
	struct event ev = { .time_ns = time_ns, .pid = PID, .tid = PID,
			    .kind = EV_PROCESS };

	ev.u.process = (struct ev_process){
		.op = op, .child = PID, .child_pid = PID, .start = 7,
		.status = -1, .signal = -1,
	};
	model_event(m, &ev);
}

static void region(struct model *m, uint64_t start, enum region_kind kind,
		   uint64_t rss, const char *name, const struct owner *owner)
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

static void removed(struct model *m, uint64_t start)
{
	struct event ev = { .time_ns = SECOND, .pid = PID, .kind = EV_REGION,
			    .source = 'm' };

	ev.u.region = (struct ev_region){ .op = REGION_REMOVE,
					  .start = start * M,
					  .end = (start + 64) * M };
	model_event(m, &ev);
}

static void settled(struct model *m, uint64_t time_ns, uint64_t rss)
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

/* Parts and rest are all of it. */
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
			 uint64_t now_ns, const struct heap *heap,
			 const char *want)
{
	struct str text = STR_INIT;
	struct growth now;

	assert_true(growth_take(&now, p, now_ns));
	assert_sum(then, &now);
	why_words(&text, then, &now, heap, true);
	assert_string_equal(text.data, want);
	str_release(&text);
	growth_release(&now);
}

/* A program begins with nothing. */
static void test_launched(void **state)
{
	struct model *m = model_new();
	const struct process *p;

	(void)state;
	process(m, 0, PROCESS_LAUNCH);
	process(m, SECOND / 2, PROCESS_EXEC);
	p = model_process(m, PID);
	region(m, 100, KIND_HEAP, 8 * M, "[heap]", NULL);
	region(m, 200, KIND_ANON, 3 * M, "", &code);
	region(m, 300, KIND_ANON, 2 * M, "", &code);
	region(m, 400, KIND_ANON, 4 * M, "", &large);
	region(m, 500, KIND_ARENA, 1 * M, "", &arena);
	region(m, 600, KIND_FILE, 512 << 10, "/tmp/da\nta.csv", NULL);
	region(m, 700, KIND_LIBRARY, 256 << 10, "/lib/libc.so", NULL);
	settled(m, SECOND, 19 * M);
	assert_non_null(p->since);
	assert_int_equal(p->since->rss, 0);
	assert_words(p->since, p, 2 * SECOND, NULL,
		     "RSS +19.0M in 1.5s: main heap +8.00M, libfoo.so: grow() "
		     "+5.00M, large malloc for prog: main() +4.00M, malloc "
		     "arenas +1.00M, 2 others +768K, not explained +256K.");
	process(m, 3 * SECOND, PROCESS_EXEC);
	assert_null(p->since);
	model_free(m);
}

/* Who ran already is known when each of its regions is. */
static void test_attached(void **state)
{
	struct heap heap = { .total_known = true,
			     .total = { .size = 6 * M, .freed = EV_UNKNOWN } };
	struct model *m = model_new();
	const struct process *p;
	struct growth mark;

	(void)state;
	process(m, SECOND, PROCESS_ATTACH);
	p = model_process(m, PID);
	region(m, 100, KIND_HEAP, 8 * M, "[heap]", NULL);
	region(m, 600, KIND_FILE, EV_UNKNOWN, "/tmp/data", NULL);
	settled(m, SECOND, 9 * M);
	assert_null(p->since);
	region(m, 600, KIND_FILE, 1 * M, "/tmp/data", NULL);
	settled(m, 2 * SECOND, 9 * M);
	assert_non_null(p->since);
	assert_words(p->since, p, 3 * SECOND, NULL,
		     "RSS 0 in 1.0s: not explained 0.");
	assert_true(growth_take(&mark, p, 3 * SECOND));

	/* What went is told as well as what came. */
	region(m, 100, KIND_HEAP, 7 * M, "[heap]", NULL);
	removed(m, 600);
	region(m, 900, KIND_POSIX_SHM, EV_UNKNOWN, "/dev/shm/x", NULL);
	region(m, 800, KIND_STACK, 3 * M, "[stack]", NULL);
	settled(m, 4 * SECOND, 10 * M);
	assert_words(&mark, p, 5 * SECOND, &heap,
		     "RSS +1.00M in 2.0s: stacks +3.00M, main heap -1.00M, "
		     "data -1.00M. 1 region was not looked at yet. Of its heap "
		     "6.00M are live.");
	heap.total.freed = M;
	assert_words(&mark, p, 5 * SECOND, &heap,
		     "RSS +1.00M in 2.0s: stacks +3.00M, main heap -1.00M, "
		     "data -1.00M. 1 region was not looked at yet. Of its heap "
		     "6.00M are live, 1.00M are freed but still resident.");
	growth_release(&mark);
	model_free(m);
}

static void test_not_known(void **state)
{
	struct model *m = model_new();
	struct growth now;

	(void)state;
	process(m, 0, PROCESS_ATTACH);
	assert_false(growth_take(&now, model_process(m, PID), SECOND));
	settled(m, SECOND, EV_UNKNOWN);
	assert_false(growth_take(&now, model_process(m, PID), SECOND));
	assert_null(model_process(m, PID)->since);
	model_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_launched),
		cmocka_unit_test(test_attached),
		cmocka_unit_test(test_not_known),
	};

	return cmocka_run_group_tests_name("why", tests, NULL, NULL);
}
