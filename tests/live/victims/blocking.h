/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The file that victims/blocking shares with its test: one slot for each call.
 * The victim writes it, the test reads it.
 */
#ifndef TESTS_LIVE_BLOCKING_H
#define TESTS_LIVE_BLOCKING_H

#include <stdint.h>

/* A signal or a stop can interrupt the first 26 calls (signal(7)); the kernel
 * always restarts the others. */
#define BLOCKING_EARLY 26
#define BLOCKING_CALLS 30

struct blocking_slot {
	char name[24];
	int32_t tid;		/* the thread in this call */
	int32_t absent;		/* the kernel lacks the call */
	int32_t timed;		/* the call has a timeout */
	int32_t wanted;		/* errno after its timeout; 0: it returns 0 */
	int32_t error;		/* errno of the last return; 0: none */
	int32_t unused;		/* same layout in 32-bit programs */
	uint64_t entered, returned;
	uint64_t broken;	/* returned EINTR */
	uint64_t elapsed_ms;	/* duration of the last call */
	uint64_t total_ms;	/* sum of all durations */
	uint64_t wrong;		/* errors other than EINTR and wanted */
	uint64_t early;		/* returns before the timeout */
	uint64_t handled;	/* SIGUSR1 handlers run by the thread */
};

#endif
