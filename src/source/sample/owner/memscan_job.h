/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds owners in a program's own memory.  This runs in the reader's child
 * process, because reads may hang and the contents are hostile.
 *
 * A request is a struct memscan_request, then `regions` structs memscan_region
 * in order of address, then the IDs of the process' `tids` threads (int32_t).
 * The answer is one struct memscan_answer for each region.
 *
 * Only resident pages are read: the start of each region, the heads of its
 * malloc blocks, and, to find thread descriptors, the region's last pages.
 */
#ifndef SOURCE_SAMPLE_OWNER_MEMSCAN_JOB_H
#define SOURCE_SAMPLE_OWNER_MEMSCAN_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "sys/reader/process.h"

#define HOLDS_REGIONS 4096
#define HOLDS_TIDS 8192

struct memscan_request {
	uint32_t regions, tids;
	int32_t pid;
	uint32_t wide, page_size, zero;
};

struct memscan_region {
	uint64_t start, end;
	uint64_t guarded;	/* true: the memory just below is inaccessible,
				 * so the region may be a stack */
};

struct memscan_answer {
	uint32_t whose;		/* enum whose: ARENA, STACK, MALLOC or TLS;
				 * UNKNOWN if none was found */
	uint32_t arena;
	uint32_t partly;	/* true: only a part of the region belongs to
				 * the owner */
	int32_t tid;		/* one of the thread IDs of the request, or 0 */
};

extern const struct reader_job memscan_job;

#endif
