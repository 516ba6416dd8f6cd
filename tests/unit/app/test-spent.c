/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whose work the engine's time went into: nested, waiting, and shared out. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "app/engine/spent.h"
#include "sys/loop.h"
#include "../../support/slow.h"

#define MS UINT64_C(1000000)

static void assert_shares(struct spent s, uint64_t wall, uint64_t cpu,
			  uint64_t a, uint64_t b)
{
	uint64_t out[SPENT_MAX];

	spent_share(&s, wall, cpu, out);
	assert_int_equal(out[0], a);
	assert_int_equal(out[1], b);
	for (int i = 0; i < SPENT_MAX; i++)
		assert_int_equal(s.ns[i], 0);
}

static void test_shares(void **state)
{
	const struct spent s = { .who = -1, .ns = { 30 * MS, 10 * MS } };

	(void)state;
	/* All of it was used; and more, by others. */
	assert_shares(s, 1000 * MS, 40 * MS, 30000, 10000);
	assert_shares(s, 1000 * MS, 500 * MS, 30000, 10000);
	/* Half of the time it waited for a CPU. */
	assert_shares(s, 1000 * MS, 20 * MS, 15000, 5000);
	assert_shares(s, 1000 * MS, 0, 0, 0);
	assert_shares(s, 0, 40 * MS, 0, 0);
}

static void pass(uint64_t ns)
{
	uint64_t until = clock_ns() + ns;

	while (clock_ns() < until)
		;
}

/* Who is called by another has its own time, and the other has it not. */
static void test_nested(void **state)
{
	uint64_t begun = clock_ns(), all;
	struct spent s;
	int was, inner;

	(void)state;
	spent_init(&s);
	was = spent_begin(&s, 0);
	assert_int_equal(was, -1);
	pass(MS);
	inner = spent_begin(&s, 1);
	assert_int_equal(inner, 0);
	pass(3 * MS);
	spent_end(&s, inner);
	pass(MS);
	spent_end(&s, was);
	pass(MS);
	all = clock_ns() - begun;
	assert_int_equal(s.who, -1);
	assert_true(s.ns[0] >= 2 * MS && s.ns[1] >= 3 * MS);
	assert_true(s.ns[0] + s.ns[1] <= all - MS);
}

static void test_taken(void **state)
{
	uint64_t out[SPENT_MAX];
	struct spent s;

	(void)state;
	spent_init(&s);
	(void)spent_begin(&s, 2);
	pass(5 * MS);
	/* In the middle of it. */
	spent_take(&s, out);
	/* An emulated machine's clocks do not go together. */
	assert_true(test_slow() > 1 || (out[2] > 0 && out[2] <= 1000000));
	assert_int_equal(out[0], 0);
	spent_end(&s, -1);
	spent_take(&s, out);
	pass(MS);
	spent_take(&s, out);
	assert_int_equal(out[2], 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shares),
		cmocka_unit_test(test_nested),
		cmocka_unit_test(test_taken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
