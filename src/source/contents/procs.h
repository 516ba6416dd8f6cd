/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The captured processes: their regions and objects. */
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
	bool tame;			/* reading the region cannot hang */
	uint64_t offset, length;	/* the captured part of the region;
					 * length 0: none */
	uint64_t bias;
	struct object *object;		/* object of the captured part; NULL:
					 * not captured */
	bool told;			/* the store knows the region in its
					 * current state */
	bool undecided;			/* not yet decided whether the region is
					 * captured */
};

struct object {
	uint64_t id, number;		/* number: that of the last frame */
	bool shared;
	uint64_t dev, inode, offset;	/* these identify a shared object */
	VEC(struct region_seen *) viewers;	/* borrowed */
	struct hashes hashes;
	uint64_t period_ns, due_ns;
	uint64_t limit, captured;	/* limit: most bytes to capture, 0: no
					 * limit; captured: bytes so far */
	uint64_t missed;		/* scans skipped since the last frame */
	uint64_t stop;			/* value of capture.stop at the last
					 * scan */
	uint64_t hung_until_ns;
	uint64_t cost_ns;		/* CPU time of the last scan */
	uint64_t skips;			/* value of capture.skips at the last
					 * scan */
	uint64_t all_ns;		/* time when all pages were last
					 * compared; 0: never */
	bool looked;			/* was scanned before, or was created by
					 * a call */
	bool full;			/* reaching `limit` was reported */
	bool parked;			/* scanned only on request */
};

/* Number of recent mapping calls for which the flags are remembered. */
#define FLAGS_KEPT 64
struct flags_seen {
	uint64_t start, end, flags;
};

struct contents_process {
	pid_t pid, ppid, via;		/* via: a living thread through which
					 * /proc is read; 0: pid itself */
	bool borrowed;			/* a vfork() child: uses its parent's
					 * memory */
	bool tracked;			/* the kernel marks the process's
					 * written pages */
	struct str exe, argv;
	int maps, mem, pagemap;		/* -1: not open */
	VEC(struct region_seen *) regions;	/* sorted; owned */
	page_ranges stale;		/* address ranges in which
					 * /proc/PID/maps must be read again */
	uint64_t due_ns, took_ns;	/* time of the next full read of
					 * /proc/PID/maps; duration of the
					 * last */
	uint64_t ran_ns;		/* CPU time of the process at the last
					 * stop */
	VEC(uint64_t) forced;		/* start addresses of requested
					 * regions */
	struct flags_seen flags[FLAGS_KEPT];
	unsigned n_flags;
};

/* --- procs.c -------------------------------------------------------------- */

struct contents_process *proc_find(const struct contents_source *s, pid_t pid);
struct contents_process *proc_add(struct contents_source *s, pid_t pid);
void proc_remove(struct contents_source *s, struct contents_process *p);
/* Forgets all regions: the process has a new address space, or none. */
void proc_forget_space(struct contents_source *s, struct contents_process *p);
/* Opens maps, mem and pagemap.  Returns 0 or -errno. */
MUST_CHECK int proc_open(struct contents_source *s, struct contents_process *p);
/* Marks the regions in [start, end) as changed, so that proc_refresh() reads
 * them. */
void proc_stale(struct contents_process *p, uint64_t start, uint64_t end);
/* Removes the regions of an unmapped range. */
void proc_unmapped(struct contents_source *s, struct contents_process *p,
		   uint64_t start, uint64_t end);
/* Moves a region that mremap(2) moved; the region keeps its object. */
void proc_moved(struct contents_source *s, struct contents_process *p,
		uint64_t from, uint64_t to, uint64_t size);
/* Reads /proc/PID/maps again: the stale ranges, or with `whole` all of it. */
void proc_refresh(struct contents_source *s, struct contents_process *p,
		  bool whole);
struct region_seen *proc_region(const struct contents_process *p,
				uint64_t addr);

/* --- choose.c ------------------------------------------------------------- */

/* Chooses the part of r to capture, after r was added or changed. */
void choose_region(struct contents_source *s, struct contents_process *p,
		   struct region_seen *r);
/* Ends the capture of r. */
void choose_none(struct contents_source *s, struct region_seen *r);
/* True if reads of present pages of this mapping can only wait for the kernel,
 * never for a process. */
bool choose_tame(struct contents_source *s, const struct procmap *m);
/* Reports to the store that r was added, changed or removed: `op` has the
 * kind of change. */
void choose_tell(struct contents_source *s, struct region_seen *r,
		 enum region_op op);

#endif
