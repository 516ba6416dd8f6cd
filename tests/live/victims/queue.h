/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of the file that victims/queue shares with its test. */
#ifndef TESTS_LIVE_QUEUE_H
#define TESTS_LIVE_QUEUE_H

#define QUEUE_SIGNALS 4		/* words 0..3: taken of SIGRTMIN + that */

enum queue_word {
	QUEUE_BAD = QUEUE_SIGNALS,	/* not the one that was due */
	QUEUE_READY, QUEUE_STOP, QUEUE_WORDS
};

#endif
