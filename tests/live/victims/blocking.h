/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What victims/blocking and its test share: a file with one slot for each
 * call.  The victim writes it, the test looks at it.
 */
#ifndef TESTS_LIVE_BLOCKING_H
#define TESTS_LIVE_BLOCKING_H

#include <stdint.h>

/* A signal or a stop can end the first 26 early (signal(7)); the others are
 * restarted by the kernel in every case. */
#define BLOCKING_EARLY 26
#define BLOCKING_CALLS 30

struct blocking_slot {
	char name[24];
	int32_t tid;		/* who sits in it */
	int32_t absent;		/* the kernel has no such call */
	int32_t timed;		/* it can end by a timeout */
	int32_t wanted;		/* the errno of its timeout, 0: returns 0 */
	int32_t error;		/* of the last return, 0: none */
	int32_t unused;		/* the same layout in 32-bit programs */
	uint64_t entered, returned;
	uint64_t broken;	/* returned EINTR */
	uint64_t elapsed_ms;	/* of the last return */
	uint64_t total_ms;	/* of all of them */
	uint64_t wrong;		/* an error other than EINTR and wanted */
	uint64_t early;		/* its timeout was not over */
	uint64_t handled;	/* handlers of SIGUSR1 that it ran */
};

#endif
