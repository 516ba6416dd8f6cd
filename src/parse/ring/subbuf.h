/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A sub-buffer of the kernel's trace ring (tracefs, trace_pipe_raw): a head,
 * then events one after the other, each after a word of 32 bits:
 *
 *	u64 time of the first   long commit   [type:5 delta:27  ...]  [...]  ...
 *
 * The low 20 bits of commit are the length of the data; bit 31 says that events
 * before it were lost, bit 30 that their number stands behind the data.  Time
 * is that of the head and all deltas up to there (linux/ring_buffer.h, struct
 * ring_buffer_event).  Where the fields of the head lie is told by tracefs
 * (events/header_page).  Numbers are in the machine's own order.
 *
 * Nothing in it is trusted: every length is checked against what there is, and
 * after nonsense the rest is dropped and `broken` set.  The bytes must not
 * change while they are read; those behind `end` may (the kernel writes on).
 *
 *	subbuf_begin(&sb, &layout, page)	all that commit says, or
 *	subbuf_begin(); subbuf_limit(&sb, n)	the first n bytes of the data
 *	while (subbuf_next(&sb, &r)) ...
 *	subbuf_limit(&sb, more)			the kernel wrote on there
 */
#ifndef PARSE_RING_SUBBUF_H
#define PARSE_RING_SUBBUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event/event.h"

struct subbuf_layout {
	size_t commit_at, commit_size;	/* 8, and 8 or 4 bytes */
	size_t data_at;			/* 16, or 12 */
};

struct subbuf {
	const unsigned char *data;	/* of the page, behind its head */
	size_t at;			/* up to where it was read */
	size_t end;			/* up to where it may be */
	size_t room;			/* of data, whatever the head says */
	uint64_t time;			/* of the event before, ns */
	bool missed;			/* events before it were lost */
	uint64_t missed_count;		/* so many, 0: it does not say */
	bool broken;
};

struct subbuf_event {
	uint64_t time;
	struct bytes payload;		/* borrowed from the page */
};

/* Fields of events/header_page; false where mmtop cannot read such a ring. */
bool subbuf_layout_parse(struct bytes text, struct subbuf_layout *out);
/* False where the page is shorter than its head. */
bool subbuf_begin(struct subbuf *sb, const struct subbuf_layout *layout,
		  struct bytes page);
/* The data ends there now; what was read already stays read. */
void subbuf_limit(struct subbuf *sb, size_t end);
/* The next event; false at the end, or where the rest makes no sense. */
bool subbuf_next(struct subbuf *sb, struct subbuf_event *out);

#endif
