/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The model after the events of the screen tests: the figures that those
 * screens show. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/fmt.h"
#include "base/str.h"
#include "event/call.h"
#include "../../support/evtext.h"
#include "model/model.h"

#define ARENA UINT64_C(0x7f1c40000000)

static struct model *model_of(const char *file)
{
	struct model *m = model_new();

	evtext_load(file, model_event_fn, m);
	assert_int_equal(m->dropped, 0);
	return m;
}

/* Counts the rows if adjacent mappings of one file share a row. */
static size_t folded_rows(const struct space *s)
{
	size_t rows = 0;

	for (size_t i = 0; i < s->regions.n; i++)
		rows += !i || !region_same_file(s->regions.v[i - 1],
						s->regions.v[i]);
	return rows;
}

static void assert_rate(const struct rate *r, const char *want)
{
	char buf[FMT_MAX];

	assert_true(rate_known(r));
	assert_string_equal(fmt_rate(buf, rate_value(r)), want);
}

static void assert_size(uint64_t bytes, const char *want)
{
	char buf[FMT_MAX];

	assert_string_equal(fmt_size(buf, bytes), want);
}

static void assert_call(const struct model *m, uint64_t back, const char *want)
{
	struct str got = STR_INIT;

	call_text(&got, &model_call(m, m->calls_last - back)->call, true);
	assert_string_equal(got.data, want);
	str_release(&got);
}

static void test_figures_while_running(void **state)
{
	struct model *m = model_of("story.events");
	const struct process *p = model_main(m);
	const struct region *arena = space_at(&p->space, ARENA);
	struct page_bin sum;

	(void)state;
	assert_int_equal(m->now_ns, 12400000000);
	assert_int_equal(p->pid, 4121);
	assert_int_equal(p->space.live, 61);
	assert_int_equal(folded_rows(&p->space), 23);
	assert_size(p->usage.rss, "412M");
	assert_size(p->usage.virt, "1.38G");
	assert_rate(&p->rss_rate, "+3.10M");
	assert_true(rate_value(&p->fault_rate) > 793.5 &&
		    rate_value(&p->fault_rate) < 794.5);
	assert_size(arena->rss, "301M");
	assert_rate(&arena->rss_rate, "+2.90M");
	assert_int_equal(arena->born.time_ns, 214000000);
	assert_int_equal(arena->born.tid, 4121);
	assert_int_equal(arena->advised, 17);
	assert_size(arena->given_back, "32.0M");
	assert_int_equal(arena->pages.resident, 77056);
	assert_int_equal(p->space.detail.n, 4096);
	assert_int_equal(pages_sum(&p->space.detail, 0, 4096, &sum), 262144);
	assert_int_equal(sum.resident, 77056);
	assert_int_equal(sum.zero, 206);
	assert_int_equal(sum.exclusive, 76850);
	assert_int_equal(m->calls_total, 291);
	assert_int_equal(model_call(m, m->calls_last - 5)->repeats, 6);
	assert_call(m, 0, "brk(0x55d0d04e2000) = 0x55d0d04e2000");
	assert_call(m, 4, "madvise(0x7f6b1c02f000, 64.0K, FREE) = -1 EINVAL");
	assert_int_equal(m->signals_last, 3);
	assert_int_equal(model_process(m, 4130)->space.live, 24);
	assert_int_equal(model_process(m, 4131)->space.live, 31);
	assert_true(model_process(m, 4132)->ended);
	model_free(m);
}

static void test_figures_while_held(void **state)
{
	struct model *m = model_of("story-held.events");
	const struct process *p = model_main(m);

	(void)state;
	assert_int_equal(m->status.state, TARGET_HELD);
	assert_int_equal(m->status.held_tid, 4122);
	assert_true(model_call(m, m->calls_last)->open);
	assert_true(rate_value(&p->rss_rate) == 0);
	assert_int_equal(p->space.live, 61);
	model_free(m);

	m = model_of("story-after.events");
	p = model_main(m);
	assert_false(model_call(m, m->calls_last)->open);
	assert_int_equal(p->space.live, 62);
	assert_int_equal(folded_rows(&p->space), 24);
	const struct region *r = space_at(&p->space, 0x7f1c8d700000);
	assert_int_equal(r->born.tid, 4122);
	assert_int_equal(r->added_ns, 12931000000);
	model_free(m);
}

static void test_figures_at_the_end(void **state)
{
	struct model *m = model_of("story-end.events");
	const struct process *p = model_main(m);

	(void)state;
	assert_true(m->ended);
	assert_true(p->ended);
	assert_true(p->core);
	assert_int_equal(p->signal, 11);
	assert_int_equal(p->space.live, 62);
	assert_int_equal(m->calls_total, 318);
	assert_int_equal(m->signals_last, 7);
	assert_size(p->usage.rss, "417M");
	assert_size(p->peak_rss, "417M");
	assert_size(space_at(&p->space, ARENA)->rss, "306M");
	assert_null(space_find(&p->space, 0x7f1c80000000));
	model_free(m);
}

/* The model must depend on nothing but the events, so that a replay shows the
 * same at any time. */
static void test_same_events_give_the_same_model(void **state)
{
	struct model *a = model_of("story-end.events");
	struct model *b = model_of("story-end.events");
	const struct space *sa = &model_main(a)->space;
	const struct space *sb = &model_main(b)->space;

	(void)state;
	assert_int_equal(sa->regions.n, sb->regions.n);
	for (size_t i = 0; i < sa->regions.n; i++) {
		assert_int_equal(sa->regions.v[i]->start,
				 sb->regions.v[i]->start);
		assert_memory_equal(&sa->regions.v[i]->rss_rate,
				    &sb->regions.v[i]->rss_rate,
				    sizeof(struct rate));
	}
	assert_int_equal(a->events, b->events);
	model_free(a);
	model_free(b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_figures_while_running),
		cmocka_unit_test(test_figures_while_held),
		cmocka_unit_test(test_figures_at_the_end),
		cmocka_unit_test(test_same_events_give_the_same_model),
	};

	return cmocka_run_group_tests_name("model story", tests, NULL, NULL);
}
