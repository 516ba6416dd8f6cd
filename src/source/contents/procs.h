/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The processes of which contents are captured: their regions, and the objects
 * that these show. */
#ifndef SOURCE_CONTENTS_PROCS_H
#define SOURCE_CONTENTS_PROCS_H

#include "source/contents/contents.h"
#include "source/contents/hashes.h"

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
	uint64_t stop;			/* at which it was scanned last */
	uint64_t hung_until_ns;
	uint64_t cost_ns;		/* of the last look */
	uint64_t skips;			/* capture.skips at the last scan */
	uint64_t all_ns;		/* when all that was there was last
					 * compared; 0: it is to be */
	bool looked;			/* it was, once; or is no first one */
	bool full;			/* the limit was said */
	bool parked;			/* scanned only on request */
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
	VEC(uint64_t) forced;		/* requested regions */
	struct flags_seen flags[FLAGS_KEPT];
	unsigned n_flags;
};

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

#endif
