/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The source of heap events; private to source/heap.
 *
 *	heap.c		the source: when it reads records; its requests
 *	order.c		sorts changes by time
 *	apply.c		turns records into changes of the live blocks
 *	report.c	events for sites, totals, leaks and blocks; names
 *	live.c		the live blocks of one process
 *	resident.c	how many bytes of the blocks are in memory
 *	areas.c		which pages of the blocks are in memory
 *	info.c		statistics of the program's allocator
 *	modules.c	which file each code address came from
 *	unwatched.c	reports programs without records, and why
 *	pool.c		the shared memory that records are read from
 */
#ifndef SOURCE_HEAP_HEAP_PRIVATE_H
#define SOURCE_HEAP_HEAP_PRIVATE_H

#include "base/vec.h"
#include "parse/heap/ring.h"
#include "source/heap/order.h"
#include "source/heap/pool.h"
#include "source/heap/process.h"
#include "source/source.h"

/* A region that belongs entirely to the program's allocator. */
struct heap_own {
	pid_t pid;
	uint64_t start, end;
};

/* An allocation or free to be logged when the name of its site is known. */
struct heap_line {
	struct heap_proc *proc;
	uint64_t time_ns, addr, size;
	pid_t tid;
	uint32_t site;
	uint8_t op, wrong;
	bool doubt;			/* unknown yet whether the free is
					 * wrong */
	bool quiet;			/* the line is not logged */
};

struct heap_source {
	struct source_host *host;
	struct heappool *pool;		/* not owned */
	struct names *names;
	int timer;
	bool due, each, peaks, watched, ended;
	bool names_wanted;		/* code was unmapped: read its symbols
					 * before its file is removed */
	bool known;			/* all records from before this exit
					 * stop were read */
	bool forked;			/* a process has forked, ever */
	bool namespaced;		/* a process has had an ns_pid, ever */
	VEC(struct heap_proc *) procs;	/* owned: the running processes */
	VEC(struct heap_proc *) ending;	/* owned: processes that ended and
					 * may have unread records; the
					 * oldest first */
	VEC(struct heap_proc *) gone;	/* owned: processes that ended and are
					 * to be reported; their records were
					 * read */
	VEC(struct heap_batch *) batches;	/* owned: changes not applied
						 * yet */
	VEC(struct heap_run) runs;	/* the runs (order.h) of all changes in
					 * `batches` */
	uint64_t run_serial;		/* serial of the next run */
	uint64_t latest;		/* ticks: time of the newest change */
	uint64_t now;			/* ticks: last reading of the clock */
	uint64_t applied;		/* ticks: all changes before this time
					 * are applied */
	struct heap_change held[2];	/* used if only one thread writes: its
					 * last change, and the free of that
					 * block if it came next */
	bool holds;
	VEC(uint64_t) frames;		/* stack frames of `held` */
	VEC(struct heap_line) lines;
	size_t lines_told;		/* number of lines, from the first on,
					 * that are already logged */
	struct str frame_names;		/* caller names of the reported site */
	VEC(struct heap_own) owns;
	uint64_t records;		/* records read since the start */
	uint64_t strangers;		/* records of unknown processes */
	uint64_t told_ns;		/* time of the last report of sites */
	bool watched_anew;		/* sites were requested and have not all
					 * been reported yet */
	size_t next_told;		/* index of the next process to
					 * report */
	uint32_t questions;		/* number of requests to allocators */
	size_t turn;			/* index of the process to query next,
					 * if they are queried one at a time */
	int64_t filters;		/* seccomp filters that the launched
					 * program inherits; -1: not known */
	uint64_t asked_ns;		/* time of the last request to all
					 * processes, for a log */
	unsigned looks;			/* timer runs, counted up to
					 * FIRST_TIMES */
	bool lossy;			/* records were lost */
	unsigned warnings;		/* warnings about unwatched programs */
};

/* --- apply.c */
/* Decides on the frees of thread tid (0: all threads of p) that seemed wrong.
 * If `taken` is true, they were right: the allocator accepted them, so the
 * library had not seen the allocations (RTLD_DEEPBIND, mallocx()). */
void heap_doubts_end(struct heap_source *s, struct heap_proc *p, pid_t tid,
		     bool taken);
