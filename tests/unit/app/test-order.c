/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a log gets while those that tell late have more than they can tell in
 * time: it waits for them, however far they are behind, and stays in order. */
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
	uint64_t start, told_until;
	unsigned asked, told, late;
	uint64_t last;
} t;

static void take(void *arg, const struct event *ev)
{
	(void)arg;
	t.told++;
	t.late += ev->time_ns < t.last;
	t.last = ev->time_ns;
}

static uint64_t ask(void *arg)
{
	(void)arg;
	t.asked++;
	return t.told_until;
}

static int begin(void **state)
{
	(void)state;
	t.loop = loop_new();
	t.asked = t.told = t.late = 0;
	t.last = 0;
	t.order = order_new(t.loop, &(struct order_who){
		.ask = ask, .out = take,
	});
	/* All of it was a while ago. */
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

static void tell(uint64_t time_ns, char source)
{
	struct event ev = { .time_ns = time_ns, .pid = 7, .tid = 7,
			    .kind = EV_CALL, .source = source };

	ev.u.call.nr = (unsigned char)source;
	order_event(t.order, &ev);
}

/* Until it was asked once more. */
static void turn(void)
{
	uint64_t until = clock_ns() + DEADLINE_NS;
	unsigned asked = t.asked;

	while (t.asked == asked) {
		assert_true(clock_ns() < until);
		loop_turn(t.loop, S / 10);
	}
}

static void test_waits(void **state)
{
	(void)state;
	/* One source is at the end, the other one four seconds behind. */
	for (unsigned i = 1; i <= 9; i++)
		tell(i * S, 'k');
	tell(5 * S, 'r');
	t.told_until = t.start + 5 * S + S / 2;
	turn();
	assert_int_equal(t.told, 6);
	tell(6 * S, 'r');
	tell(8 * S, 'r');
	t.told_until = UINT64_MAX;
	turn();
	assert_int_equal(t.told, 12);
	assert_int_equal(t.late, 0);
}

static void test_nothing_told_yet(void **state)
{
	(void)state;
	tell(S, 'k');
	t.told_until = 0;
	turn();
	assert_int_equal(t.told, 0);
	order_end(t.order);
	assert_int_equal(t.told, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_waits, begin, end),
		cmocka_unit_test_setup_teardown(test_nothing_told_yet, begin,
						end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
