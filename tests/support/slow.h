/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * No test depends on the speed of the machine.  A test waits for a condition
 * until DEADLINE_S, and takes a longer wait for a hang.  It compares a duration
 * with another one of the same test, never with a constant; figures belong in
 * bench/.
 *
 * MMTOP_TEST_SLOW, set by tests/kernel/run for an emulated machine, is how many
 * times slower than a real one it is: there a test does the same thing fewer
 * times.
 *
 *	for (int i = 0; i < test_times(100, 10); i++)
 */
#ifndef TESTS_SUPPORT_SLOW_H
#define TESTS_SUPPORT_SLOW_H

#include <stdint.h>
#include <stdlib.h>

/* A sanitizer needs more memory than the promised limit. */
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

#define DEADLINE_S (300 * test_slow())
#define DEADLINE_NS (DEADLINE_S * UINT64_C(1000000000))
#define DEADLINE_MS ((int)(DEADLINE_S * 1000))

/* `seldom` on an emulated machine, `often` on others. */
static inline int test_times(int often, int seldom)
{
	return test_slow() > 4 ? seldom : often;
}

#endif
