/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of the file that victims/forkers shares with its test. */
#ifndef TESTS_LIVE_FORKERS_H
#define TESTS_LIVE_FORKERS_H

enum forkers_word {
	FORKERS_CHILDREN,	/* exited so far */
	FORKERS_CUT,		/* waits that returned EINTR */
	FORKERS_STOP,		/* set by the test to end the victim */
	FORKERS_WORDS
};

#endif
