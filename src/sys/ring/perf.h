/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ring that a perf event writes its records to: a page of control, then
 * data, shared with the kernel.
 *
 * The kernel moves the head, we the tail.  Nothing in it is trusted: a record
 * is copied out before anybody looks at it, its length is bounded by what the
 * head allows, and after nonsense everything up to the head is dropped and
 * counted.  Never blocks; take a bounded number of records at a time, as the
 * writer may be faster.
 *
 *	perfring_map(&r, fd, 64)
 *	while (perfring_take(&r, buf, sizeof buf, &n)) ...	until empty
 *	perfring_release_read(&r)	the kernel may write there again
 *	perfring_unmap(&r)
 */
#ifndef SYS_RING_PERF_H
#define SYS_RING_PERF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct perfring {
	void *base;		/* NULL: none */
	size_t mapped;
	const unsigned char *data;
	uint64_t size;		/* of data, a power of two */
	uint64_t tail;		/* up to where it was read */
	uint64_t head;		/* as it was at the last look */
	uint64_t broken;	/* times that it held nonsense */
};

/* 1 + pages pages of an event's descriptor; pages is a power of two. */
MUST_CHECK int perfring_map(struct perfring *r, int fd, size_t pages);
/* The same of memory that is there: base is laid out as the kernel does. */
MUST_CHECK int perfring_init(struct perfring *r, void *base, size_t mapped);
void perfring_unmap(struct perfring *r);
/* Bytes waiting to be read; looks at the head anew. */
uint64_t perfring_look(struct perfring *r);
/*
 * The next record before the head of the last look, cut to size bytes; *n is
 * its whole length.  False when there is none.
 */
bool perfring_take(struct perfring *r, void *buf, size_t size, size_t *n);
/* What was taken may be written over. */
void perfring_release_read(struct perfring *r);

#endif
