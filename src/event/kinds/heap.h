/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The event of a program's own allocator, and what it says. */
#ifndef EVENT_KINDS_HEAP_H
#define EVENT_KINDS_HEAP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "event/field.h"

/* --- HEAP ---------------------------------------------------------------- */

/*
 * A program's own allocator, as libmmtop-heap.so inside it tells of it; op: enum
 * heap_event_op.  A site is a place that allocates: who called (caller, in
 * library and symbol, as far as they are known), and who called that (stack:
 * uint64_t[], innermost first; names: of these, heap_frame_next()); the same number
 * for the life of the process.
 *
 * ALLOC, FREE: a block: addr, size (FREE: EV_UNKNOWN where nobody told of its
 * beginning); each of millions, for logs alone, at its own time and thread.
 * What realloc moves is given back, and got.  FREE: wrong: enum heap_wrong.
 * SITE: all there is to say of one, absolute, so that a later one replaces it.
 * LEAK: a site that had something when its process ended, but for what its
 * parent got before the fork.
 * PEAK: what a site had when its process had its peak, told with what is left;
 * for files of stacks alone.
 * BLOCK: answers REQ_HEAP_BLOCKS: list: struct heap_block[], the largest first.
 * TOTAL: the same as SITE, of a whole process.
 * PAGES: answers REQ_HEAP_PAGES: list: struct heap_bin[], each of bin_pages
 * pages of page_size bytes, from addr on, size bytes of all; none: nobody tells
 * of that process, or there was no time.
 * INFO: answers REQ_HEAP_INFO: info: uint64_t[HEAP_INFOS], as mallinfo2(3) has
 * them; why: enum heap_info_why where there are none.
 *
 * size, blocks: live now, bytes as they were asked for.  allocs, frees,
 * reallocs (of which each is an alloc and a free too), bytes: ever.  peak: the
 * most that size ever was; at_peak: of a site, what it had when its process had
 * its peak; of a total, when that was (ns).  resident: bytes of live blocks in
 * memory, freed: bytes in memory that the allocator has, and no live block,
 * spare: of these the whole pages without any; EV_UNKNOWN where nobody looked.
 * wrongs, foreign: frees of what was free already, and of what was never got;
 * missed: blocks that were not kept, there being too many.  ages:
 * uint64_t[HEAP_AGES], live bytes that are less than 1 s, 2 s, 4 s... 64 s old,
 * and older; classes: uint64_t[HEAP_CLASSES], live blocks of less than 16 bytes,
 * 32, 64... and larger.  last: 1: nothing comes after it.
 */
#define EV_HEAP_FIELDS(F) \
	F(U, op) F(U, addr) F(U, size) F(U, blocks) F(U, caller) F(U, site) \
	F(U, resident) F(U, allocs) F(U, frees) F(U, reallocs) F(U, bytes) \
	F(U, peak) F(U, at_peak) F(U, freed) F(U, spare) F(U, wrong) \
	F(U, wrongs) F(U, foreign) F(U, missed) F(U, last) F(U, why) \
	F(U, page_size) F(U, bin_pages) F(B, ages) \
	F(B, classes) F(B, list) F(B, info) F(B, stack) F(B, library) \
	F(B, symbol) F(B, names)
struct ev_heap { EV_HEAP_FIELDS(EV_MEMBER) };

enum heap_event_op {
	HEAP_OP_ALLOC, HEAP_OP_FREE, HEAP_OP_SITE, HEAP_OP_LEAK, HEAP_OP_BLOCK,
	HEAP_OP_TOTAL, HEAP_OP_INFO, HEAP_OP_PAGES, HEAP_OP_PEAK,
	HEAP_EVENT_OPS
};
/* Of a FREE. */
enum heap_wrong {
	HEAP_RIGHT,
	HEAP_DOUBLE,		/* it was given back before */
	HEAP_FOREIGN,		/* nobody told that it was got */
	HEAP_WRONGS
};
enum heap_info_why {
	HEAP_INFO_TOLD,
	HEAP_INFO_NONE,		/* nobody in the process answers: it has no
				 * library of mmtop's, or is at its end */
	HEAP_INFO_OTHER,	/* an allocator that is not the C library's */
	HEAP_INFO_LATE,		/* the process did not come to answer */
	HEAP_INFO_UNABLE,	/* the C library cannot: it is an old one */
	HEAP_INFO_SANDBOX,	/* it is not asked: a filter of its own could
				 * end it for the calls that answering takes */
	HEAP_INFO_WHYS
};
/* Pages that are in memory: blocks have all of them, but for less than the
 * smallest block; a part; or nothing.  bytes: of blocks in them, with what the
 * allocator keeps before each. */
struct heap_bin {
	uint64_t live, mixed, free, bytes;
};
#define HEAP_HOLE 32
/* A live block; resident: EV_UNKNOWN where nobody looked. */
struct heap_block {
	uint64_t addr, size, time_ns, resident;
};
#define HEAP_AGES 8
#define HEAP_CLASSES 24
#define HEAP_INFOS 10

/* What a frame of a stack is called, "" where that is not known. */
struct heap_frame {
	struct bytes library, symbol;
};
/* Takes the first of names away; false when there is none. */
bool heap_frame_next(struct bytes *names, struct heap_frame *out);
void heap_frame_put(struct str *names, const struct heap_frame *frame);

const char *heap_op_name(uint64_t op);
/* NULL: there is nothing wrong with it. */
const char *heap_wrong_name(uint64_t wrong);
/* "uordblks" */
const char *heap_info_name(unsigned i);
/* Why it does not say; NULL: it does. */
const char *heap_info_why_name(uint64_t why);

#endif
