/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long the messages of the bottom row stay. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "app/bars/message.h"

#define SECOND 1000000000ull

static void a_note_expires(void **state)
{
	struct messages q = { .n = 0 };

	(void)state;
	messages_add(&q, SEV_NOTE, "note", SECOND);
	assert_false(messages_time(&q, 2 * SECOND));
	assert_true(messages_time(&q, 6 * SECOND));
	assert_int_equal(q.n, 0);
	messages_release(&q);
}

static void a_hint_stays_until_a_key(void **state)
{
	struct messages q = { .n = 0 };

	(void)state;
	messages_add_hint(&q, "hint", SECOND);
	assert_false(messages_time(&q, 3600 * SECOND));
	messages_add(&q, SEV_NOTE, "note", 3600 * SECOND);
	assert_string_equal(q.m[0].text, "hint");
	messages_key(&q, false, true, 3601 * SECOND);
	assert_int_equal(q.n, 1);
	assert_string_equal(q.m[0].text, "note");
	messages_release(&q);
}

static void an_error_is_shown_before_a_hint(void **state)
{
	struct messages q = { .n = 0 };

	(void)state;
	messages_add_hint(&q, "hint", SECOND);
	messages_add(&q, SEV_ERROR, "error", 2 * SECOND);
	assert_string_equal(q.m[0].text, "error");
	assert_int_equal(q.m[0].since_ns, 2 * SECOND);
	messages_key(&q, true, false, 3 * SECOND);
	assert_string_equal(q.m[0].text, "hint");
	assert_int_equal(q.m[0].since_ns, 3 * SECOND);
	messages_release(&q);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_note_expires),
		cmocka_unit_test(a_hint_stays_until_a_key),
		cmocka_unit_test(an_error_is_shown_before_a_hint),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
