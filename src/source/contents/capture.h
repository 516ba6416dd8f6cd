/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The capture: which regions, when they are looked at, what has changed.
 *
 * Private to source/contents.
 *
 *	procs.c		processes, and the regions of each
 *	choose.c	what of a region is captured, and as which object
 *	look.c		one look at an object: what changed becomes a FRAME
 *	pages.c		its pages: found, read, compared
 *	written.c	pages of tracked memory that were written
 *	stops.c		looks while a task stands still, in front of a call
 *	rivals.c	whether that has to be short, for others want the CPU
 *	capture.c	looks by time and on request
 *	listen.c	what others tell of processes
 *
 * An object is what has contents of its own: a private mapping, or what all
 * mappings share of one file, segment or anonymous shared memory.  It has
 * viewers: the regions that show it.  Its pages are numbered so that each viewer
 * has the same numbers: page = address / page_size + bias.
 */
#ifndef SOURCE_CONTENTS_CAPTURE_H
#define SOURCE_CONTENTS_CAPTURE_H

#include "source/contents/contents.h"
#include "source/contents/look.h"
#include "source/contents/procs.h"
#include "source/contents/rivals.h"

/* Looks at what stands beside a call may take so much at once. */
#define CREDIT_MAX ((int64_t)(100 * NS_PER_MS))

struct capture {
	bool all;			/* what the filter selects */
	VEC(struct contents_process *) procs;	/* sorted by pid; owned */
	VEC(struct object *) objects;	/* owned */
	uint64_t last_id;
	struct object_reading look;
	struct object_reading aside;		/* while another is at a stop */
	struct reader *reader;		/* for what may hang */
	uint64_t stop;			/* counts stops */
	uint64_t skips;			/* and those that looked only at what
					 * the call is about */
	int64_t credit_ns, dear_ns;	/* stops.c */
	uint64_t credit_at_ns, worked_ns;	/* the last stop; by time since */
	struct rivals rivals;
	uint64_t hurry_ns;		/* a stop ends at this CPU time; 0: it
					 * has all the time that it may have */
	uint64_t calm_until_ns;		/* nothing is looked at anew by time */
	uint64_t pause_until_ns;	/* and nothing at all */
	uint64_t call_until_ns;		/* ... while this one is in a call */
	pid_t calling;
	int timer;
	uint64_t timer_at_ns;
	bool partly;			/* a part of a map is read: what is new
					 * there has just come */
	VEC(uint64_t) tame, wild;	/* devices that are known */
	uint64_t memory_dev;		/* of memfds and their like */
	struct str scratch;
	struct str start;		/* the event, for a store that is opened
					 * later */
};

/* --- capture.c --------------------------------------------------------------------- */

struct capture *capture_new(struct contents_source *s);
void capture_free(struct contents_source *s);
void capture_request(struct contents_source *s, const struct request *req);
bool capture_work(struct contents_source *s, uint64_t deadline);
/* Whether anything is captured, or is to be. */
bool capture_on(const struct contents_source *s);
/* Until when a task that stops now is held for a look, by clock_ns(). */
uint64_t capture_stop_end(const struct contents_source *s);
#define NO_SUMS ((struct bytes){ NULL, 0 })
/* To whoever keeps it; sums: of a frame's pages. */
void capture_store(struct contents_source *s, const struct event *ev,
		   struct bytes sums);
bool capture_has_room(const struct contents_source *s);
/* Where the bytes of the frame that is stored next are read to best; NULL:
 * anywhere. */
char *capture_place(const struct contents_source *s, size_t n);
/* Whether the time for a look is over. */
bool capture_late(const struct contents_source *s, uint64_t deadline);
/* When the object is looked at next, after a look that took so long. */
void capture_plan(struct contents_source *s, struct object *o,
		  uint64_t begun_ns, uint64_t spent_ns);

/* --- listen.c ---------------------------------------------------------------------- */

/* Of another source. */
void capture_event(void *state, const struct event *ev);

/* --- stops.c ----------------------------------------------------------------------- */

/* FACT_STOPPED: looks at the memory of the process. */
void stops_visit(struct contents_source *s, const struct fact_stopped *what);

/* --- written.c --------------------------------------------------------------------- */

void written_event(struct contents_source *s, const struct event *ev);
/* The next look reads them. */
void written_pages(struct contents_source *s, const struct fact_written *w);
/* Whether the look that begins at this viewer may go by what was written. */
bool written_begin(const struct contents_process *p,
		   const struct region_seen *r);
/* Of look.found what may have changed, to pages_add(). */
void written_sift(struct contents_source *s);

#endif
