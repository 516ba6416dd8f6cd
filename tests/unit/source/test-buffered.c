/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time that a flush of buffers may take while a thread is stopped. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "source/buffered.h"
#include "source/source.h"
#include "sys/loop.h"

/* Buffers that never become empty, flushed at stops without a pause: at most
 * half of the time goes to flushes. */
static void test_flushes_take_at_most_half_the_time(void **state)
{
	struct source_host host = { .hurry = false };
	uint64_t begun = clock_ns(), flushed = 0, now;
	struct buffered b;

	(void)state;
	buffered_init(&b, &host, 'x', "x", 1);
	do {
		uint64_t from = clock_ns();
		uint64_t until = buffered_flush_begin(&b, NULL);

		while ((now = clock_ns()) < until)
			;
		buffered_flush_end(&b);
		flushed += until > from ? until - from : 0;
	} while (now - begun < 200 * UINT64_C(1000000));
	assert_true(flushed > 0);
	assert_true(flushed <= (now - begun) / 2);
}

static void test_last_flush_is_unlimited_unless_hurried(void **state)
{
	const struct event end = { .kind = EV_END };
	struct source_host host = { .hurry = false };
	struct buffered b;
	uint64_t whole;

	(void)state;
	buffered_init(&b, &host, 'x', "x", 1);
	allowance_spend(&b.flush, UINT64_MAX / 2);
	whole = buffered_flush_begin(&b, &end) - clock_ns();
	assert_true(whole > END_HURRY_NS && whole <= INT64_MAX);
	host.hurry = true;
	assert_true(buffered_flush_begin(&b, &end) <=
		    clock_ns() + END_HURRY_NS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_flushes_take_at_most_half_the_time),
		cmocka_unit_test(test_last_flush_is_unlimited_unless_hurried),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
