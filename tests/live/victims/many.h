/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of the file that victims/many shares with its test. */
#ifndef TESTS_LIVE_MANY_H
#define TESTS_LIVE_MANY_H

enum many_word {
	MANY_COUNT,	/* moved on by the first thread, all the time */
	MANY_GAP_NS,	/* the longest that it stood still; the test may put
			 * it back to 0 */
	MANY_READY,	/* threads that wait */
	MANY_EARLY,	/* threads that were woken by nobody */
	MANY_STOP,	/* set by the test: end */
	MANY_WORDS
};

#endif
