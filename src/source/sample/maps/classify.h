/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a region is, from the map, the threads' stacks and the System V
 * table.  Pure: no file is read here.
 *
 * A kind that can only be seen at times is kept while the region is: a
 * thread's stack once its pointer was seen in it, an arena that has grown to
 * its full 64 MiB.
 */
#ifndef SOURCE_SAMPLE_MAPS_CLASSIFY_H
#define SOURCE_SAMPLE_MAPS_CLASSIFY_H

#include <stddef.h>
#include <stdint.h>

#include "parse/proc/sysvipc.h"
#include "source/sample/core/sample.h"

/* A guard is no larger. */
#define GUARD_MAX (1ull << 20)

struct sysv_table {
	VEC(struct sysv_segment) segments;
};

struct classify {
	sregions *regions;		/* kind, owner, key, attaches are set */
	struct bytes exe;		/* the program's file */
	pid_t pid;			/* the main thread is no pthread */
	const struct stask *tasks;
	size_t n_tasks;
	const struct scall *calls;	/* recent mmap and mprotect */
	size_t n_calls;
	const asked_list *asked;	/* may be NULL */
	const struct sysv_table *sysv;	/* may be NULL */
	bool wide;			/* a 64-bit address space */
	bool below, above;		/* the first, the last one is there
					 * for its neighbour only */
};

struct classify classify_of(const struct sampler *s, const struct sproc *p,
			    sregions *v);
/* v[from..to), with a neighbour on each side where there is one. */
struct classify classify_part(const struct sampler *s, const struct sproc *p,
			      const sregions *v, size_t from, size_t to,
			      sregions *part);
/* Sets news where a region is not what it was. */
void classify_regions(const struct classify *c);
/* How many attach to r, if it is a System V segment; true: it is news. */
bool classify_attaches(const struct classify *c, struct sregion *r);

#endif
