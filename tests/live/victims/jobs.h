/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of the file that victims/jobs shares with its test. */
#ifndef TESTS_LIVE_JOBS_H
#define TESTS_LIVE_JOBS_H

enum jobs_word {
	JOBS_ROUNDS,	/* rounds completed */
	JOBS_SUM,	/* of the first round */
	JOBS_BAD,	/* rounds with a different sum */
	JOBS_ERRNO,	/* of the last failed call */
	JOBS_LINE,	/* source line of that call */
	JOBS_STOP,	/* set by the test to end the victim */
	JOBS_PID,
	JOBS_WORDS
};

#endif
