/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernel's trace ring of one CPU, from tracefs' per_cpu/cpuN/trace_pipe_raw:
 * sub-buffers of 4 KiB or more, which are handed over one by one.
 *
 * Mapped (Linux 6.10, linux/trace_mmap.h) they are looked at where they lie: a
 * page of figures, then the sub-buffers, of which one at a time, the reader, is
 * ours.  Only the GET_READER ioctl moves on: it hands over what was written to
 * the reader since, or else the next sub-buffer.  The kernel writes on behind
 * what it has handed over.  Read, each comes as a copy.  While mapped, the ring
 * cannot be resized.
 *
 * The figures are the kernel's, and are bounded by what was mapped all the same.
 * Never blocks.
 *
 *	tracering_init(&r, fd, 4096)
 *	tracering_map(&r)		may fail: then it is read
 *	while (tracering_next(&r, &part) > 0) ...	what it points to lives
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
	void *meta;		/* NULL: it is read */
	size_t meta_size, data_size;
	const unsigned char *data;
	unsigned char *copy;	/* of the last one that was read */
	uint32_t subbufs;	/* while mapped: how many, the reader too */
	uint32_t reader;	/* while mapped: whose turn it is */
	size_t read;		/* up to where it was handed over */
	bool begun;		/* the reader was handed over before */
	uint64_t broken;	/* times that its figures made no sense */
};

struct tracering_part {
	const unsigned char *page;	/* subbuf_size bytes, with its head */
	bool is_new;		/* not the one before, with more in it */
	size_t begin, end;	/* of the data, what is new; a part that was
				 * read: its own head says where it ends */
	bool has_end;
};

/* As the kernel counts events. */
struct tracering_counts {
	uint64_t unread, overrun, read;
};

void tracering_init(struct tracering *r, int fd, size_t subbuf_size);
MUST_CHECK int tracering_map(struct tracering *r);
/* It is read from now on; nothing that was handed over may be looked at. */
void tracering_unmap(struct tracering *r);
void tracering_release(struct tracering *r);
/* 1: more; 0: nothing new; -errno. */
MUST_CHECK int tracering_next(struct tracering *r, struct tracering_part *out);
/* Of the last tracering_next(), while mapped. */
void tracering_count(const struct tracering *r, struct tracering_counts *out);
/* Where the reader lies in the mapping, in bytes from its beginning. */
uint64_t tracering_reader_at(const struct tracering *r);

#endif
