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
#include "parse/proc/maps.h"
#include "source/sample/files/files.h"
#include "source/sample/core/region.h"
#include "source/sample/core/task.h"
#include "source/sample/core/totals.h"
#include "source/sample/core/usage.h"
#include "source/sample/maps/job.h"
#include "source/sample/owner/job.h"
#include "source/sample/pages/job.h"
#include "source/source.h"
#include "sys/pages/scan.h"
#include "sys/pages/set.h"

#define SAMPLE_LETTER 'm'
#define NS_PER_S 1000000000ull
#define NS_PER_MS 1000000ull

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
	bool sysv;			/* it has had System V segments */
	bool own_root;			/* another than ours */
	bool exe_read;
	struct str exe;
	unsigned identified;		/* up to which state of identities */
	unsigned noted;			/* bits of enum sproc_file */
	struct totals totals;		/* the newest */
	struct counted counted;
	VEC(struct stask) tasks;
	struct scall calls[SPROC_CALLS];
	unsigned n_calls;
	struct map_job map;
	struct map_quiet quiet;
	struct claimed claimed;
	struct round_job round;
	struct usage_job usage;
	struct disk_job disk;
	struct asked_calls asked;
	struct holds_turn holds;
	char *group;			/* its cgroup, owned; NULL: not known */
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
