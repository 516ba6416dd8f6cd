/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Copies of a model, and the history made of them.  Two models are equal if all
 * panes draw the same, and if the same events change both in the same way.
 */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/evtext.h"
#include "../../support/samemodel.h"
#include "app/history/history.h"
#include "base/alloc.h"
#include "base/str.h"
#include "base/vec.h"
#include "event/wire/codec.h"
#include "model/model.h"
#include "ui/pane/pane.h"
#include "ui/pane/setup.h"

#define SECOND UINT64_C(1000000000)

/* --- a stream of events --------------------------------------------------- */

/* Each event with the time that the model has before it. */
static VEC(struct { struct str frame; uint64_t clock_ns; }) stream;
static uint64_t shift_ns;

static void keep(void *arg, const struct event *ev)
{
	struct event later = *ev;

	(void)arg;
	later.time_ns += shift_ns;
	vec_push(&stream)->frame = (struct str)STR_INIT;
	event_encode(&stream.v[stream.n - 1].frame, &later);
	/* The screen's clock goes on between some events. */
	stream.v[stream.n - 1].clock_ns = stream.n % 5 ? 0 :
					  later.time_ns + SECOND / 1000;
}

static void load(unsigned times)
{
	static const char *const files[] = {
		"story.events", "story-held.events", "heap.events",
		"states.events", "story-end.events",
	};

	for (unsigned k = 0; k < times; k++) {
		shift_ns = k * 100 * SECOND;
		for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
			evtext_load(files[i], keep, NULL);
			shift_ns += 15 * SECOND;
		}
	}
}

static int unload(void **state)
{
	(void)state;
	for (size_t i = 0; i < stream.n; i++)
		str_release(&stream.v[i].frame);
	vec_release(&stream);
	return 0;
}

static int load_once(void **state)
{
	(void)state;
	load(1);
	return 0;
}

static int load_often(void **state)
{
	(void)state;
	load(3);
	return 0;
}

static void decode(size_t i, struct event *ev)
{
	assert_true(event_decode(stream.v[i].frame.data,
				 stream.v[i].frame.len, ev) > 0);
}

/* Folds event i of the stream as a screen does. */
static void fold(struct model *m, struct history *h, size_t i)
{
	struct event ev;

	decode(i, &ev);
	if (stream.v[i].clock_ns > m->now_ns)
		m->now_ns = stream.v[i].clock_ns;
	if (h)
		history_event(h, m, &ev);
	model_event(m, &ev);
}

/* --- equal models --------------------------------------------------------- */

static void draw(struct canvas *c, const struct model *m, enum pane_id id)
{
	static struct setup setup;
	struct view view = { .look = { .utf8 = true, .colors = 256 },
			     .model = m, .focus = id, .setup = &setup };
	const struct pane_ops *ops = pane_table[id];
	void *pane = ops->new_state ? ops->new_state() : NULL;

	canvas_init(c, 30, 160);
	if (!pane_closed(ops, m))
		ops->draw(pane, &view, c, true);
	if (ops->free_state)
		ops->free_state(pane);
}

static void same(const struct model *a, const struct model *b)
{
	struct str why = STR_INIT;
	struct canvas x, y;

	assert_int_equal(a->events, b->events);
	assert_int_equal(a->now_ns, b->now_ns);
	assert_int_equal(a->news, b->news);
	assert_int_equal(a->dropped, b->dropped);
	if (!same_model(a, b, &why))
		fail_msg("%s", why.data);
	for (enum pane_id id = 0; id < PANE_MESSAGES; id++) {
		draw(&x, a, id);
		draw(&y, b, id);
		for (int i = 0; i < x.rows * x.cols; i++) {
			const struct cell *p = canvas_at(&x, i / 160, i % 160);
			const struct cell *q = canvas_at(&y, i / 160, i % 160);

			if (strcmp(p->text, q->text) || p->style != q->style)
				fail_msg("%s, after event %llu: row %d, "
					 "column %d", pane_table[id]->name,
					 (unsigned long long)a->events,
					 i / 160, i % 160);
		}
		canvas_release(&x);
		canvas_release(&y);
	}
}

/* --- copies --------------------------------------------------------------- */

