/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A sub-buffer of the kernel's trace ring (tracefs, trace_pipe_raw): a header,
 * then events, each after a word of 32 bits:
 *
 *	u64 time of first event   long commit   [type:5 delta:27  ...]  [...]
 *
 * The low 20 bits of `commit` are the length of the data.  Bit 31 is set if
 * events before the sub-buffer were lost, bit 30 if the number of lost events
 * follows the data.  The time of an event is the time in the header plus all
 * deltas up to the event (linux/ring_buffer.h, struct ring_buffer_event).
 * tracefs describes the layout of the header (events/header_page).  Numbers
 * have the machine's byte order.
 *
 * Every length is checked.  After invalid data the rest of the sub-buffer is
 * dropped and `broken` is set.  Bytes before `end` must not change while they
 * are read; the kernel may still write after `end`.
 *
 *	subbuf_begin(&sb, &layout, page)	all data, as given by commit, or
 *	subbuf_begin(); subbuf_limit(&sb, n)	the first n bytes of the data
 *	while (subbuf_next(&sb, &r)) ...
 *	subbuf_limit(&sb, more)			the kernel has added data
 */
#ifndef PARSE_RING_SUBBUF_H
#define PARSE_RING_SUBBUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event/event.h"

struct subbuf_layout {
	size_t commit_at, commit_size;	/* offset 8; size 8 or 4 bytes */
	size_t data_at;			/* offset 16 or 12 */
};

struct subbuf {
	const unsigned char *data;	/* the data after the header */
	size_t at;			/* read position in the data */
	size_t end;			/* end of the valid data */
	size_t room;			/* size of the data area, regardless of
					 * `commit` */
	uint64_t time;			/* time of the last event, in ns */
	bool missed;			/* events before the sub-buffer were
					 * lost */
	uint64_t missed_count;		/* number of events lost; 0: unknown */
	bool broken;
};

struct subbuf_event {
	uint64_t time;
	struct bytes payload;		/* borrowed from the sub-buffer */
};

/* Parses events/header_page.  Returns false for a layout that mmtop cannot
 * read. */
bool subbuf_layout_parse(struct bytes text, struct subbuf_layout *out);
/* Starts to read the sub-buffer `page`.  Returns false if it is shorter than
 * its header. */
bool subbuf_begin(struct subbuf *sb, const struct subbuf_layout *layout,
		  struct bytes page);
/* Sets a new end of the data.  The read position does not change. */
void subbuf_limit(struct subbuf *sb, size_t end);
/* Gets the next event.  Returns false at the end or at invalid data. */
bool subbuf_next(struct subbuf *sb, struct subbuf_event *out);

#endif
