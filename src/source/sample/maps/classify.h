/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the kind of each region, from the map, the threads' stacks and the
 * System V table.  Pure: reads no files.
 *
 * Some kinds can be recognized only at certain times, and the region then keeps
 * that kind: the stack of a thread, once its stack pointer was in the region;
 * an arena that has grown to its full 64 MiB.
 */
#ifndef SOURCE_SAMPLE_MAPS_CLASSIFY_H
#define SOURCE_SAMPLE_MAPS_CLASSIFY_H

#include <stddef.h>
#include <stdint.h>

#include "parse/proc/sysvipc.h"
#include "source/sample/core/sample.h"

/* Maximum size of a guard, the inaccessible memory below a stack. */
#define GUARD_MAX (1ull << 20)

struct sysv_table {
	VEC(struct sysv_segment) segments;
};

struct classify {
	sregions *regions;		/* the regions; their kind, owner, key
					 * and attaches are set */
	struct bytes exe;		/* path of the program's file */
	pid_t pid;			/* the process; its main thread has no
					 * pthread stack */
	const struct stask *tasks;
	size_t n_tasks;
	const struct scall *calls;	/* recent calls of mmap and mprotect */
	size_t n_calls;
	const origin_list *asked;	/* ranges mapped by known calls
					 * (origin.h), or NULL */
	const struct sysv_table *sysv;	/* may be NULL */
	bool wide;			/* the process has a 64-bit address
					 * space */
	bool below, above;		/* the first region (`below`) or the
					 * last region (`above`) is only context
					 * for its neighbour */
};

struct classify classify_of(const struct sampler *s, const struct sproc *p,
			    sregions *v);
/* Like classify_of(), for v[from..to).  *part also gets the region before and
 * the region after that range, as context, if they exist. */
struct classify classify_part(const struct sampler *s, const struct sproc *p,
			      const sregions *v, size_t from, size_t to,
			      sregions *part);
/* Sets the kinds, and sets `news` in each region that has changed. */
void classify_regions(const struct classify *c);
/* If r is a System V segment, sets its number of attaches.  Returns true if the
 * number has changed. */
bool classify_attaches(const struct classify *c, struct sregion *r);

#endif
