/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Events of contents: mapped files, their pages in the page cache, and bytes
 * that are captured or shown.
 */
#ifndef EVENT_KINDS_CONTENTS_H
#define EVENT_KINDS_CONTENTS_H

#include <stdint.h>

#include "event/field.h"

/* --- FILE ---------------------------------------------------------------- */

/*
 * The pages of a mapped file that are or were in the page table of a process.
 * `op` is an enum file_op.
 *
 * MAPPING: the pages of the file in [start, end) of the process, as seen at the
 * time `at`.  Adjacent regions of one mapping that differ only in permissions
 * are combined.
 *
 *	at		enum file_at
 *	offset		offset of `start` in the file
 *	now, ever	bytes in the page table now, and at any time so far
 *	now_ranges, ever_ranges
 *			struct page_range[] of file offsets, merged
 *	now_more	number of ranges beyond those in now_ranges
 *	ever_more	the same for ever_ranges; a lower bound
 *	partial		1 if some pages were not scanned in time, now or before
 *			they were unmapped
 *
 * TOTAL: the final values of a file when its process ends.  `ever` covers all
 * mappings of the file, `mappings` is their number, and `partial` is 1 if
 * `ever` is a lower bound.
 */
#define EV_FILE_FIELDS(F) \
	F(U, op) F(U, at) F(U, start) F(U, end) F(U, offset) F(U, dev) \
	F(U, inode) F(U, page_size) F(U, mappings) F(U, now) F(U, now_more) \
	F(U, ever) F(U, ever_more) F(U, partial) F(B, now_ranges) \
	F(B, ever_ranges) F(B, name)
struct ev_file { EV_FILE_FIELDS(EV_MEMBER) };

enum file_op { FILE_MAPPING, FILE_TOTAL };
enum file_at {
	FILE_AT_TIMER, FILE_AT_MUNMAP, FILE_AT_MREMAP, FILE_AT_MMAP,
	FILE_AT_MADVISE, FILE_AT_EXEC, FILE_AT_EXIT,
	FILE_AT_GONE,		/* the mapping was unmapped before; `now` is
				 * 0 */
	FILE_ATS
};

const char *file_op_name(uint64_t op);
const char *file_at_name(uint64_t at);

/* --- STRIP --------------------------------------------------------------- */

/*
 * Answers REQ_FILE: the file mapped at `start`, by file offset.  Counts are in
 * pages; EV_UNKNOWN: not known.
 *
 *	size		size of the file in bytes
 *	bins		struct file_bin[], from offset 0 on; each covers
 *			bin_pages pages (a power of two)
 *	parts		struct file_span[]: mappings of the file in the process
 *	mappings	total number of these mappings
 *	cached		pages in the page cache
 *	dirty		cached pages that are not on disk yet
 *	mapped		pages in the page table of the process
 *	private		copies in private mappings
 *	ever		as in EV_FILE
 *	cached_why, dirty_why
 *			enum strip_why: why the count is not known
 *	error		errno for cached_why
 *	how		enum strip_how
 *	shared		1 if at least one mapping is shared and writable
 *	now_ranges, ever_ranges
 *			struct page_range[]: the first of all ranges
 *	ranges, ever_n	total numbers of these ranges
 */
#define EV_STRIP_FIELDS(F) \
	F(U, start) F(U, dev) F(U, inode) F(U, size) F(U, page_size) \
	F(U, bin_pages) F(U, how) F(U, cached_why) F(U, error) \
	F(U, dirty_why) F(U, cached) F(U, dirty) F(U, mapped) F(U, private) \
	F(U, ever) F(U, shared) F(U, mappings) F(U, ranges) F(U, ever_n) \
	F(B, bins) F(B, parts) F(B, now_ranges) F(B, ever_ranges) F(B, name)
struct ev_strip { EV_STRIP_FIELDS(EV_MEMBER) };

enum strip_how { STRIP_NOT, STRIP_CACHESTAT, STRIP_MINCORE };
enum strip_why {
	STRIP_TOLD,
	STRIP_OPEN,		/* the file cannot be opened; see `error` */
	STRIP_DELETED,		/* the file was deleted: its path does not
				 * exist */
	STRIP_OTHER,		/* the path now leads to another file */
	STRIP_SPECIAL,		/* not a regular file */
	STRIP_RIGHTS,		/* only the file's owner and users with write
				 * access can read the count */
	STRIP_KERNEL,		/* the kernel lacks the system call; see
				 * `error` */
	STRIP_NO_STAT,		/* mincore does not report this count */
	STRIP_MEMORY,		/* the file exists in memory only */
	STRIP_HUNG,		/* the file system did not answer in time */
	STRIP_WHYS
};
/* The counts of EV_STRIP for one bin of the file. */
struct file_bin {
	uint32_t cached, dirty, mapped, private, ever;
};
/* A mapping of a file; `pages` is the number of its pages in the page table. */
struct file_span {
	uint64_t start, end, offset;
	uint32_t perm, pages;
};

