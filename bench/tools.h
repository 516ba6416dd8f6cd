/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the programs that measure the engine's own code have in common. */
#ifndef BENCH_TOOLS_H
#define BENCH_TOOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#define PAGE 4096ul
/* As the engine has it: what one turn of its loop may take. */
#define SLICE_NS 2000000

struct pagescanner;

_Noreturn void die(const char *what);
uint64_t ns_of(clockid_t clock);
double us_of(clockid_t clock);
/* Whether to make another round of so many: always the first, and further ones
 * while the seconds in $BENCH_SECONDS last. */
bool next_round(int done, int rounds);
/* A file of /proc/PID, to be closed. */
int open_of(pid_t pid, const char *file);
/* Memory of small pages with room on both sides, so that no two become one
 * region; untouched. */
char *map_area(size_t size);
/* One page of two, the same ones each time: whether i is one of them. */
int of_half(uint64_t *seed);
/* The engine's scan, whole; how many pages are present. */
size_t scan_all(struct pagescanner *sc, int pagemap, int maps,
		const char *at, size_t size);

#endif
