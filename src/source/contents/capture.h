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
#include "source/contents/hashes.h"

/* Looks at what stands beside a call may take so much at once. */
#define CREDIT_MAX ((int64_t)(100 * NS_PER_MS))

struct object;

struct region_seen {
	pid_t pid;
	struct procmap map;
	char *name;			/* owned */
	uint8_t kind;
	int64_t owner;
	struct owner holder;
	bool tame;			/* reading it does not hang */
	uint64_t offset, length;	/* of the window; length 0: nothing */
	uint64_t bias;
	struct object *object;		/* NULL: not captured */
	bool told;			/* to the store, as it is */
	bool undecided;			/* choose() has not had time for it */
};

struct object {
	uint64_t id, number;		/* number: of the last frame */
	bool shared;
	uint64_t dev, inode, offset;	/* of shared ones: with it their key */
	VEC(struct region_seen *) viewers;	/* borrowed */
	struct hashes hashes;
	uint64_t period_ns, due_ns;
	uint64_t limit, captured;	/* bytes; limit 0: none */
	uint64_t missed;		/* looks, since the last frame */
	uint64_t stop;			/* the last one that it was looked at */
	uint64_t hung_until_ns;
	uint64_t cost_ns;		/* of the last look */
	uint64_t skips;			/* capture.skips, when it was looked at */
	uint64_t all_ns;		/* when all that was there was last
					 * compared; 0: it is to be */
	bool looked;			/* it was, once; or is no first one */
	bool full;			/* the limit was said */
	bool parked;			/* looked at only when somebody asks */
};

/* A mapping call, for the flags that it gave. */
#define FLAGS_KEPT 64
struct flags_seen {
	uint64_t start, end, flags;
};

struct contents_process {
	pid_t pid, ppid, via;		/* via: a task that is there, 0: pid */
	bool borrowed;			/* vfork: the memory is its parent's */
	bool tracked;			/* which pages are written is */
	struct str exe, argv;
	int maps, mem, pagemap;		/* -1 */
	VEC(struct region_seen *) regions;	/* sorted; owned */
	page_ranges stale;		/* where the map has changed */
	uint64_t due_ns, took_ns;	/* of reading all of it */
	uint64_t ran_ns;		/* its CPU time, at the last stop */
	VEC(uint64_t) forced;		/* regions that somebody asked for */
	struct flags_seen flags[FLAGS_KEPT];
	unsigned n_flags;
};

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

/* Others who want the CPU: how many, and how long it was waited for. */
struct rivals {
	int load, own;			/* of /proc; 0: not open yet, -1 */
	long cpus;
	bool here;			/* when they were asked for last */
	uint64_t again_ns;		/* ... and are to be again */
	bool asked, many;
	uint64_t waited_ns, turns;	/* when it was last asked */
	bool waits;
};

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

/* --- procs.c ------------------------------------------------------------------------ */

struct contents_process *proc_find(const struct contents_source *s, pid_t pid);
struct contents_process *proc_add(struct contents_source *s, pid_t pid);
void proc_remove(struct contents_source *s, struct contents_process *p);
/* Its memory is another one now, or none. */
void proc_forget_space(struct contents_source *s, struct contents_process *p);
/* Opens what is needed; 0 or -errno. */
MUST_CHECK int proc_open(struct contents_source *s, struct contents_process *p);
/* The map has changed there. */
void proc_stale(struct contents_process *p, uint64_t start, uint64_t end);
/* What was mapped there is not any more. */
void proc_unmapped(struct contents_source *s, struct contents_process *p,
		   uint64_t start, uint64_t end);
/* A mapping has moved; it is what it was. */
void proc_moved(struct contents_source *s, struct contents_process *p,
		uint64_t from, uint64_t to, uint64_t size);
/* The map as it is now, where it is stale or all of it. */
void proc_refresh(struct contents_source *s, struct contents_process *p,
		  bool whole);
struct region_seen *proc_region(const struct contents_process *p,
				uint64_t addr);

/* --- choose.c ------------------------------------------------------------------------- */

/* What of it is captured, after it came or changed. */
void choose_region(struct contents_source *s, struct contents_process *p,
		   struct region_seen *r);
/* It is captured no more. */
void choose_none(struct contents_source *s, struct region_seen *r);
/* Whether reading what is there never waits for anybody but the kernel. */
bool choose_tame(struct contents_source *s, const struct procmap *m);
/* To the store: it is there, or goes. */
void choose_tell(struct contents_source *s, struct region_seen *r,
		 enum region_op op);

/* --- look.c, pages.c ------------------------------------------------------------------- */

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
/* What is there is told, if any. */
void look_part(struct contents_source *s, bool last);

/* --- rivals.c ---------------------------------------------------------------------- */

/* Asked often, it looks now and then. */
bool rivals_here(struct rivals *r);
void rivals_release(struct rivals *r);

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