static void test_copy_goes_on_alike(void **state)
{
	(void)state;
	for (size_t at = 0; at < stream.n; at += stream.n / 6) {
		struct model *m = model_new(), *copy;
		size_t bytes;

		for (size_t i = 0; i < at; i++)
			fold(m, NULL, i);
		copy = model_copy(m, &bytes);
		assert_true(bytes > sizeof *m);
		same(m, copy);
		for (size_t i = at; i < stream.n; i++) {
			fold(m, NULL, i);
			fold(copy, NULL, i);
			if (i % 397 == 0)
				same(m, copy);
		}
		same(m, copy);
		assert_int_not_equal(m->instance, copy->instance);
		model_free(m);
		/* Nothing in the copy belongs to the original. */
		m = model_copy(copy, &bytes);
		same(m, copy);
		model_free(copy);
		model_free(m);
	}
}

/* --- the history ---------------------------------------------------------- */

/* Copies of the live model, to compare with. */
#define EVERY 50
static VEC(struct model *) truth;

static struct history *record(struct model *m, uint64_t limit)
{
	struct history *h = history_new(limit);
	size_t bytes;

	for (size_t i = 0; i < stream.n; i++) {
		if (i % EVERY == 0)
			*vec_push(&truth) = model_copy(m, &bytes);
		fold(m, h, i);
	}
	return h;
}

static void forget_truth(void)
{
	for (size_t i = 0; i < truth.n; i++)
		model_free(truth.v[i]);
	vec_release(&truth);
}

/* Compares the past model with the live model of its time. */
static void check(const struct history *h)
{
	const struct model *past = history_model(h);
	size_t bytes, at = past->events / EVERY;
	struct model *m = model_copy(truth.v[at < truth.n ? at : truth.n - 1],
				     &bytes);

	while (m->events < past->events)
		fold(m, NULL, m->events);
	/* history_clock() and the screen's clock may be later. */
	if (past->now_ns > m->now_ns)
		m->now_ns = past->now_ns;
	same(m, past);
	model_free(m);
}

static unsigned next_random(unsigned *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 16;
}

static void test_steps_end_alike(void **state)
{
	struct model *m = model_new();
	struct history *h = record(m, 8 << 20);
	unsigned seed = 1, moved = 0;

	(void)state;
	history_pause(h, m);
	check(h);
	for (int i = 0; i < 1000; i++) {
		unsigned r = next_random(&seed);
		uint64_t t;

		if (r % 8 == 0) {
			t = next_random(&seed) % (m->now_ns / SECOND + 2);
			moved += history_go(h, t * SECOND);
			history_clock(h, t * SECOND);
		} else {
			moved += history_step(h, r % 8 < 5 ? -1 : 1);
		}
		if (i % 4 == 0)
			check(h);
	}
	check(h);
	assert_true(moved > 600);
	/* All the way back, and to the end again. */
	history_go(h, 0);
	while (history_step(h, 1))
		;
	history_go(h, UINT64_MAX);
	check(h);
	same(m, history_model(h));
	history_resume(h);
	assert_null(history_model(h));
	history_free(h);
	model_free(m);
	forget_truth();
}

/* The steps are the calls, signals, starts and ends, and region changes. */
static void test_steps_are_events(void **state)
{
	struct model *m = model_new();
	struct history *h = history_new(HISTORY_BYTES);
	static const char *const lines[] = {
		"1 7 process op=launch start=1 comm=a\n",
		"2 7 region op=add start=0x1000 end=0x3000 perm=rw-p\n",
		"2 7 region op=sync\n"
		"3 7 region op=change start=0x1000 end=0x3000 perm=rw-p "
		"rss=4K\n"
		"3 7 usage rss=4K\n",
		"4 7 region op=change start=0x1000 end=0x3000 perm=r--p\n"
		"4.5 7 region op=add start=0x9000 end=0xa000 perm=r--p "
		"flags=synthetic\n",
		"5 7 call call=munmap args=0x1000,0x2000 result=0\n"
		"5 0 system total=1G\n",
		"6 7 signal signal=SIGUSR1\n",
	};
	static const uint64_t steps[] = { 6, 5, 4, 2, 1 };
	const struct model *past;

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		struct event ev;

		stream.n = 0;
		shift_ns = 0;
		evtext_text(lines[i], keep, NULL);
		for (size_t k = 0; k < stream.n; k++) {
			decode(k, &ev);
			history_event(h, m, &ev);
			model_event(m, &ev);
			str_release(&stream.v[k].frame);
		}
	}
	stream.n = 0;
	evtext_text("9 0 system total=1G\n", keep, NULL);
	fold(m, h, 0);
	history_pause(h, m);
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		assert_true(history_step(h, -1));
		past = history_model(h);
		assert_int_equal(past->now_ns, steps[i] * SECOND);
	}
	assert_false(history_step(h, -1));
	for (size_t i = sizeof steps / sizeof *steps - 1; i-- > 0;) {
		assert_true(history_step(h, 1));
		past = history_model(h);
		assert_int_equal(past->now_ns, steps[i] * SECOND);
	}
	assert_false(history_step(h, 1));
	/* Events that arrive meanwhile are stored, too. */
	stream.n = 0;
	evtext_text("10 7 signal signal=SIGUSR2\n", keep, NULL);
	fold(m, h, 0);
	assert_true(history_step(h, 1));
	assert_int_equal(history_model(h)->signals_last, 2);
	history_free(h);
	model_free(m);
}

