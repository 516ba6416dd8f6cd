/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Events of what memory holds: the files that are mapped, what of them the page
 * cache has, and the bytes that are captured or looked at.
 */
#ifndef EVENT_KINDS_CONTENTS_H
#define EVENT_KINDS_CONTENTS_H

#include <stdint.h>

#include "event/field.h"

/* --- FILE ---------------------------------------------------------------- */

/*
 * op: enum file_op.  MAPPING: the pages of a file that a process maps from
 * start to end, as far as its page table has them, seen at `at` (enum file_at);
 * offset is that of start in the file.  Several regions of one mapping (parts
 * with other permissions) are one.  now, ever: bytes; *_ranges: struct
 * page_range[] of offsets in the file, merged, and *_more how many there are
 * beyond them (ever: at least).  partial: 1 when the time was not enough to see
 * all of it, now or before a part went.  TOTAL: the last word on a file, at the
 * end of its process: ever is of all its mappings, so many there were; partial:
 * at least.
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
	FILE_AT_GONE,		/* it was unmapped since: nothing is there */
	FILE_ATS
};

const char *file_op_name(uint64_t op);
const char *file_at_name(uint64_t at);

/* --- STRIP --------------------------------------------------------------- */

/*
 * The file mapped at start (REQ_FILE), by offset: bins: struct file_bin[], each
 * of bin_pages pages (a power of two), from offset 0 on; parts: struct
 * file_span[], the process' mappings of it (mappings: how many there are).
 * size: bytes.  cached, dirty (what the page cache has, and what of it is not
 * on the disk yet), mapped (in the page table of the process), private (copies
 * of its own in private mappings), ever (as EV_FILE has it): pages, EV_UNKNOWN
 * where it is not known: then *_why (enum strip_why) says why, error which
 * errno.  how: enum strip_how.  shared 1: one of the mappings is shared and may
 * be written.  now_ranges, ever_ranges: struct page_range[], the first of
 * `ranges` and `ever_n` of them.
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
	STRIP_OPEN,		/* it cannot be opened: error */
	STRIP_DELETED,		/* nor by a path: it has none any more */
	STRIP_OTHER,		/* another file lies at its path now */
	STRIP_SPECIAL,		/* no regular file */
	STRIP_RIGHTS,		/* only its owner, and who may write it, is told */
	STRIP_KERNEL,		/* there is no way to ask: error */
	STRIP_NO_STAT,		/* mincore does not tell that */
	STRIP_MEMORY,		/* memory is its only place */
	STRIP_HUNG,		/* it did not answer */
	STRIP_WHYS
};
/* The same in one bin of a file. */
struct file_bin {
	uint32_t cached, dirty, mapped, private, ever;
};
/* A mapping of a file; pages of it are in the page table. */
struct file_span {
	uint64_t start, end, offset;
	uint32_t perm, pages;
};

/* --- FRAME --------------------------------------------------------------- */

/*
 * What changed in a captured window since the frame before it: [start + offset,
 * + length) of the region [start, end).  object: a number for what is captured,
 * the same for all who share it (shared 1) and for the life of a private
 * mapping; number: 1 and up, of that object.  cause: enum frame_cause, and of
 * FRAME_CALL and FRAME_UNMAP call: its name.  It comes in parts, so that a large one needs
 * no memory: each has data, the bytes of the pages in `ranges` one after the
 * other, and the last (last 1) has the figures, of the whole frame, and gone:
 * what was resident in the frame before and is not now.  pages: that changed;
 * absent: of the window, not resident; unread: that could not be read, error
 * the last -errno why; missed: looks that were left out since the frame before
 * (rate, limit), between which states may have come and gone unseen.  by: enum
 * frame_by, what told which pages to read.  Only the store sees the data:
 * frame_head() is for everybody else.
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
	FRAME_UNMAP,		/* ... that will unmap the region */
	FRAME_TIMER, FRAME_EXEC, FRAME_EXIT,
	FRAME_ASKED,		/* the user pressed a key */
	FRAME_SIGNAL,		/* before a signal is delivered */
	FRAME_CAUSES
};
/* All that is there was read and compared, or what was known to be written. */
enum frame_by { FRAME_BY_HASH, FRAME_BY_WRITES };

const char *frame_cause_name(uint64_t cause);
const char *frame_by_name(uint64_t by);

/* --- CONTENTS ------------------------------------------------------------ */

/*
 * The answer to REQ_CONTENTS, or of a capture: [start, start + data.len), of
 * the region [region_start, region_end) (0: there is none).  object, number:
 * of which frame, number 0: as it was a moment ago.  holes: struct
 * contents_hole[], addresses in order, whose bytes are not known; data has
 * zeros there.
 */
#define EV_CONTENTS_FIELDS(F) \
	F(U, start) F(U, region_start) F(U, region_end) F(U, object) \
	F(U, number) F(B, data) F(B, holes)
struct ev_contents { EV_CONTENTS_FIELDS(EV_MEMBER) };

/* Why bytes are not known. */
enum contents_why {
	CONTENTS_ABSENT,	/* not resident: reading would fault them in */
	CONTENTS_SWAPPED,
	CONTENTS_UNMAPPED,
	CONTENTS_UNREADABLE,	/* error: -errno */
	CONTENTS_HUNG,		/* they did not come in time */
	CONTENTS_NOT_KEPT,	/* of a frame: outside of what was captured */
	CONTENTS_GONE,		/* the process is */
	CONTENTS_WHYS
};
/* Of CONTENTS; why: enum contents_why. */
struct contents_hole {
	uint64_t start, end;
	uint32_t why;
	int32_t error;
};

const char *contents_why_name(uint64_t why);

#endif
