/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of the file that victims/queue shares with its test. */
#ifndef TESTS_LIVE_QUEUE_H
#define TESTS_LIVE_QUEUE_H

#define QUEUE_SIGNALS 4		/* words 0..3: received SIGRTMIN + 0..3 */

enum queue_word {
	QUEUE_BAD = QUEUE_SIGNALS,	/* signals with an unexpected value */
	QUEUE_READY, QUEUE_STOP, QUEUE_WORDS
};

#endif