/* --- FRAME --------------------------------------------------------------- */

/*
 * A frame: the change of a captured window since the previous frame.  The
 * window is [start + offset, start + offset + length) of the region [start,
 * end).
 *
 *	object		number of the captured memory; the same for all
 *			processes that share it (`shared` is 1), and for the
 *			life of a private mapping
 *	number		number of the frame in the object, from 1
 *	cause		enum frame_cause
 *	call		name of the call, for FRAME_CALL and FRAME_UNMAP
 *	by		enum frame_by: how the pages to read were selected
 *
 * A frame is sent in parts, so that a large frame needs little memory.  Each
 * part has `data`: the bytes of the pages in `ranges`, one after the other.
 * The last part (`last` is 1) also has the counts of the whole frame:
 *
 *	gone		ranges that were resident in the previous frame, but are
 *			not resident now
 *	pages		number of changed pages
 *	absent		number of pages in the window that are not resident
 *	unread		number of pages that could not be read
 *	error		-errno of the last unread page
 *	missed		number of captures that a rate or limit prevented since
 *			the previous frame; states in between may be missing
 *
 * Only the store of captures receives `data`; other receivers use frame_head().
 */
#define EV_FRAME_FIELDS(F) \
	F(U, object) F(U, number) F(U, start) F(U, end) F(U, offset) \
	F(U, length) F(U, page_size) F(U, shared) F(U, cause) F(B, call) \
	F(U, pages) F(U, absent) F(U, unread) F(I, error) F(U, missed) \
	F(U, by) F(U, last) F(B, name) F(B, ranges) F(B, gone) F(B, data)
struct ev_frame { EV_FRAME_FIELDS(EV_MEMBER) };

/* Why a frame was taken. */
enum frame_cause {
	FRAME_FIRST,		/* the first capture of the region */
	FRAME_CALL,		/* a task is stopped at a call */
	FRAME_UNMAP,		/* a task is stopped at a call that will unmap
				 * the region */
	FRAME_TIMER, FRAME_EXEC, FRAME_EXIT,
	FRAME_ASKED,		/* requested by the user */
	FRAME_SIGNAL,		/* before a signal is delivered */
	FRAME_CAUSES
};
/* FRAME_BY_HASH: mmtop read and compared all resident pages.  FRAME_BY_WRITES:
 * mmtop read only the pages known as written. */
enum frame_by { FRAME_BY_HASH, FRAME_BY_WRITES };

const char *frame_cause_name(uint64_t cause);
const char *frame_by_name(uint64_t by);

/* --- CONTENTS ------------------------------------------------------------ */

/*
 * The bytes [start, start + data.len) of the region [region_start, region_end);
 * region_end 0: no region.  They answer REQ_CONTENTS, or come from a capture.
 *
 *	object, number	identify the frame; number 0: live memory
 *	holes		struct contents_hole[], by address: bytes that are not
 *			known; `data` has zeros in their place
 */
#define EV_CONTENTS_FIELDS(F) \
	F(U, start) F(U, region_start) F(U, region_end) F(U, object) \
	F(U, number) F(B, data) F(B, holes)
struct ev_contents { EV_CONTENTS_FIELDS(EV_MEMBER) };

/* Why bytes are not known. */
enum contents_why {
	CONTENTS_ABSENT,	/* not resident; reading would cause a page
				 * fault */
	CONTENTS_SWAPPED,
	CONTENTS_UNMAPPED,
	CONTENTS_UNREADABLE,	/* `error` is -errno */
	CONTENTS_HUNG,		/* not read in time */
	CONTENTS_NOT_KEPT,	/* outside the captured window of the frame */
	CONTENTS_GONE,		/* the process has ended */
	CONTENTS_WHYS
};
/* A range of bytes that are not known.  `why` is an enum contents_why. */
struct contents_hole {
	uint64_t start, end;
	uint32_t why;
	int32_t error;
};

const char *contents_why_name(uint64_t why);

#endif
