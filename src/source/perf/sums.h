/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sums of faults, emitted at intervals: a million single faults a second would
 * overload the link to the screen process, and no user could read them.
 *
 * A sum counts the faults of one code address (ip) of one process in one block
 * of 64 pages: the number of faults, the pages, and the newest fault.  If there
 * are too many blocks, each further fault is added to the sum of a region
 * instead: the number of faults stays exact, only the pages are unknown.
 *
 * If sums_add() returns false, call sums_add_rest().  If that returns false,
 * emit the sums and call sums_clear().
 */
#ifndef SOURCE_PERF_SUMS_H
#define SOURCE_PERF_SUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define SUMS_MAX 4096
#define SUMS_REST 512
#define SUMS_INDEX 16384	/* power of two; more than 3 times the sums */

/* One fault, as reported by its record. */
struct fault {
	uint64_t time;		/* by CLOCK_MONOTONIC */
	pid_t pid, tid;
	uint64_t addr, ip;
	bool kernel, major;
};

struct fault_sum {
	struct fault newest;
	uint64_t minor, major;
	uint64_t start;		/* start of the block, or of the region */
	uint64_t end;		/* end of the region; 0: unknown */
	uint64_t touched;	/* bit i: page i of the block; 0 for a region */
};

struct sums {
	uint64_t page_size;
	size_t n, rest;		/* number of all sums; of sums by region */
	struct fault_sum v[SUMS_MAX + SUMS_REST];
	uint16_t index[SUMS_INDEX];	/* 1 + index in v; 0: free entry */
};

struct sums *sums_new(uint64_t page_size);
void sums_free(struct sums *s);
void sums_clear(struct sums *s);
/* Adds a fault to the sum of its block.  Returns false if there is no room for
 * a new sum. */
bool sums_add(struct sums *s, const struct fault *f);
/* Adds a fault to the sum of its region [start, end); both are 0 if the region
 * is unknown.  Returns false if there is no room for a new sum. */
bool sums_add_rest(struct sums *s, const struct fault *f, uint64_t start,
		   uint64_t end);

#endif
