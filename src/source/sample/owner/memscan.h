/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds owners of regions in the memory of a process: malloc arenas and the
 * threads that use them, large blocks, and threads' stacks and TLS.
 *
 * A separate reader process (memscan_job.h) reads resident pages only.  The
 * program can write everything that is read, so the owner is only a label,
 * marked as inferred.  After a process has hung the reader, the sampler does
 * not read that process' memory again.
 *
 *	at once		new regions, and regions that have changed
 *	each AGAIN_NS	regions whose RSS has changed since the last read,
 *			regions that were not read yet, and TURN of the
 *			unchanged regions
 *
 * Arenas are numbered in the order of glibc's list of arenas, and belong to the
 * threads whose TLS points to them.  So one request to the reader has either
 * all arenas and stacks of a process, or none.
 */
#ifndef SOURCE_SAMPLE_OWNER_MEMSCAN_H
#define SOURCE_SAMPLE_OWNER_MEMSCAN_H

#include "source/sample/core/sample.h"

struct holds *memscan_new(void);
void memscan_free(struct sampler *s);
/* Schedules a read of r, a region of p that is new or has changed. */
void memscan_fresh(struct sampler *s, struct sproc *p, const struct sregion *r);
/* Called when the first map of p was read: schedules the first read of
 * memory. */
void memscan_look(struct sampler *s, struct sproc *p);
/* Returns the time of the next read; 0: none. */
uint64_t memscan_due(const struct sampler *s);
/* A job: works until the deadline; returns true if it did something. */
bool memscan_work(struct sampler *s, uint64_t deadline);

#endif
