/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One scan of an object: finds, reads and compares its pages, and stores a
 * frame. */
#ifndef SOURCE_CONTENTS_LOOK_H
#define SOURCE_CONTENTS_LOOK_H

#include "source/contents/procs.h"
#include "sys/pages/scan.h"

struct object_reading {
	struct object *object;		/* NULL: no scan is running */
	struct region_seen *view;	/* viewer with the frame's addresses */
	enum frame_cause cause;
	const char *call;
	uint64_t begun_ns, spent_ns;
	bool begun;			/* the frame has a number: a part of it
					 * may be stored */
	bool patient;			/* a task is stopped for this scan: wait
					 * for the reader process */
	size_t viewer;			/* index of the viewer being scanned */
	bool scanning, reading;
	bool crowded;			/* the scan waits, as the store has no
					 * room */
	bool sifting;			/* true: only written pages are read */
	enum frame_by by;
	struct pagescan scan;
	page_ranges found, clean;	/* if `sifting`: present pages; pages
					 * that were not written */
	page_ranges runs;		/* present pages to read; those before
					 * index `run` are done */
	size_t run;
	page_ranges chunk;		/* the pages that are being read */
	uint64_t chunk_size;
	char *bytes;			/* buffer of CHUNK bytes; owned */
	char *into;			/* where the chunk is read to: `bytes`,
					 * or in the store */
	page_holes holes;		/* unreadable ranges of the chunk */
	page_ranges ranges, gone;	/* changed ranges and removed ranges of
					 * the frame's current part */
	VEC(struct page_sum) sums;	/* hashes of the pages in the frame's
					 * current part */
	struct str data;
	struct bytes lent;		/* bytes of the current part that are
					 * still in the chunk, not yet copied to
					 * `data` */
	uint64_t pages, present, unread;
	uint64_t left;			/* pages that the scan did not reach,
					 * present or absent */
	int error;
};

void look_begin(struct contents_source *s, struct object *o,
		struct region_seen *view, enum frame_cause cause,
		const char *call);
/* Returns true when the scan is complete or none is running. */
bool look_step(struct contents_source *s, uint64_t deadline);
/* Ends the scan now, with a frame of the pages read so far. */
void look_cut(struct contents_source *s);
/* Drops the scan if it is a scan of object o.  If its frame was started, the
 * frame is ended. */
void look_drop(struct contents_source *s, const struct object *o);
void look_release(struct contents_source *s);

void pages_begin(struct contents_source *s);
/* Scans pages until the deadline; returns the same values as look_step(). */
bool pages_step(struct contents_source *s, uint64_t deadline);
/* Stops the scan of pages, and the reader process if it is busy. */
void pages_stop(struct contents_source *s);
/* Returns the number of pages that were not read in time.  *unseen is the
 * number of pages among them that the scan has not checked for presence. */
uint64_t pages_left(const struct contents_source *s, uint64_t *unseen);
/* Adds the present pages [start, end) to the runs to read. */
void pages_add(struct contents_source *s, uint64_t start, uint64_t end);
/* Adds a changed piece of memory to the frame, and stores the frame's current
 * part when it is full.  bytes must stay valid until look_settle(). */
void look_add(struct contents_source *s, uint64_t start, uint64_t end,
	      const char *bytes, const struct page_sum *sum);
/* Stores or copies the bytes that look_add() received.  After this call they
 * may change. */
void look_settle(struct contents_source *s);
/* Stores the current part of the frame.  With `last`, stores it even if it is
 * empty. */
void look_part(struct contents_source *s, bool last);

#endif
