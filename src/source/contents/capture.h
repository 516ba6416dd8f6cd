/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The capture: chooses regions, scans them for changed pages and stores the
 * changed pages as frames.
 *
 * Private to source/contents.
 *
 *	procs.c		processes, and the regions of each
 *	choose.c	the part of a region to capture, and its object
 *	look.c		one scan of an object; changed pages become a FRAME
 *	pages.c		finds, reads and compares the pages of an object
 *	written.c	finds the written pages of tracked memory
 *	stops.c		scans while a task is stopped before a call
 *	contention.c	checks whether the CPU is contended
 *	capture.c	scans by timer and on request
 *	listen.c	learns of processes from other sources' events
 *
 * An object is memory with contents of its own: a private mapping, or the part
 * of a file, segment or anonymous shared memory that several mappings share.
 * The viewers of an object are the regions that map it.  A page of an object
 * has the same number in each viewer: page = address / page_size + bias.
 */
#ifndef SOURCE_CONTENTS_CAPTURE_H
#define SOURCE_CONTENTS_CAPTURE_H

#include "source/contents/contents.h"
#include "source/contents/look.h"
#include "source/contents/procs.h"
#include "source/contents/contention.h"

/* Scans outside the address ranges of a call have a time budget.  It grows
 * while the program runs, up to this maximum. */
#define CREDIT_MAX ((int64_t)(100 * NS_PER_MS))

struct capture {
	bool all;			/* true: captures what the filter
					 * selects; false: only requested
					 * regions */
	VEC(struct contents_process *) procs;	/* sorted by pid; owned */
	VEC(struct object *) objects;	/* owned */
	uint64_t last_id;
	struct object_reading look;
	struct object_reading aside;		/* scan that a stop has
						 * suspended */
	struct reader *reader;		/* reads memory where a read can hang */
	uint64_t stop;			/* number of stops so far */
	uint64_t skips;			/* number of stops that scanned only the
					 * address ranges of the call */
	int64_t credit_ns, dear_ns;	/* time budgets of stops.c */
	uint64_t credit_at_ns, worked_ns;	/* time of the last stop; CPU
						 * time that scans used since
						 * then */
	struct contention contention;
	uint64_t hurry_ns;		/* CPU time at which this stop ends; 0:
					 * no CPU limit */
	uint64_t calm_until_ns;		/* until this time, the timer starts no
					 * scan of an object that was scanned
					 * before */
	uint64_t pause_until_ns;	/* until this time, the timer starts no
					 * scan */
	uint64_t call_until_ns;		/* until this time, the timer waits
					 * for the end of the call of task
					 * `calling` */
	pid_t calling;
	int timer;
	uint64_t timer_at_ns;
	bool partly;			/* only a part of the region list is
					 * being read, after a call that created
					 * the new regions */
	VEC(uint64_t) tame, wild;	/* devices where reads cannot hang;
					 * devices where they can */
	uint64_t memory_dev;		/* device of memfds and shared memory */
	struct str scratch;
	struct str start;		/* encoded START event, for a store that
					 * is opened later */
};

/* --- capture.c ------------------------------------------------------------ */

struct capture *capture_new(struct contents_source *s);
void capture_free(struct contents_source *s);
void capture_request(struct contents_source *s, const struct request *req);
bool capture_work(struct contents_source *s, uint64_t deadline);
/* True if captures are on. */
bool capture_on(const struct contents_source *s);
/* Returns the time, by clock_ns(), until which scans may hold a task that stops
 * now. */
uint64_t capture_stop_end(const struct contents_source *s);
#define NO_SUMS ((struct bytes){ NULL, 0 })
/* Passes ev to the store.  For a FRAME event, sums are the hashes of its
 * pages. */
void capture_store(struct contents_source *s, const struct event *ev,
		   struct bytes sums);
bool capture_has_room(const struct contents_source *s);
/* Returns the buffer for the n bytes of the next frame; NULL if the caller may
 * use any buffer. */
char *capture_place(const struct contents_source *s, size_t n);
/* True if the scan must pause, as its time is over. */
bool capture_late(const struct contents_source *s, uint64_t deadline);
/* Sets the time of the object's next scan.  The last scan started at begun_ns
 * and took spent_ns of CPU time. */
void capture_plan(struct contents_source *s, struct object *o,
		  uint64_t begun_ns, uint64_t spent_ns);

/* --- listen.c ------------------------------------------------------------- */

/* Handles an event of another source. */
void capture_event(void *state, const struct event *ev);

/* --- stops.c -------------------------------------------------------------- */

/* Handles FACT_STOPPED: scans the memory of the process. */
void stops_visit(struct contents_source *s, const struct fact_stopped *what);

/* --- written.c ------------------------------------------------------------ */

void written_event(struct contents_source *s, const struct event *ev);
/* Marks pages as written, for the next scan. */
void written_pages(struct contents_source *s, const struct fact_written *w);
/* True if a scan of this viewer can skip pages that were not written since the
 * last scan. */
bool written_begin(const struct contents_process *p,
		   const struct region_seen *r);
/* Passes the pages of look.found that may have changed to pages_add(). */
void written_sift(struct contents_source *s);

#endif
