/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A process with a watched heap, and the sites that allocate in it. */
#ifndef SOURCE_HEAP_PROCESS_H
#define SOURCE_HEAP_PROCESS_H

#include "base/str.h"
#include "base/vec.h"
#include "source/heap/live.h"
#include "source/heap/modules.h"

struct heap_owner;
struct heap_source;

/* The code addresses of a site at its last call.  (struct live_site has keys,
 * not addresses.) */
struct heap_place {
	uint64_t caller;
	size_t frames;			/* index of its first frame in
					 * heap_proc.frames */
};

/* Number of entries in the cache of recently used sites. */
#define HEAP_RECENT 1024u

/* The last request for the allocator's statistics. */
struct heap_info {
	uint32_t number;	/* number of the open request; 0: none */
	bool pending;		/* no answer has been reported since the
				 * request */
	bool own;		/* the program has an allocator of its own, so
				 * the library cannot answer */
	bool silent;		/* the last report was HEAP_INFO_NONE */
	bool walled;		/* the process has a seccomp filter of its own,
				 * or is about to install one */
	bool told_walled;
	uint64_t asked_ns, next_ns;	/* CLOCK_MONOTONIC: time of the last
					 * request; earliest time of the next
					 * one */
};

/* A process, or a program that it ran before an exec. */
struct heap_proc {
	pid_t pid;
	pid_t ns_pid;			/* its PID in its own PID namespace; 0:
					 * same as pid */
	uint64_t image;			/* `image` of its records (struct
					 * heap_owner); 0: not known */
	struct live *live;
	struct heap_modules modules;
	VEC(struct heap_place) places;	/* indexed by site number */
	VEC(uint64_t) frames;		/* callers of all sites */
	uint32_t recent[HEAP_RECENT];	/* cache of site numbers, by hash; 0:
					 * empty */
	/* Ticks: records with times in [began, ended) are from this process.
	 * Before and after that, its PID may belong to another process, or the
	 * process ran another program. */
	uint64_t began, ended;
	bool leaves;			/* it exited: its unfreed blocks are to
					 * be reported */
	bool wrote;			/* a record of the process was
					 * applied */
	bool asked;			/* the process has ended, and the names
					 * of its sites were requested */
	bool here;			/* the library is loaded in the
					 * process */
	uint8_t no_heap;		/* enum no_heap_why: why the library is
					 * not loaded */
	struct str exe;
	unsigned wrongs;		/* number of wrong frees reported so
					 * far */
	size_t doubts;			/* number of lines with `doubt` set */
	bool crashed;			/* ended by SIGABRT, SIGSEGV or a
					 * similar signal */
	uint64_t freed, spare;		/* bytes in memory around the blocks,
					 * and those in pages without any block;
					 * EV_UNKNOWN: not scanned */
	/* CLOCK_MONOTONIC: earliest times of the next scan of sites, and of the
	 * next scan of pages. */
	uint64_t look_ns, pages_ns;
	struct heap_info info;
};

/* The PID that the process itself sees, and writes to its records. */
static inline pid_t heap_proc_number(const struct heap_proc *p)
{
	return p->ns_pid ? p->ns_pid : p->pid;
}

struct heap_proc *heap_proc_find(struct heap_source *s, pid_t pid);
struct heap_proc *heap_proc_begin(struct heap_source *s, pid_t pid);
/* The process that had this PID (as in struct heap_change) at the given
 * time.  NULL: no such process is known, or several are, in different PID
 * namespaces. */
struct heap_proc *heap_proc_at(struct heap_source *s, pid_t pid,
			       uint64_t ticks);
bool heap_proc_lived_at(const struct heap_proc *p, uint64_t ticks);
/* Returns the PID of the writer for struct heap_change; it is negative if the
 * process is unknown. */
pid_t heap_proc_writer(struct heap_source *s, const struct heap_owner *owner,
		       uint64_t ticks);
/* Called when the process has exited (`leaves` is true) or executed another
 * program.  Its unfreed blocks are reported later, when its records were read
 * and the names are known. */
void heap_proc_end(struct heap_source *s, pid_t pid, bool leaves);
/* Called when all changes before `until` (ticks) are applied: moves the
 * processes that ended before `until` to the list of those to be reported. */
void heap_procs_applied(struct heap_source *s, uint64_t until);
void heap_proc_free(struct heap_proc *p);

#endif
