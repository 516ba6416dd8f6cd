/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of a sorted list. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "ui/kit/order.h"

#define S UINT64_C(1000000000)
#define N 4

static const struct sort larger_first = { 1, false };
static const struct sort smaller_first = { 1, true };

/* Returns the ids of the rows in their order. */
static const char *ordered(struct list_order *o, const double values[N],
			   const struct sort *sort, uint64_t now_ns, bool hold)
{
	static char ids[N + 1];
	struct order_key keys[N];

	for (size_t i = 0; i < N; i++)
		keys[i] = (struct order_key){
			.row = i, .id = { 'a' + i, 0 }, .value = values[i],
			.first = values[i] < 0,
		};
	order_rows(o, keys, N, sort, now_ns, hold);
	for (size_t i = 0; i < N; i++) {
		assert_int_equal(keys[i].id.a, 'a' + keys[i].row);
		ids[i] = (char)keys[i].id.a;
	}
	return ids;
}

static void order_stays_for_two_seconds(void **state)
{
	const double before[N] = { 1, 2, 3, 4 }, after[N] = { 9, 2, 3, 4 };
	struct list_order o = { .made_ns = 0 };

	(void)state;
	assert_string_equal(ordered(&o, before, &larger_first, 0, false),
			    "dcba");
	assert_string_equal(ordered(&o, after, &larger_first, 2 * S - 1, false),
			    "dcba");
	assert_string_equal(ordered(&o, after, &larger_first, 2 * S + 1, false),
			    "adcb");
	order_release(&o);
}

static void order_stays_while_held(void **state)
{
	const double before[N] = { 1, 2, 3, 4 }, after[N] = { 9, 2, 3, 4 };
	struct list_order o = { .made_ns = 0 };

	(void)state;
	ordered(&o, before, &larger_first, S, false);
	assert_string_equal(ordered(&o, after, &larger_first, 9 * S, true),
			    "dcba");
	order_release(&o);
}

static void another_sort_applies_at_once(void **state)
{
	const double values[N] = { 1, 2, 3, 4 };
	struct list_order o = { .made_ns = 0 };

	(void)state;
	ordered(&o, values, &larger_first, S, false);
	assert_string_equal(ordered(&o, values, &smaller_first, S, true),
			    "abcd");
	order_release(&o);
}

static void equal_rows_are_never_reversed(void **state)
{
	const double values[N] = { 5, 5, 5, 1 };
	struct list_order o = { .made_ns = 0 };

	(void)state;
	assert_string_equal(ordered(&o, values, &larger_first, S, false),
			    "abcd");
	assert_string_equal(ordered(&o, values, &smaller_first, S, false),
			    "dabc");
	order_release(&o);
}

static void fixed_first_row_is_first_in_both_directions(void **state)
{
	const double values[N] = { 1, 2, -1, 4 };
	struct list_order o = { .made_ns = 0 };

	(void)state;
	assert_string_equal(ordered(&o, values, &larger_first, S, false),
			    "cdba");
	assert_string_equal(ordered(&o, values, &smaller_first, S, false),
			    "cabd");
	order_release(&o);
}

static void empty_list_stores_no_order(void **state)
{
	const double values[N] = { 1, 2, 3, 4 };
	struct list_order o = { .made_ns = 0 };

	(void)state;
	order_rows(&o, NULL, 0, &larger_first, S, false);
	assert_string_equal(ordered(&o, values, &larger_first, S, true),
			    "dcba");
	order_release(&o);
}

static void new_row_is_inserted_in_order(void **state)
{
	struct order_key keys[3] = {
		{ .id = { 1, 0 }, .value = 1 }, { .id = { 2, 0 }, .value = 3 },
	};
	struct list_order o = { .made_ns = 0 };

	(void)state;
	order_rows(&o, keys, 2, &larger_first, S, false);
	/* This row has grown; the order does not change yet. */
	keys[1].value = 9;
	keys[2] = (struct order_key){ .id = { 3, 0 }, .value = 2 };
	order_rows(&o, keys, 3, &larger_first, S, false);
	assert_int_equal(keys[0].id.a, 2);
	assert_int_equal(keys[1].id.a, 3);
	assert_int_equal(keys[2].id.a, 1);
	order_release(&o);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(order_stays_for_two_seconds),
		cmocka_unit_test(order_stays_while_held),
		cmocka_unit_test(another_sort_applies_at_once),
		cmocka_unit_test(equal_rows_are_never_reversed),
		cmocka_unit_test(fixed_first_row_is_first_in_both_directions),
		cmocka_unit_test(empty_list_stores_no_order),
		cmocka_unit_test(new_row_is_inserted_in_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
