/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The source of heap events; private to source/heap.
 *
 *	heap.c		the source: when records are read, what is asked
 *	order.c		changes in order of their time
 *	apply.c		records -> changes -> the live sets
 *	tell.c		events: sites, totals, what was left; names
 *	live.c		one process' live set
 *	resident.c	what of it is in memory
 *	areas.c		page by page
 *	info.c		what its allocator says of itself
 *	modules.c	which file its code came from
 *	unwatched.c	programs that tell nothing, and why
 *	pool.c		where the records come from
 */
#ifndef SOURCE_HEAP_HEAP_PRIVATE_H
#define SOURCE_HEAP_HEAP_PRIVATE_H

#include "base/vec.h"
#include "parse/heap/ring.h"
#include "source/heap/order.h"
#include "source/heap/pool.h"
#include "source/heap/process.h"
#include "source/source.h"

/* A region that is all the allocator's. */
struct heap_own {
	pid_t pid;
	uint64_t start, end;
};

/* For a log that has each: waits for the name of its site. */
struct heap_line {
	struct heap_proc *proc;
	uint64_t time_ns, addr, size;
	pid_t tid;
	uint32_t site;
	uint8_t op, wrong;
	bool doubt;			/* whether the free is wrong */
	bool quiet;			/* it is not logged */
};

struct heap_source {
	struct source_host *host;
	struct heappool *pool;		/* not owned */
	struct names *names;
	int timer;
	bool due, each, peaks, watched, ended;
	bool names_wanted;		/* code is unmapped: its file may go, too */
	bool known;			/* every record from before the exit stop was
					 * read */
	bool forked;			/* any of them, ever */
	bool namespaced;		/* any has an ns_pid, ever */
	VEC(struct heap_proc *) procs;	/* owned */
	VEC(struct heap_proc *) ending;	/* owned: ended, with records that may
					 * still be unread; the oldest first */
	VEC(struct heap_proc *) gone;	/* owned: read, to be reported */
	VEC(struct heap_batch *) batches;	/* owned: changes to be applied */
	VEC(struct heap_run) runs;	/* of these: all of them */
	uint64_t run_serial;		/* of the next run */
	uint64_t latest;		/* ticks of the last change */
	uint64_t now;			/* ticks: the last clock reading */
	uint64_t applied;		/* ticks: all changes up to there are */
	struct heap_change held[2];	/* of who is alone: what it got last */
	bool holds;
	VEC(uint64_t) frames;		/* of held */
	VEC(struct heap_line) lines;
	size_t lines_told;		/* the number of logged ones */
	struct str frame_names;		/* of the site that is told */
	VEC(struct heap_own) owns;
	uint64_t records;		/* that were read, ever */
	uint64_t strangers;		/* records of others */
	uint64_t told_ns;		/* when sites were told last */
	bool watched_anew;		/* none were told since they are watched */
	size_t next_told;		/* the process whose sites come next */
	uint32_t questions;		/* to allocators, so far */
	size_t turn;			/* of those who are asked singly */
	int64_t filters;		/* who was launched has so many that are
					 * not its own; -1: not known */
	uint64_t asked_ns;		/* when a log asked last */
	unsigned looks;			/* so far, at most FIRST_TIMES */
	bool lossy;			/* records were lost */
	unsigned warnings;		/* of unwatched programs */
};

/* --- apply.c */
/* What became of frees of p's thread (0: of all its threads) that seemed wrong.
 * The allocator took them, and the program went on: then their blocks were got by
 * calls that the library does not see (RTLD_DEEPBIND, mallocx()). */
void heap_doubts_end(struct heap_source *s, struct heap_proc *p, pid_t tid,
		     bool taken);
/* Takes one record of the pool: a heappool_fn. */
void heap_record(void *source, const struct heap_owner *owner,
		 const struct heapring_record *r);
/* What is held is applied. */
void heap_apply_held(struct heap_source *s);
void heap_forked(struct heap_source *s, pid_t parent, pid_t child,
		 pid_t ns_pid);
/* n changes, one after the other, with the frames of all of them. */
void heap_apply(struct heap_source *s, const struct heap_change *c, size_t n,
		const uint64_t *frames);
/* Of that moment, as events have it. */
uint64_t heap_time(const struct heap_source *s, uint64_t ticks);

/* --- tell.c */
/* Reports lines whose names are known now; all: also those with unknown names.
 * True: the deadline came first. */
bool heap_say(struct heap_source *s, bool all, uint64_t deadline_ns);
/* Logs the first n lines, with the names that are known. */
void heap_tell_lines(struct heap_source *s, size_t n);
/* Reports changed sites of the processes from *next on to the screen, and moves
 * *next.  True: there are more processes. */
bool heap_tell_sites(struct heap_source *s, size_t *next, uint64_t deadline_ns);
void heap_tell_pages(struct heap_source *s, const struct request *req);
void heap_tell_blocks(struct heap_source *s, pid_t pid, uint32_t site,
		      size_t max);

void heap_emit(struct heap_source *s, const struct heap_proc *p, pid_t tid,
	       uint64_t time_ns, const struct ev_heap *h);

/* --- info.c */
/* Who was launched, before it did anything. */
void heap_info_launched(struct heap_source *s, pid_t pid);
/* It is about to have a seccomp filter: no question is open any more, and it is
 * asked none. */
void heap_info_walled(struct heap_source *s, pid_t pid);
/* What its allocator says of itself: that comes later. */
void heap_info_ask(struct heap_source *s, pid_t pid);
/* An answer. */
void heap_info_record(struct heap_source *s, struct heap_proc *p,
		      const struct heapring_record *r);
/* Who did not answer is told of; and for logs all are asked now and then. */
void heap_info_work(struct heap_source *s);

/* --- unwatched.c */
/* p has executed a program, and is stopped at the end of the exec. */
void heap_unwatched_begin(struct heap_source *s, struct heap_proc *p);
void heap_unwatched_fork(struct heap_proc *child,
			 const struct heap_proc *parent);
/* mmtop ends, and p runs on: p may not have loaded the library yet. */
void heap_unwatched_left(const struct heap_source *s, struct heap_proc *p);
/* p has exited, and its records were read: adds a note if its heap is
 * unknown. */
void heap_unwatched_tell(struct heap_source *s, const struct heap_proc *p);

/* --- resident.c */
/* Of each site, if it is time to look again: that costs something. */
void heap_look_resident(struct heap_source *s, struct heap_proc *p);
/* The same at its end, while its last task, tid, is stopped.  Without `known` the
 * list of its blocks may be incomplete: then the result is n/a. */
void heap_look_last(struct heap_source *s, struct heap_proc *p, pid_t tid,
		    bool known);
/* Of each of these; the sum, EV_UNKNOWN where it is not known of each. */
uint64_t heap_look_blocks(struct heap_source *s, const struct heap_proc *p,
			  struct heap_block *list, size_t n);
/* Of [start, end), in bins of so many pages: false where there is no time. */
struct heap_bins {
	VEC(struct heap_bin) list;
};
bool heap_look_pages(struct heap_source *s, struct heap_proc *p, uint64_t start,
		     uint64_t end, uint64_t bin_pages, struct heap_bins *out);
/* A region, as it is told of: it may be all the allocator's. */
void heap_region(struct heap_source *s, pid_t pid, const struct ev_region *r);
void heap_regions_gone(struct heap_source *s, pid_t pid);

#endif
