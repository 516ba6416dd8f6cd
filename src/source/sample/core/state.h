/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the sampler keeps: of each process its regions and tasks as they were
 * told, and the jobs that are under way.  Private to source/sample.
 */
#ifndef SOURCE_SAMPLE_CORE_STATE_H
#define SOURCE_SAMPLE_CORE_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/str.h"
#include "base/vec.h"
#include "event/event.h"
#include "parse/maps.h"
#include "source/sample/files/files.h"
#include "source/sample/core/region.h"
#include "source/sample/core/task.h"
#include "source/sample/core/totals.h"
#include "source/sample/maps/job.h"
#include "source/sample/pages/job.h"
#include "source/source.h"
#include "sys/pagescan.h"
#include "sys/pageset.h"

#define SAMPLE_LETTER 'm'
#define NS_PER_S 1000000000ull
#define NS_PER_MS 1000000ull

/* What a call mapped, or what is left of it (asked.h). */
struct waiting_call;
struct asked {
	uint64_t start, end;
	struct owner told;		/* its code is the source's */
	struct waiting_call *waiting;	/* until that is known; NULL: it is */
};
typedef VEC(struct asked) asked_list;

enum sproc_file {
	FILE_MAPS, FILE_PAGEMAP, FILE_SYSCALL, FILE_SMAPS
};

struct sproc {
	pid_t pid, via;
	pid_t parent;			/* whose memory it shares since a fork
					 * made it, 0: nobody's */
	sregions regions;
	bool synced;			/* a whole map was emitted */
	bool gone;			/* nothing is readable any more */
	bool wide;			/* addresses above 4 GiB were seen */
	struct str exe;
	bool exe_read;
	struct map_job map;
	uint64_t map_due, map_read_ns;	/* due 0: not due */
	bool period;			/* one is over: is the map what it was? */
	bool whole;			/* all of it is to be read, not only: */
	VEC(struct page_range) changes;	/* where calls changed it */
	bool reported;			/* all its changes are (quiet.h) */
	uint64_t size;			/* of all regions, as statm has it; */
	uint64_t odd_ns;		/* since when it has not; 0: it has */
	uint64_t patched_ns;
	uint64_t tasks_seen;		/* hash of what regions were named by: */
	VEC(struct stack_seen) stacks;	/* by tid */
	bool wide_seen;
	bool sysv;			/* it has had System V segments */
	bool urgent;			/* do not wait for the pace */
	bool again;			/* regions from again_at on are to be
					 * told once more, and synced */
	size_t again_at;
	uint64_t round_due;
	bool round_by_time;
	bool round_whole;		/* not only of: */
	page_ranges recount;		/* regions that no round has counted */
	uint64_t usage_due;
	uint64_t usage_took_ns;		/* listing threads, the last time */
	struct totals usage_totals;	/* then */
	uint64_t disk_due;		/* 0: never */
	uint64_t disk_at;		/* an address: what is below was looked
					 * at in this turn */
	asked_list asked;		/* owned */
	bool asked_hung;		/* who looked at its frames */
	struct {			/* holds.c */
		uint64_t due, fresh_due;	/* 0: not */
		uint64_t took_ns;	/* since the last pause */
		uint64_t turn_due;	/* for those that have not changed */
		page_ranges fresh;	/* regions that are new there */
		uint64_t at, turn_at;	/* as disk_at: of what has changed,
					 * of the rest */
		bool joint;		/* arenas and stacks are asked
					 * about together */
		bool hung;		/* who looked at its memory */
	} holds;
	bool own_root;			/* another than ours */
	unsigned identified;		/* up to which state of identities */
	uint64_t brk, execed_ns;	/* as told last, for claims.c; 0: not */
	/* The newest; and as they were when its map was read whole, and when
	 * its pages were counted; and how long that took. */
	struct totals totals, map_totals, round_totals;
	struct counted counted;
	uint64_t map_took_ns;
	VEC(pid_t) listed;		/* threads, while they are looked at */
	size_t listed_at;
	bool listing;
	uint64_t round_ns;		/* work in the last whole round */
	VEC(struct stask) tasks;
	struct scall calls[SPROC_CALLS];
	unsigned n_calls;
	struct ev_usage usage;		/* the last one emitted */
	bool usage_emitted;
	/* When it was sampled, emitted, and when it changed last. */
	uint64_t usage_ns, usage_told_ns, usage_moved_ns;
	char *group;			/* its cgroup, owned; NULL: not known */
	uint64_t pss;			/* of the last smaps; EV_UNKNOWN */
	unsigned noted;			/* bits of enum sproc_file */
	struct files *files;		/* owned; NULL: none seen */
	bool files_told;		/* their last word was said */
	struct writes *writes;		/* owned; NULL: not asked for */
};

struct details_job {
	pid_t pid;			/* 0: none runs */
	int fd;
	struct str text;
	bool eof;
	uint64_t pss;
};

struct sampler {
	struct source_host *host;
	struct pagescanner *scanner;
	struct procps *procps;
	VEC(struct sproc *) procs;	/* sorted by pid */
	struct sproc *last;		/* of the last sproc_find() */
	uint64_t page_size;
	uint64_t tick_due, system_due;
	uint64_t ticked_ns;		/* the last one */
	int timer;
	uint64_t timer_at;
	bool held;			/* the target stands still */
	uint64_t space_cell;		/* pages: each region is wanted in bins
					 * of at most that; 0: as they come */
	struct {			/* what looking at pages takes */
		uint64_t ns, since;	/* of CPU, and since when */
		uint64_t per_mille;	/* of the last second */
	} cost;
	pid_t focus;			/* as requested; 0 never */
	pid_t main_pid;
	struct ev_status status;	/* the last one */
	struct {			/* they miss no task */
		bool perf, ring;
	} reporting;
	struct round round;
	struct region_focus detail;
	struct details_job details;
	struct family family;
	VEC(struct unregister *) unregisters;
	struct str scratch;
	struct sysv_table *sysv;
	struct cgroups *cgroups;
	struct oom *oom;
	struct hugetlb_devs *hugetlb;
	struct strip *strip;
	struct disk *disk;
	struct holds *holds;
	struct asked_job *asked;
	struct identities *identities;
	struct claims *claims;
	uint64_t key[2];		/* of line_hash(): a target cannot
					 * guess it */
	struct {			/* done so far; tests look at it */
		uint64_t maps, lines, classified, decided, peeked, rounds,
			 recounts;
	} work;
	sregions spare;			/* empty: room for the next map */
	struct str spare_text;		/* so for the next text */
	VEC(struct files *) left;	/* of processes that are gone */
	uint64_t next_due;		/* nothing to do before, 0: busy */
	unsigned turn;			/* whose job comes first */
	struct {			/* where each looks for the next process:
					 * none is left out */
		size_t maps, rounds, usage;
	} at;
};

#endif
