/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads a perf.data file and emits the events of its records: mappings, and the
 * processes that own the mappings.
 *
 *	START     kernel, machine and command of the recording
 *	MAP       EVF_EACH, as source/perf emits them live
 *	PROCESS   fork, thread, exec, exit (without a status);
 *		  attach: perf found the process running
 *	LOST      records that the kernel dropped; mappings of tasks that
 *		  have no PID
 *	END
 *
 * Events are in the order of time, relative to the first record that has a
 * time. Records without a time, such as those that perf itself writes, are in
 * the order of the file.  Mappings of the kernel and of guests are left out.
 *
 * Memory use is 24 bytes for each record of a round, which is one pass of
 * `perf record` over its rings.  A truncated or broken file is read up to the
 * fault.
 */
#ifndef SOURCE_PERF_DATAFILE_H
#define SOURCE_PERF_DATAFILE_H

#include <stddef.h>
#include <stdint.h>

#include "event/event.h"

struct datafile_input {
	/* Reads up to n bytes from that offset of the file into buf.  Returns
	 * the number of bytes read, 0 at the end, or -errno. */
	int64_t (*read)(void *arg, uint64_t offset, void *buf, size_t n);
	void *arg;
	uint64_t size;
};

enum datafile_why {
	DATAFILE_WHOLE,
	DATAFILE_OTHER,		/* not a perf.data file */
	DATAFILE_PIPE,		/* the format of perf record -o - */
	DATAFILE_OLD,		/* the format of Linux 2.6 */
	DATAFILE_BROKEN,	/* the file is invalid at `offset` */
	DATAFILE_CUT,		/* truncated: the file ends at `offset` */
	DATAFILE_UNFINISHED,	/* perf record did not finish the file */
	DATAFILE_COMPRESSED,	/* compressed by perf record -z */
	DATAFILE_MIXED,		/* recorded several events, but records have no
				 * event id */
	DATAFILE_INVALID,	/* complete, except for `records` invalid
				 * records; the first is at `offset` */
	DATAFILE_ERROR,		/* a read failed with the errno `error` */
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
