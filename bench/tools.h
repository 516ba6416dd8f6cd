/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Helpers of the programs that measure the engine's own code. */
#ifndef BENCH_TOOLS_H
#define BENCH_TOOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#define PAGE 4096ul
/* The limit of one turn of the engine's loop. */
#define SLICE_NS 2000000

struct pagescanner;

_Noreturn void die(const char *what);
uint64_t ns_of(clockid_t clock);
double us_of(clockid_t clock);
/* True if another of `rounds` rounds should start: always the first, further
 * ones while there is time left of $BENCH_SECONDS. */
bool next_round(int done, int rounds);
/* Opens a file of /proc/PID; the caller closes it. */
int open_of(pid_t pid, const char *file);
/* Untouched memory in small pages, with a gap on both sides, so that the kernel
 * does not merge it with a neighbour. */
char *map_area(size_t size);
/* A pseudo-random choice of every second page, on average; the seed reproduces
 * it. Nonzero if the next page is chosen. */
int of_half(uint64_t *seed);
/* Runs the engine's scan over the whole range. Returns the number of present
 * pages. */
size_t scan_all(struct pagescanner *sc, int pagemap, int maps,
		const char *at, size_t size);

#endif
