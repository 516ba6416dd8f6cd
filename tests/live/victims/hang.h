/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words that victims/hang shares with its test. */
#ifndef TESTS_LIVE_VICTIMS_HANG_H
#define TESTS_LIVE_VICTIMS_HANG_H

enum {
	HANG_READY,	/* 1: prepared; 2: that cannot be had here */
	HANG_GO,	/* set by the test: make the call */
	HANG_CALLING,	/* it is about to */
	HANG_RELEASE,	/* set by the test: deliver the page (uffd) */
	HANG_DONE,	/* 1: the call did what it should; 2: it did not */
	HANG_LOOPS,	/* mappings made and unmade by another thread */
	HANG_END,	/* set by the test */
	HANG_WORDS
};

#define HANG_NAME "slow name"

#endif
