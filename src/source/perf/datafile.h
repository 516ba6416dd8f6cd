/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A perf.data file, told as events: what its records say of mappings and of the
 * processes they are in.
 *
 *	START     kernel, machine and command of the recording
 *	MAP       EVF_EACH, as source/perf tells them live
 *	PROCESS   fork, thread, exec, exit (how it ended is not recorded);
 *		  attach: perf found it there
 *	LOST      what the kernel dropped, and mappings of tasks without a number
 *	END
 *
 * In order of time, which counts from the first record that has one; without a
 * time, which perf's own have, they come as they stand in the file.  The
 * kernel's and a guest's mappings are left out.
 *
 * Memory is bounded by what one round of `perf record` wrote: 24 bytes for each
 * record that is to be put in order.  A file that ends too early, or is broken,
 * is told up to there.
 */
#ifndef SOURCE_PERF_DATAFILE_H
#define SOURCE_PERF_DATAFILE_H

#include <stddef.h>
#include <stdint.h>

#include "event/event.h"

struct datafile_input {
	/* Up to n bytes from that offset on into buf: how many, 0 at the end,
	 * or -errno. */
	int64_t (*read)(void *arg, uint64_t offset, void *buf, size_t n);
	void *arg;
	uint64_t size;
};

enum datafile_why {
	DATAFILE_WHOLE,
	DATAFILE_OTHER,		/* no perf.data */
	DATAFILE_PIPE,		/* the format of a pipe */
	DATAFILE_OLD,		/* of Linux 2.6 */
	DATAFILE_BROKEN,	/* where: offset */
	DATAFILE_CUT,		/* it ends at offset, before it should */
	DATAFILE_UNFINISHED,	/* perf record was not there to finish it */
	DATAFILE_COMPRESSED,	/* by perf record -z */
	DATAFILE_MIXED,		/* which event a record is of cannot be told */
	DATAFILE_INVALID,	/* it is whole; `records` of it, from offset on,
				 * lie about themselves and are left out */
	DATAFILE_ERROR,		/* error */
};

struct datafile_end {
	enum datafile_why why;
	uint64_t offset;
	uint64_t records;
	int error;		/* a positive errno */
};

struct datafile_end datafile_read(const struct datafile_input *in,
				  event_fn *emit, void *arg);

#endif