/* --- the limit ------------------------------------------------------------ */

static void check_limit(uint64_t limit, unsigned events)
{
	struct model *m = model_new();
	struct history *h = history_new(limit);
	size_t copy = 0, n = 0;
	struct event ev;
	uint64_t last;

	model_free(model_copy(m, &copy));
	for (unsigned i = 0; i < events; i++) {
		decode(i % stream.n, &ev);
		ev.time_ns = m->now_ns + SECOND / 100;
		history_event(h, m, &ev);
		model_event(m, &ev);
		if (i % 5000 == 0)
			model_free(model_copy(m, &copy));
		assert_true(history_extent(h).bytes <= limit + copy + 4096);
	}
	history_pause(h, m);
	last = m->now_ns + 1;
	while (n <= 1200 && history_step(h, -1)) {
		uint64_t now = history_model(h)->now_ns;

		n++;
		assert_true(now < last);
		last = now;
		assert_true(history_extent(h).bytes <=
			    limit + 2 * copy + 4096);
	}
	if (limit >= 40 << 20) {
		struct history_extent x = history_extent(h);

		assert_true(n > 1000);
		assert_true(x.from_ns <= x.whole_ns);
		/* The old detail went first, but some moments stay. */
		assert_true(x.from_ns < m->now_ns / 4);
		assert_false(history_go(h, x.from_ns ? x.from_ns - 1 : 0) &&
			     x.from_ns);
	}
	history_free(h);
	model_free(m);
}

static void test_limit_holds(void **state)
{
	(void)state;
	check_limit(0, 1000);
	check_limit(1, 1000);
	check_limit(4096, 3000);
	check_limit(300 << 10, 20000);
	check_limit(16 << 20, 20000);
	check_limit(40 << 20, 60000);
}

static void add_regions(struct model *m, struct history *h, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		struct event ev = { .kind = EV_REGION, .pid = 7, .tid = 7,
				    .time_ns = m->now_ns + 1 };

		ev.u.region = (struct ev_region){
			.op = REGION_ADD, .perm = PERM_R,
			.start = UINT64_C(0x10000) * (m->events + 1),
			.old_start = UINT64_C(0x10000) * (m->events + 1),
			.end = UINT64_C(0x10000) * (m->events + 1) + 0x1000,
			.rss = i, .pss = EV_UNKNOWN, .swap = EV_UNKNOWN,
		};
		history_event(h, m, &ev);
		model_event(m, &ev);
	}
}

/* If a copy of the model has no room, the events are stored as long as they
 * have. */
static void test_large_model(void **state)
{
	struct model *m = model_new();
	struct history *h = history_new(4 << 20);
	size_t n = 0;

	(void)state;
	stream.n = 0;
	shift_ns = 0;
	evtext_text("1 7 process op=launch start=1 comm=a\n", keep, NULL);
	fold(m, h, 0);
	add_regions(m, h, 12000);
	assert_int_equal(model_process(m, 7)->space.live, 12000);
	history_pause(h, m);
	while (n < 30 && history_step(h, -1))
		n++;
	assert_int_equal(n, 30);
	assert_int_equal(history_model(h)->events, 12001 - 30);
	assert_int_equal(model_process(history_model(h), 7)->space.live,
			 12000 - 30);
	assert_int_equal(history_extent(h).whole_ns, 0);
	history_free(h);
	model_free(m);
}

static uint64_t copies(void)
{
	struct model *m = model_new(), *copy;
	size_t bytes;
	uint64_t n;

	copy = model_copy(m, &bytes);
	n = copy->instance;
	model_free(copy);
	model_free(m);
	return n;
}

/* However the size of the model compares with the limit, copies are few: else
 * they would take more time than a busy program leaves between two events. */
