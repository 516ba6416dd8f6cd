/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words that victims/hang shares with its test. */
#ifndef TESTS_LIVE_VICTIMS_HANG_H
#define TESTS_LIVE_VICTIMS_HANG_H

enum {
	HANG_READY,	/* 1: prepared; 2: not possible here */
	HANG_GO,	/* set by the test: make the call */
	HANG_CALLING,	/* about to make the call */
	HANG_RELEASE,	/* set by the test: deliver the page (uffd) */
	HANG_DONE,	/* 1: the call succeeded; 2: it failed */
	HANG_LOOPS,	/* pairs of mmap and munmap by another thread */
	HANG_END,	/* set by the test: exit */
	HANG_WORDS
};

#define HANG_NAME "slow name"

#endif
