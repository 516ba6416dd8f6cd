/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks whether other programs compete for the CPU. */
#ifndef SOURCE_CONTENTS_CONTENTION_H
#define SOURCE_CONTENTS_CONTENTION_H

#include <stdbool.h>
#include <stdint.h>

/* State of the checks.  The demand for the CPU is measured by the number of
 * runnable tasks, and by mmtop's own waits for the CPU. */
struct contention {
	int load, own;			/* descriptors of files in /proc; 0: not
					 * opened yet, -1: open failed */
	long cpus;
	bool here;			/* the CPU was contended at the last
					 * check */
	uint64_t again_ns;		/* time of the next check */
	bool asked, many;
	uint64_t waited_ns, turns;	/* values of schedstat at the last
					 * check */
	bool waits;
};

/* True if the CPU is contended.  Checks /proc at most every 5 ms. */
bool cpu_contended(struct contention *r);
void contention_release(struct contention *r);

#endif
