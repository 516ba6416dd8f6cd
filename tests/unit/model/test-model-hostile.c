/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * 50,000 events with random payloads, as no kernel sends them.  The model must
 * keep its invariants.  (The CI runs this under ASan and UBSan.)
 */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/model.h"

static uint64_t seed = 88172645463325252ull;

static uint64_t dice(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

static uint64_t dice_of(uint64_t n)
{
	return dice() % n;
}

/* A small number, a page address, a limit of a type, or any number. */
static uint64_t random_number(void)
{
	static const uint64_t edges[] = {
		0, 1, EV_UNKNOWN, UINT64_MAX - 4095, INT64_MAX,
		(uint64_t)INT64_MIN, UINT32_MAX, 0x80000000u, 4096,
	};

	switch (dice_of(5)) {
	case 0:
		return dice_of(20);
	case 1:
	case 2:
		return dice_of(256) * 4096;
	case 3:
		return edges[dice_of(sizeof edges / sizeof *edges)];
	default:
		return dice() >> dice_of(64);
	}
}

static void random_payload(struct event *ev, char *bytes, size_t size)
{
	const struct event_desc *d = &event_descs[ev->kind];

	for (size_t i = 0; i < size; i++)
		bytes[i] = (char)dice();
	for (size_t i = 0; i < d->n; i++) {
		void *at = (char *)ev + d->fields[i].offset;
		size_t from = dice_of(8);
		uint64_t v[6];
		struct bytes b = {
			bytes + from, dice_of(4) ? dice_of(64)
						 : dice_of(size - from),
		};

		for (size_t k = 0; k < 6; k++)
			v[k] = random_number();
		switch (d->fields[i].type) {
		case 'B':
			memcpy(at, &b, sizeof b);
			break;
		case 'A':
			memcpy(at, v, sizeof v);
			break;
		default:
			memcpy(at, v, sizeof *v);
			break;
		}
	}
}

/* Makes the payload plausible, because the model drops most random ones. */
static void make_likely(struct event *ev)
{
	struct ev_region *r = &ev->u.region;
	struct ev_pages *p = &ev->u.pages;

	switch (ev->kind) {
	case EV_PROCESS:
		ev->u.process.op = dice_of(PROCESS_OPS + 1);
		ev->u.process.child = (int64_t)dice_of(12);
		ev->u.process.child_pid = (int64_t)dice_of(12);
		ev->u.process.gone = !dice_of(3);
		break;
	case EV_REGION:
		r->op = dice_of(8) ? dice_of(3) : dice_of(5);
		r->start = dice_of(256) * 4096;
		r->end = r->start + dice_of(32) * 4096;
		if (dice_of(2))
			r->old_start = r->start;
		break;
	case EV_PAGES:
		p->start = dice_of(256) * 4096;
		p->end = p->start + dice_of(64) * 4096;
		p->page_size = 4096;
		p->bin_pages = 1ull << dice_of(8);
		p->detail = dice_of(2);
		break;
	case EV_CALL:
		ev->u.call.call = dice_of(CALL_IDS + 1);
		ev->u.call.phase = dice_of(4);
		ev->u.call.error = dice_of(3) / 2;
		break;
	case EV_OUTPUT:
		ev->u.output.rows = dice_of(30);
		ev->u.output.cols = dice_of(100);
		ev->u.output.row = dice_of(32);
		break;
	default:
		break;
	}
}

static void check_pages(const struct pages *p)
{
	struct page_bin sum;
	uint64_t held;

	if (!p->page_size)
		return;
	assert_in_range(p->n, 1, PAGES_BINS_MAX);
	assert_true(p->start < p->end);
	assert_true(p->scanned >= p->start && p->scanned <= p->end);
	held = pages_sum(p, 0, p->n, &sum);
	assert_int_equal(held, pages_total(p));
	assert_true(sum.resident <= held && sum.written <= held);
	assert_true(p->resident == EV_UNKNOWN || p->resident <= held);
}

static void check_space(const struct space *s)
{
	size_t live = 0;

	for (size_t i = 0; i < s->regions.n; i++) {
		const struct region *r = s->regions.v[i];
		assert_true(r->start < r->end);
		if (i)
			assert_true(s->regions.v[i - 1]->end <= r->start);
		live += !r->removed_ns;
		assert_true(r->rss == EV_UNKNOWN ||
			    r->rss <= r->end - r->start);
		assert_true(r->perms.n >= 1 && r->perms.n <= 16);
		assert_in_range(r->kind, 0, KINDS - 1);
		if (r->pages.page_size) {
			assert_true(r->pages.start >= r->start);
			assert_true(r->pages.end <= r->end);
		}
		check_pages(&r->pages);
		if (!r->removed_ns)
			assert_ptr_equal(space_at(s, r->start), r);
	}
	assert_int_equal(s->live, live);
	check_pages(&s->detail);
}

static void check_model(const struct model *m)
{
	for (size_t i = 0; i < m->processes.n; i++) {
		const struct process *p = m->processes.v[i];
		assert_true(p->tasks.n >= 1 && p->tasks.v[0].tid == p->pid);
		for (size_t k = 2; k < p->tasks.n; k++)
			assert_true(p->tasks.v[k - 1].tid < p->tasks.v[k].tid);
		assert_true(p->status < 0 || p->signal < 0);
		check_space(&p->space);
	}
	for (uint64_t s = m->calls_first; s && s <= m->calls_last; s++)
		assert_int_equal(model_call(m, s)->seq, s);
	assert_true(m->output.rows <= 500 && m->output.cols <= 1000);
}

static void test_random_events_keep_invariants(void **state)
{
	struct model *m = model_new();
	static char bytes[8192];
	uint64_t now = 0;

	(void)state;
	for (int i = 0; i < 50000; i++) {
		struct event ev = {
			.time_ns = now += dice_of(20000000),
			.kind = (enum event_kind)dice_of(EV_KINDS),
			.pid = (pid_t)dice_of(12), .tid = (pid_t)dice_of(12),
		};
		/* At least half of the events are of regions or pages. */
		if (dice_of(2))
			ev.kind = dice_of(3) ? EV_REGION : EV_PAGES;
		/* Usually only 128 of the bytes change; the others stay from
		 * the previous event. */
		random_payload(&ev, bytes, i % 50 ? 128 : sizeof bytes);
		if (dice_of(8))
			make_likely(&ev);
		if (!dice_of(500))
			ev.pid = (pid_t)dice();
		model_event(m, &ev);
		if (i % 500 == 0)
			check_model(m);
	}
	check_model(m);
	assert_int_equal(m->events, 50000);
	assert_true(m->dropped > 100);
	assert_true(m->processes.n > 3);
	model_free(m);
}

static void test_extreme_times_keep_invariants(void **state)
{
	struct model *m = model_new();

	(void)state;
	for (int i = 0; i < 2000; i++) {
		struct event ev = {
			.time_ns = random_number(), .pid = 7, .tid = 7,
			.kind = (enum event_kind)(i < 1 ? EV_PROCESS
						 : dice_of(EV_KINDS)),
		};
		make_likely(&ev);
		if (!i)
			ev.u.process.op = PROCESS_LAUNCH;
		if (ev.kind == EV_PROCESS)
			ev.u.process.gone = 0;
		model_event(m, &ev);
	}
	check_model(m);
	model_free(m);
}

static void test_unknown_kind_of_event_is_dropped(void **state)
{
	struct model *m = model_new();
	struct event ev = { .kind = EV_KINDS };

	(void)state;
	model_event(m, &ev);
	assert_int_equal(m->dropped, 1);
	model_free(m);
	model_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random_events_keep_invariants),
		cmocka_unit_test(test_extreme_times_keep_invariants),
		cmocka_unit_test(test_unknown_kind_of_event_is_dropped),
	};

	return cmocka_run_group_tests_name("model hostile", tests, NULL, NULL);
}
