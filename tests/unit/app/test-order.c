/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of events in a log when a source is slow: the log waits for the
 * slowest source, however far it is behind, and stays in order. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "app/engine/order.h"
#include "sys/loop.h"
#include "../../support/slow.h"

#define S UINT64_C(1000000000)

static struct {
	struct loop *loop;
	struct event_order *order;
	uint64_t start, emitted_until;
	unsigned asked, told, late;
	uint64_t last;
} t;

static void on_event(void *arg, const struct event *ev)
{
	(void)arg;
	t.told++;
	t.late += ev->time_ns < t.last;
	t.last = ev->time_ns;
}

static uint64_t query_source(void *arg)
{
	(void)arg;
	t.asked++;
	return t.emitted_until;
}

static int begin(void **state)
{
	(void)state;
	t.loop = loop_new();
	t.asked = t.told = t.late = 0;
	t.last = 0;
	t.order = order_new(t.loop, &(struct order_ops){
		.ask = query_source, .out = on_event,
	});
	/* All events are some seconds old. */
	t.start = clock_ns() - 10 * S;
	order_begin(t.order, t.start);
	return 0;
}

static int end(void **state)
{
	(void)state;
	order_free(t.order);
	loop_free(t.loop);
	return 0;
}

static void put_event(uint64_t time_ns, char source)
{
	struct event ev = { .time_ns = time_ns, .pid = 7, .tid = 7,
			    .kind = EV_CALL, .source = source };

	ev.u.call.nr = (unsigned char)source;
	order_event(t.order, &ev);
}

/* Runs the loop until the order has queried the sources again. */
static void turn(void)
{
	uint64_t until = clock_ns() + DEADLINE_NS;
	unsigned asked = t.asked;

	while (t.asked == asked) {
		assert_true(clock_ns() < until);
		loop_turn(t.loop, S / 10);
	}
}

static void log_waits_for_the_slowest_source(void **state)
{
	(void)state;
	/* Source 'k' has delivered everything, 'r' is four seconds behind. */
	for (unsigned i = 1; i <= 9; i++)
		put_event(i * S, 'k');
	put_event(5 * S, 'r');
	t.emitted_until = t.start + 5 * S + S / 2;
	turn();
	assert_int_equal(t.told, 6);
	put_event(6 * S, 'r');
	put_event(8 * S, 'r');
	t.emitted_until = UINT64_MAX;
	turn();
	assert_int_equal(t.told, 12);
	assert_int_equal(t.late, 0);
}

static void nothing_is_written_before_a_source_reports(void **state)
{
	(void)state;
	put_event(S, 'k');
	t.emitted_until = 0;
	turn();
	assert_int_equal(t.told, 0);
	order_end(t.order);
	assert_int_equal(t.told, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			log_waits_for_the_slowest_source, begin, end),
		cmocka_unit_test_setup_teardown(
			nothing_is_written_before_a_source_reports, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
