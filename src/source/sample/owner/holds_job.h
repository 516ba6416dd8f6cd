/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a program's own memory says of it: read in the reader's child, for it
 * may hang, and is hostile.
 *
 * The question: struct holds_ask, then `regions` struct holds_region in order
 * of address, then `tids` numbers (int32_t) of its threads.  The answer: one
 * struct holds_answer for each region.  Only pages that are there are read: the
 * head of each region and, where threads' heads are looked for, its last pages.
 */
#ifndef SOURCE_SAMPLE_OWNER_HOLDS_JOB_H
#define SOURCE_SAMPLE_OWNER_HOLDS_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "sys/reader/process.h"

#define HOLDS_REGIONS 4096
#define HOLDS_TIDS 8192

struct holds_ask {
	uint32_t regions, tids;
	int32_t pid;
	uint32_t wide, page_size, zero;
};

struct holds_region {
	uint64_t start, end;
	uint64_t guarded;	/* no access just below: it may be a stack */
};

struct holds_answer {
	uint32_t whose;		/* ARENA, STACK, MALLOC, TLS; else UNKNOWN */
	uint32_t arena;
	uint32_t partly;	/* the rest of it is something else */
	int32_t tid;		/* one of those, or 0 */
};

extern const struct reader_job holds_job;

#endif
