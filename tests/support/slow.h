/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many times slower than a real machine this one is: MMTOP_TEST_SLOW, set
 * by tests/kernel/run for an emulated one, else 1.  Deadlines and limits of
 * time are multiplied by it; a test that does the same thing very often does
 * it fewer times.
 *
 *	assert_true(took < 200000000 * SLOWER * test_slow());
 *	for (int i = 0; i < test_times(100, 10); i++)
 */
#ifndef TESTS_SUPPORT_SLOW_H
#define TESTS_SUPPORT_SLOW_H

#include <stdlib.h>

/* A sanitizer's speed and memory are not what is promised. */
#ifdef MMTOP_SANITIZED
#define SLOWER 10
#else
#define SLOWER 1
#endif

static inline unsigned test_slow(void)
{
	const char *s = getenv("MMTOP_TEST_SLOW");
	long n = s ? strtol(s, NULL, 10) : 1;

	return n < 1 ? 1 : n > 100 ? 100 : (unsigned)n;
}

/* On a machine that is emulated seldom, else often. */
static inline int test_times(int often, int seldom)
{
	return test_slow() > 4 ? seldom : often;
}

#endif
