/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernel's trace ring of one CPU, from tracefs'
 * per_cpu/cpuN/trace_pipe_raw.  It consists of sub-buffers of 4 KiB or more,
 * which the kernel hands over one by one.
 *
 * A mapped ring (Linux 6.10, linux/trace_mmap.h) has a page of counters, then
 * the sub-buffers.  One sub-buffer at a time, the reader sub-buffer, belongs to
 * mmtop.  Only the GET_READER ioctl advances: it hands over new data of the
 * reader sub-buffer or, if there are none, the next sub-buffer.  The kernel may
 * continue to write after the part that it has handed over. Without a mapping,
 * each sub-buffer is read as a copy.  A mapped ring cannot be resized.
 *
 * Although the counters come from the kernel, they are checked against the
 * mapped size.  No function blocks.
 *
 *	tracering_init(&r, fd, 4096)
 *	tracering_map(&r)		may fail: copies are read then
 *	while (tracering_next(&r, &part) > 0) ...	part is valid
 *						until the next call
 *	tracering_release(&r)		closes fd
 */
#ifndef SYS_RING_TRACE_H
#define SYS_RING_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct tracering {
	int fd;
	size_t subbuf_size;
	void *meta;		/* NULL: not mapped, copies are read */
	size_t meta_size, data_size;
	const unsigned char *data;
	unsigned char *copy;	/* the last sub-buffer read; owned */
	uint32_t subbufs;	/* if mapped: number of sub-buffers, with the
				 * reader sub-buffer */
	uint32_t reader;	/* if mapped: index of the current reader
				 * sub-buffer */
	size_t read;		/* end of the part that the kernel has handed
				 * over */
	bool begun;		/* the kernel has handed over a part of this
				 * sub-buffer before */
	uint64_t broken;	/* number of invalid counter values */
};

struct tracering_part {
	const unsigned char *page;	/* subbuf_size bytes, including the
					 * header */
	bool is_new;		/* true: a new page; false: more data of the
				 * previous page */
	size_t begin, end;	/* the new data; a copied page has its end in
				 * its header */
	bool has_end;
};

/* The kernel's event counters. */
struct tracering_counts {
	uint64_t unread, overrun, read;
};

void tracering_init(struct tracering *r, int fd, size_t subbuf_size);
MUST_CHECK int tracering_map(struct tracering *r);
/* Copies of the ring are read from now on; parts returned before become
 * invalid. */
void tracering_unmap(struct tracering *r);
void tracering_release(struct tracering *r);
/* Returns 1 and sets *out if there is a new part, 0 if there is none, or
 * -errno. */
MUST_CHECK int tracering_next(struct tracering *r, struct tracering_part *out);
/* Gets the counters as of the last tracering_next(); only while mapped. */
void tracering_count(const struct tracering *r, struct tracering_counts *out);
/* Returns the offset of the reader sub-buffer in the mapping, in bytes. */
uint64_t tracering_reader_at(const struct tracering *r);

#endif
