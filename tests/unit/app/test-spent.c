/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which module used the engine's time: nested sections, waiting, and the shares
 * of the CPU time. */
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

static void shares_do_not_exceed_the_cpu_time(void **state)
{
	const struct spent s = { .who = -1, .ns = { 30 * MS, 10 * MS } };

	(void)state;
	/* The sections never waited for a CPU; other code used the rest of the
	 * CPU time. */
	assert_shares(s, 1000 * MS, 40 * MS, 30000, 10000);
	assert_shares(s, 1000 * MS, 500 * MS, 30000, 10000);
	/* The sections waited for a CPU half of the time. */
	assert_shares(s, 1000 * MS, 20 * MS, 15000, 5000);
	assert_shares(s, 1000 * MS, 0, 0, 0);
	assert_shares(s, 0, 40 * MS, 0, 0);
}

static void busy_wait(uint64_t ns)
{
	uint64_t until = clock_ns() + ns;

	while (clock_ns() < until)
		;
}

/* A nested section's time does not count for the outer one. */
static void nested_section_has_its_own_time(void **state)
{
	uint64_t begun = clock_ns(), all;
	struct spent s;
	int was, inner;

	(void)state;
	spent_init(&s);
	was = spent_begin(&s, 0);
	assert_int_equal(was, -1);
	busy_wait(MS);
	inner = spent_begin(&s, 1);
	assert_int_equal(inner, 0);
	busy_wait(3 * MS);
	spent_end(&s, inner);
	busy_wait(MS);
	spent_end(&s, was);
	busy_wait(MS);
	all = clock_ns() - begun;
	assert_int_equal(s.who, -1);
	assert_true(s.ns[0] >= 2 * MS && s.ns[1] >= 3 * MS);
	assert_true(s.ns[0] + s.ns[1] <= all - MS);
}

static void time_of_an_open_section_is_taken_once(void **state)
{
	uint64_t out[SPENT_MAX];
	struct spent s;

	(void)state;
	spent_init(&s);
	(void)spent_begin(&s, 2);
	busy_wait(5 * MS);
	/* in the middle of the section */
	spent_take(&s, out);
	/* On an emulated machine the two clocks differ. */
	assert_true(test_slow() > 1 || (out[2] > 0 && out[2] <= 1000000));
	assert_int_equal(out[0], 0);
	spent_end(&s, -1);
	spent_take(&s, out);
	busy_wait(MS);
	spent_take(&s, out);
	assert_int_equal(out[2], 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shares_do_not_exceed_the_cpu_time),
		cmocka_unit_test(nested_section_has_its_own_time),
		cmocka_unit_test(time_of_an_open_section_is_taken_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
