/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A unit test that cannot run here is skipped, and its reason is printed:
 *
 *	const struct CMUnitTest tests[] = {
 *		cmocka_unit_test(test_any),
 *		test_or_skip(test_rights, geteuid() ? "needs root" : NULL),
 *	};
 *
 * prints "ok 2 - test_rights # SKIP needs root".  cmocka's skip() prints
 * "not ok", which automake takes for a failure.  Include this after cmocka.h.
 */
#ifndef TESTS_SUPPORT_SKIP_H
#define TESTS_SUPPORT_SKIP_H

#include <stdio.h>
#include <stdlib.h>

#define test_or_skip(test, why) \
	skip_if((struct CMUnitTest)cmocka_unit_test(test), why)

static void skipped_test(void **state)
{
	(void)state;
}

/* why: the reason to skip the test; NULL to run it. */
static inline struct CMUnitTest skip_if(struct CMUnitTest test,
					const char *why)
{
	char *name;

	if (!why)
		return test;
	if (asprintf(&name, "%s # SKIP %s", test.name, why) < 0)
		abort();
	return (struct CMUnitTest){ .name = name, .test_func = skipped_test };
}

#endif
