/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ring of a perf event: a control page, then data, shared with the kernel.
 *
 * The kernel moves the head, mmtop moves the tail.  The data are not trusted: a
 * record is copied before it is parsed, and its length is bounded by the head.
 * After an invalid record, everything up to the head is dropped and counted.
 * No function blocks.  The caller should take a bounded number of records at a
 * time, since the kernel may write faster than mmtop reads.
 *
 *	perfring_map(&r, fd, 64)
 *	while (perfring_take(&r, buf, sizeof buf, &n)) ...	until empty
 *	perfring_release_read(&r)	the kernel may reuse the space
 *	perfring_unmap(&r)
 */
#ifndef SYS_RING_PERF_H
#define SYS_RING_PERF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct perfring {
	void *base;		/* NULL: the ring is not mapped */
	size_t mapped;
	const unsigned char *data;
	uint64_t size;		/* bytes of data, a power of two */
	uint64_t tail;		/* mmtop's read position */
	uint64_t head;		/* the kernel's write position at the last
				 * perfring_look() */
	uint64_t broken;	/* number of invalid records */
};

/* Maps 1 + `pages` pages of an event's descriptor; `pages` is a power of
 * two. */
MUST_CHECK int perfring_map(struct perfring *r, int fd, size_t pages);
/* Sets up a ring in memory that has the same layout as the kernel's. */
MUST_CHECK int perfring_init(struct perfring *r, void *base, size_t mapped);
void perfring_unmap(struct perfring *r);
/* Reads the head again.  Returns the number of bytes that can be read. */
uint64_t perfring_look(struct perfring *r);
/*
 * Copies the next record before the head, truncated to `size` bytes. *n becomes
 * the record's whole length.  Returns false if there is no record.
 */
bool perfring_take(struct perfring *r, void *buf, size_t size, size_t *n);
/* Lets the kernel overwrite the records taken. */
void perfring_release_read(struct perfring *r);

#endif
