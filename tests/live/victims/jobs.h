/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of the file that victims/jobs shares with its test. */
#ifndef TESTS_LIVE_JOBS_H
#define TESTS_LIVE_JOBS_H

enum jobs_word {
	JOBS_ROUNDS,	/* done so far */
	JOBS_SUM,	/* of the first round */
	JOBS_BAD,	/* rounds with another sum */
	JOBS_ERRNO,	/* of the last call that failed */
	JOBS_LINE,	/* where that was */
	JOBS_STOP,	/* set by the test: end */
	JOBS_PID,
	JOBS_WORDS
};

#endif
