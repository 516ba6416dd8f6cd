/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of the file that victims/many shares with its test. */
#ifndef TESTS_LIVE_MANY_H
#define TESTS_LIVE_MANY_H

enum many_word {
	MANY_COUNT,	/* incremented by the first thread, all the time */
	MANY_GAP_NS,	/* the longest time without an increment; the test may
			 * reset it to 0 */
	MANY_READY,	/* waiting threads */
	MANY_EARLY,	/* threads that returned from their wait without a
			 * reason */
	MANY_STOP,	/* set by the test to end the victim */
	MANY_WORDS
};

#endif
