/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One look at an object: its pages are found, read, compared and told. */
#ifndef SOURCE_CONTENTS_LOOK_H
#define SOURCE_CONTENTS_LOOK_H

#include "source/contents/procs.h"
#include "sys/pages/scan.h"

struct object_reading {
	struct object *object;		/* NULL: none is under way */
	struct region_seen *view;	/* whose addresses the frame has */
	enum frame_cause cause;
	const char *call;
	uint64_t begun_ns, spent_ns;
	bool begun;			/* it has a number */
	bool patient;			/* a task stands still for it: a reader
					 * is waited for */
	size_t viewer;			/* which is looked through */
	bool scanning, reading;
	bool crowded;			/* the store is behind */
	bool sifting;			/* only what was written is read */
	enum frame_by by;
	struct pagescan scan;
	page_ranges found, clean;	/* sifting: there; not written */
	page_ranges runs;		/* there, and not read yet: from run on */
	size_t run;
	page_ranges chunk;		/* that is being read */
	uint64_t chunk_size;
	char *bytes;			/* for it: CHUNK; owned */
	char *into;			/* where it is: there, or in the store */
	page_holes holes;		/* in it */
	page_ranges ranges, gone;	/* of the part that is made */
	VEC(struct page_sum) sums;	/* of its pages */
	struct str data;
	struct bytes lent;		/* instead of data: in the chunk */
	uint64_t pages, present, unread;
	uint64_t left;			/* not come to: it may be there or not */
	int error;
};

void look_begin(struct contents_source *s, struct object *o,
		struct region_seen *view, enum frame_cause cause,
		const char *call);
/* True when it is over: none is under way then. */
bool look_step(struct contents_source *s, uint64_t deadline);
/* It ends here, with what it has. */
void look_cut(struct contents_source *s);
/* ... without a word: its object goes. */
void look_drop(struct contents_source *s, const struct object *o);
void look_release(struct contents_source *s);

void pages_begin(struct contents_source *s);
/* As look_step(). */
bool pages_step(struct contents_source *s, uint64_t deadline);
/* The reader is waited for no longer. */
void pages_stop(struct contents_source *s);
/* Pages that there was no time for; *unseen: of them, those of which it is not
 * known whether they are there. */
uint64_t pages_left(const struct contents_source *s, uint64_t *unseen);
/* What is there is to be read. */
void pages_add(struct contents_source *s, uint64_t start, uint64_t end);
/* A piece of memory that changed goes into the frame, and out when enough is
 * there.  Its bytes stay where they are until look_settle(). */
void look_add(struct contents_source *s, uint64_t start, uint64_t end,
	      const char *bytes, const struct page_sum *sum);
/* The bytes of what was added go. */
void look_settle(struct contents_source *s);
/* Sends the part of the frame that is ready to the store, if there is one. */
void look_part(struct contents_source *s, bool last);

#endif
