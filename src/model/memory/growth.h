/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The change of a process's resident memory between two times, and the share of
 * each part of the memory in it.
 *
 *	growth_take(&then, p, now)		the parts at the first time
 *	growth_take(&now, p, later)		the parts at the second time
 *	growth_between(&then, &now, &c)		the largest change first
 *
 * Invariant: the parts of c and c.rest add up to c.rss, the change of the
 * kernel's RSS counter.  The parts are counted in the page tables of the
 * regions, which are read one after the other; c.rest is the difference.
 *
 * A region may have moved its start, been merged or split between the two
 * times: its old bytes are those of the addresses that it has now, as if the
 * pages of an old region had been spread evenly.
 */
#ifndef MODEL_MEMORY_GROWTH_H
#define MODEL_MEMORY_GROWTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

struct process;

enum growth_what {
	GROWTH_HEAP,		/* [heap] */
	GROWTH_ARENAS,		/* other arenas of malloc */
	GROWTH_MALLOC,		/* large blocks that malloc mapped, grouped by
				 * calling code */
	GROWTH_STACKS,
	GROWTH_TLS,
	GROWTH_LOADER,		/* mapped by the loader or libc for its own
				 * use */
	GROWTH_CODE,		/* mapped by other code, grouped by that code */
	GROWTH_PROGRAM,		/* files of the program and of its libraries */
	GROWTH_FILE,		/* other files, grouped by name */
	GROWTH_SHARED,		/* shared memory */
	GROWTH_OTHER,		/* the owner is not known */
	GROWTHS
};

struct growth_part {
	enum growth_what what;
	char *name;		/* hostile; "": the part has no name */
	int64_t bytes;
};
struct growth_parts {
	VEC(struct growth_part) v;	/* owned */
};
struct growth_region {
	uint64_t start, end;
	int64_t bytes;
};
/* The memory at one time. */
struct growth {
	uint64_t time_ns;
	unsigned generation;	/* generation of the address space */
	uint64_t rss;
	size_t unknown;		/* number of regions not sampled yet */
	struct growth_parts parts;	/* sorted by `what`, then by name */
	VEC(struct growth_region) regions;	/* owned; sorted by address */
};
struct growth_change {
	int64_t rss, rest;
	struct growth_parts parts;	/* without parts that changed by 0
					 * bytes */
	struct growth_region most;	/* the region of the second time whose
					 * bytes changed most in the direction
					 * of rss; end 0: there is none */
};

/* Returns false and does not set g if the RSS is not known. */
bool growth_take(struct growth *g, const struct process *p, uint64_t now_ns);
void growth_release(struct growth *g);
void growth_between(const struct growth *then, const struct growth *now,
		    struct growth_change *out);
void growth_change_release(struct growth_change *c);

#endif
