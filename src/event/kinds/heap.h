/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The event of --heap: the blocks and the totals of a program's allocator. */
#ifndef EVENT_KINDS_HEAP_H
#define EVENT_KINDS_HEAP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "event/field.h"

/* --- HEAP ---------------------------------------------------------------- */

/*
 * An event of the library libmmtop-heap.so, which runs in the program.  `op` is
 * an enum heap_event_op; it defines which fields are used.
 *
 * A site is a place in the code that allocates:
 *
 *	site		its number, unique during the life of the process
 *	caller		its address, in function `symbol` of `library` if known
 *	stack		uint64_t[]: callers of the caller, innermost first
 *	names		names of these callers, see heap_frame_next()
 *
 * ALLOC, FREE: a single block was allocated or freed; only for logs, since
 * there may be millions.  The event has its own time and thread.  `addr` and
 * `size` describe the block; a FREE has size EV_UNKNOWN if the allocation was
 * not reported, and `wrong` is an enum heap_wrong.  A realloc that moves a
 * block is reported as FREE and ALLOC.
 *
 * SITE: the values of a site.  They are absolute: a later event replaces them.
 *
 * LEAK: a site with live blocks at the exit of its process.  Blocks that the
 * parent allocated before the fork are not counted.
 *
 * PEAK: the size of a site at the peak of its process.  It is reported together
 * with the leaks, and only for profile files.
 *
 * BLOCK: answers REQ_HEAP_BLOCKS.  `list` is a struct heap_block[], the largest
 * first.
 *
 * TOTAL: like SITE, but for a whole process.
 *
 * PAGES: answers REQ_HEAP_PAGES.  `list` is a struct heap_bin[] for `size`
 * bytes from `addr` on; each bin covers bin_pages pages of page_size bytes.  It
 * is empty if there are no data for that process, or if they were not read in
 * time.
 *
 * INFO: answers REQ_HEAP_INFO.  `info` is a uint64_t[HEAP_INFOS], the values of
 * mallinfo2(3).  If it is empty, `why` has the reason (enum heap_info_why).
 *
 * Values of a site or a total:
 *
 *	size, blocks	live bytes (as requested by the program), live blocks
 *	allocs, frees, reallocs, bytes
 *			counted since the start; a realloc also counts as an
 *			alloc and a free
 *	peak		highest `size` so far
 *	at_peak		for a site: its size at the peak of its process; for a
 *			total: the time of the peak, ns
 *	resident	resident bytes of live blocks
 *	freed		resident bytes that the allocator holds without a live
 *			block
 *	spare		part of `freed` that consists of whole pages
 *	wrongs		number of frees of blocks that were free already
 *	foreign		number of frees of unknown blocks
 *	missed		number of blocks not recorded because the table was full
 *	ages		uint64_t[HEAP_AGES]: live bytes in blocks younger than
 *			1 s, 2 s, 4 s... 64 s, and older
 *	classes		uint64_t[HEAP_CLASSES]: number of live blocks of less
 *			than 16 bytes, 32, 64... and larger
 *	last		1 for the last event of the process
 *
 * `resident`, `freed` and `spare` are EV_UNKNOWN if they were not counted.
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

/* The first values that a log shows of a site or a total, in this order. */
#define EV_HEAP_LOGGED(P) P(allocs) P(frees) P(reallocs) P(bytes) P(peak)

enum heap_event_op {
	HEAP_OP_ALLOC, HEAP_OP_FREE, HEAP_OP_SITE, HEAP_OP_LEAK, HEAP_OP_BLOCK,
	HEAP_OP_TOTAL, HEAP_OP_INFO, HEAP_OP_PAGES, HEAP_OP_PEAK,
	HEAP_EVENT_OPS
};
/* The error of a FREE. */
enum heap_wrong {
	HEAP_RIGHT,
	HEAP_DOUBLE,		/* the block was free already */
	HEAP_FOREIGN,		/* its allocation was never reported */
	HEAP_WRONGS
};
enum heap_info_why {
	HEAP_INFO_TOLD,
	HEAP_INFO_NONE,		/* libmmtop-heap.so is not loaded or does not
				 * respond, or the process is exiting */
	HEAP_INFO_OTHER,	/* the process does not use the C library's
				 * malloc */
	HEAP_INFO_LATE,		/* no answer: the process did not allocate in
				 * time */
	HEAP_INFO_UNABLE,	/* the C library has no mallinfo2 */
	HEAP_INFO_SANDBOX,	/* not requested: the answer makes system calls,
				 * for which the process's own seccomp filter
				 * might kill it */
	HEAP_INFO_WHYS
};
/* Numbers of resident pages.  `live` pages are full: they have no room for even
 * the smallest block.  `mixed` pages are partly used, `free` pages have no
 * block.  `bytes` is the size of the blocks in these pages, with the
 * allocator's headers. */
struct heap_bin {
	uint64_t live, mixed, free, bytes;
};
#define HEAP_HOLE 32
/* A live block.  `resident` is EV_UNKNOWN if it was not counted. */
struct heap_block {
	uint64_t addr, size, time_ns, resident;
};
#define HEAP_AGES 8
#define HEAP_CLASSES 24
#define HEAP_INFOS 10

/* The names of one stack frame.  A name that is not known is "". */
struct heap_frame {
	struct bytes library, symbol;
};
/* Takes the first frame off `names`.  False if `names` has no frame. */
bool heap_frame_next(struct bytes *names, struct heap_frame *out);
void heap_frame_put(struct str *names, const struct heap_frame *frame);

const char *heap_op_name(uint64_t op);
/* Returns NULL if the free was correct. */
const char *heap_wrong_name(uint64_t wrong);
/* Name of a value in `info`, such as "uordblks". */
const char *heap_info_name(unsigned i);
/* Returns the reason why there are no values; NULL: there are values. */
const char *heap_info_why_name(uint64_t why);

#endif