/* Processes one record of the pool.  A heappool_fn. */
void heap_record(void *source, const struct heap_owner *owner,
		 const struct heapring_record *r);
/* Applies the change in `held`, if there is one. */
void heap_apply_held(struct heap_source *s);
void heap_forked(struct heap_source *s, pid_t parent, pid_t child,
		 pid_t ns_pid);
/* Applies the n changes in array order.  `frames` holds the stack frames of the
 * batch that they come from. */
void heap_apply(struct heap_source *s, const struct heap_change *c, size_t n,
		const uint64_t *frames);
/* Converts ticks to a time as in events: ns since the start. */
uint64_t heap_time(const struct heap_source *s, uint64_t ticks);

/* --- report.c */
/* Reports the lines and the ended processes; unless `all` is true, only those
 * whose names are all known.  Returns true if the deadline passed first. */
bool heap_report(struct heap_source *s, bool all, uint64_t deadline_ns);
/* Logs the first n lines, with unknown names left out. */
void heap_log_lines(struct heap_source *s, size_t n);
/* Reports the changed sites to the screen, starting with process number *next,
 * which it advances.  Returns true if processes are left. */
bool heap_report_sites(struct heap_source *s, size_t *next,
		       uint64_t deadline_ns);
void heap_report_pages(struct heap_source *s, const struct request *req);
void heap_report_blocks(struct heap_source *s, pid_t pid, uint32_t site,
			size_t max);

void heap_emit(struct heap_source *s, const struct heap_proc *p, pid_t tid,
	       uint64_t time_ns, const struct ev_heap *h);

/* --- info.c */
/* Called for the launched process before it executes the program: counts the
 * seccomp filters that the program will inherit. */
void heap_info_launched(struct heap_source *s, pid_t pid);
/* Called when the process is about to install a seccomp filter: cancels its
 * open request and prevents further ones. */
void heap_info_filtered(struct heap_source *s, pid_t pid);
/* Requests the statistics of the allocator of process pid.  The answer comes
 * later, as a record. */
void heap_info_request(struct heap_source *s, pid_t pid);
/* Processes the record of an answer. */
void heap_info_record(struct heap_source *s, struct heap_proc *p,
		      const struct heapring_record *r);
/* Reports the processes that did not answer.  When a log is written, also
 * queries all processes at intervals. */
void heap_info_work(struct heap_source *s);

/* --- unwatched.c */
/* Called when p has executed a program and is stopped at the end of the
 * exec. */
void heap_unwatched_begin(struct heap_source *s, struct heap_proc *p);
void heap_unwatched_fork(struct heap_proc *child,
			 const struct heap_proc *parent);
/* Called for a process that continues when mmtop ends: it may have had no time
 * to load the library. */
void heap_unwatched_left(const struct heap_source *s, struct heap_proc *p);
/* Called when p has exited and its records were read.  If its heap could not be
 * watched, emits a note. */
void heap_unwatched_report(struct heap_source *s, const struct heap_proc *p);

/* --- resident.c */
/* Measures how many bytes of each site are in memory.  Does nothing if the last
 * scan was too recent, since scans are costly. */
void heap_scan_resident(struct heap_source *s, struct heap_proc *p);
/* Measures the sites when p exits and its last thread, tid, is stopped.  If
 * `known` is false, the list of its blocks may be incomplete, and the result is
 * n/a. */
void heap_scan_last(struct heap_source *s, struct heap_proc *p, pid_t tid,
		    bool known);
/* Sets `resident` of each block in the list.  Returns the sum, or EV_UNKNOWN if
 * the value of a block is unknown. */
uint64_t heap_scan_blocks(struct heap_source *s, const struct heap_proc *p,
			  struct heap_block *list, size_t n);
/* Counts the pages of [start, end) in bins of bin_pages pages.  Returns false
 * if they could not be read in time. */
struct heap_bins {
	VEC(struct heap_bin) list;
};
bool heap_scan_pages(struct heap_source *s, struct heap_proc *p, uint64_t start,
		     uint64_t end, uint64_t bin_pages, struct heap_bins *out);
/* Called for region events: remembers regions that belong entirely to the
 * allocator. */
void heap_region(struct heap_source *s, pid_t pid, const struct ev_region *r);
void heap_regions_gone(struct heap_source *s, pid_t pid);

#endif