static void check_copies(uint64_t limit)
{
	struct model *m = model_new();
	struct history *h = history_new(limit);
	uint64_t before = copies();
	struct event ev;

	stream.n = 0;
	shift_ns = 0;
	evtext_text("1 7 process op=launch start=1 comm=a\n"
		    "2 7 call call=munmap args=0x1000,0x2000 result=0\n",
		    keep, NULL);
	fold(m, h, 0);
	for (unsigned i = 0; i < 50000; i++) {
		decode(1, &ev);
		ev.time_ns += i;
		history_event(h, m, &ev);
		model_event(m, &ev);
	}
	add_regions(m, h, 12000);
	assert_in_range(copies() - before, 2, 100);
	history_free(h);
	model_free(m);
}

static void test_copies_are_few(void **state)
{
	(void)state;
	for (uint64_t limit = 1 << 20; limit <= 32 << 20; limit += limit / 4)
		check_copies(limit);
}

/* The timeline of a long session takes no more memory than that of a short
 * one, and loses no event. */
static void test_samples_are_merged(void **state)
{
	struct model *m = model_new();
	struct history *h = history_new(1 << 20);
	const struct history_sample *v;
	uint64_t events = 0, signals = 0;
	struct event ev;
	size_t n;

	(void)state;
	stream.n = 0;
	shift_ns = 0;
	evtext_text("1 7 process op=launch start=1 comm=a\n"
		    "2 7 signal signal=SIGUSR1\n"
		    "3 7 usage rss=4K\n", keep, NULL);
	fold(m, h, 0);
	for (unsigned i = 0; i < 20000; i++) {
		decode(1 + i % 2, &ev);
		ev.time_ns = (i + 2) * SECOND;
		if (ev.kind == EV_USAGE)
			ev.u.usage.rss = i == 10001 ? 900 << 10 : i;
		history_event(h, m, &ev);
		model_event(m, &ev);
	}
	v = history_samples(h, &n);
	assert_in_range(n, 1024, 4096);
	for (size_t i = 0; i < n; i++) {
		events += v[i].events;
		signals += v[i].signals;
		assert_true(!i || v[i].time_ns > v[i - 1].time_ns);
		/* A peak stays. */
		if (v[i].rss == 900 << 10)
			assert_true(v[i].time_ns > 9990 * SECOND &&
				    v[i].time_ns <= 10003 * SECOND);
		if (v[i].time_ns > 10003 * SECOND)
			assert_true(v[i].rss != EV_UNKNOWN);
	}
	assert_int_equal(events, 10001);
	assert_int_equal(signals, 10000);
	history_free(h);
	model_free(m);
}

/* An event that the codec refuses leaves no wrong model behind. */
static void test_too_long(void **state)
{
	struct model *m = model_new();
	struct history *h = history_new(HISTORY_BYTES);
	struct event ev = { .kind = EV_CONTENTS, .time_ns = 2 * SECOND,
			    .pid = 7, .tid = 7 };
	char *much = xcalloc(1, EVENT_FRAME_MAX);

	(void)state;
	ev.u.contents.data = (struct bytes){ much, EVENT_FRAME_MAX };
	stream.n = 0;
	shift_ns = 0;
	evtext_text("1 7 process op=launch start=1 comm=a\n"
		    "3 7 signal signal=SIGUSR1\n"
		    "4 7 signal signal=SIGUSR2\n", keep, NULL);
	fold(m, h, 0);
	history_event(h, m, &ev);
	model_event(m, &ev);
	fold(m, h, 1);
	fold(m, h, 2);
	history_pause(h, m);
	same(m, history_model(h));
	assert_true(history_step(h, -1));
	assert_int_equal(history_model(h)->events, 3);
	assert_int_equal(history_model(h)->signals_last, 1);
	assert_true(history_step(h, -1));
	assert_int_equal(history_model(h)->events, 1);
	free(much);
	history_free(h);
	model_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_copy_goes_on_alike,
						load_once, unload),
		cmocka_unit_test_setup_teardown(test_steps_end_alike,
						load_often, unload),
		cmocka_unit_test_setup_teardown(test_steps_are_events,
						NULL, unload),
		cmocka_unit_test_setup_teardown(test_limit_holds,
						load_once, unload),
		cmocka_unit_test_setup_teardown(test_large_model, NULL, unload),
		cmocka_unit_test_setup_teardown(test_copies_are_few,
						NULL, unload),
		cmocka_unit_test_setup_teardown(test_samples_are_merged,
						NULL, unload),
		cmocka_unit_test_setup_teardown(test_too_long, NULL, unload),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
