/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * By how much the resident memory of a process has changed between two moments,
 * and what made it so.
 *
 *	growth_take(&then, p, now)		what it is made up of
 *	growth_take(&now, p, later)
 *	growth_between(&then, &now, &c)		the largest change first
 *
 * Invariant: the parts of c and c.rest are c.rss, the change of all.  The whole
 * is what the kernel counts, a part what lies in the page tables of its regions,
 * looked at one after the other: c.rest is what they do not explain.
 */
#ifndef MODEL_MEMORY_GROWTH_H
#define MODEL_MEMORY_GROWTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

struct process;

enum growth_what {
	GROWTH_HEAP,		/* the main one */
	GROWTH_ARENAS,		/* malloc's others */
	GROWTH_MALLOC,		/* its large blocks, by who asked */
	GROWTH_STACKS,
	GROWTH_TLS,
	GROWTH_LOADER,		/* what it and libc mapped for themselves */
	GROWTH_CODE,		/* what others mapped, by whom */
	GROWTH_PROGRAM,		/* the program's file, and those of libraries */
	GROWTH_FILE,		/* others, by name */
	GROWTH_SHARED,		/* memory that others may have too */
	GROWTH_OTHER,		/* nobody's, for all that is known */
	GROWTHS
};

struct growth_part {
	enum growth_what what;
	char *name;		/* hostile; "" where it has none */
	int64_t bytes;
};
struct growth_parts {
	VEC(struct growth_part) v;	/* owned */
};
/* One moment. */
struct growth {
	uint64_t time_ns;
	unsigned generation;	/* of its space */
	uint64_t rss;
	size_t unknown;		/* regions that nobody has looked at yet */
	struct growth_parts parts;	/* by what and name */
};
struct growth_change {
	int64_t rss, rest;
	struct growth_parts parts;	/* none is 0 */
};

/* False, and nothing is taken, where its RSS is not known. */
bool growth_take(struct growth *g, const struct process *p, uint64_t now_ns);
void growth_release(struct growth *g);
void growth_between(const struct growth *then, const struct growth *now,
		    struct growth_change *out);
void growth_change_release(struct growth_change *c);

#endif
