/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Faults added up between two tellings: a million a second would choke the
 * link, and no eye sees them one by one.
 *
 * A sum is what one piece of code (ip) of one process faulted in one block of
 * 64 pages: how often, which pages, and the newest of them.  When there are
 * too many blocks to tell of, the rest is added up by region instead: how many
 * stays exact, only which pages they were is not told.
 *
 *	sums_add() false -> sums_add_rest() false -> tell them, sums_clear()
 */
#ifndef SOURCE_PERF_SUMS_H
#define SOURCE_PERF_SUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define SUMS_MAX 4096
#define SUMS_REST 512
#define SUMS_INDEX 16384	/* a power of two, thrice what it holds */

/* One fault, as its record told. */
struct fault {
	uint64_t time;		/* CLOCK_MONOTONIC */
	pid_t pid, tid;
	uint64_t addr, ip;
	bool kernel, major;
};

struct fault_sum {
	struct fault newest;
	uint64_t minor, major;
	uint64_t start;		/* of the block; of the rest: of the region */
	uint64_t end;		/* of the rest's region, 0 unknown */
	uint64_t touched;	/* bit i: page i of the block; 0: the rest */
};

struct sums {
	uint64_t page_size;
	size_t n, rest;		/* v[n], of which so many are the rest */
	struct fault_sum v[SUMS_MAX + SUMS_REST];
	uint16_t index[SUMS_INDEX];	/* 1 + where in v; 0: free */
};

struct sums *sums_new(uint64_t page_size);
void sums_free(struct sums *s);
void sums_clear(struct sums *s);
/* False: there is no room for its block. */
bool sums_add(struct sums *s, const struct fault *f);
/* The same for the rest; the region of f->addr, both 0 when it is not known.
 * False: there is no room at all. */
bool sums_add_rest(struct sums *s, const struct fault *f, uint64_t start,
		   uint64_t end);

#endif
