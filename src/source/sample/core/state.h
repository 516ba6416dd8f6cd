/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The state of the sampler: the regions and tasks of each process as they were
 * last emitted, and the running jobs.  Private to source/sample.
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
	pid_t parent;			/* process that forked this process and
					 * shares pages with it; 0: none */
	sregions regions;
	bool synced;			/* the whole map was emitted at least
					 * once */
	bool gone;			/* nothing can be read of the process
					 * any more */
	bool wide;			/* addresses above 4 GiB were seen: the
					 * process is 64-bit */
	bool sysv;			/* the process has had System V
					 * segments */
	bool own_root;			/* the process' root directory is not
					 * mmtop's */
	bool exe_read;
	struct str exe;
	unsigned identified;		/* value of identities.state up to which
					 * the regions have received records */
	unsigned noted;			/* bits of enum sproc_file: files
					 * already reported as unreadable */
	struct totals totals;		/* the totals that were read last */
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
	struct origin_calls asked;
	struct memscan_turn holds;
	char *group;			/* path of the process' cgroup, owned;
					 * NULL: not known */
	struct files *files;		/* data of mapped files, owned; NULL:
					 * none was seen yet */
	bool files_told;		/* the last FILE events were emitted */
	struct writes *writes;		/* owned; NULL: page writes are not
					 * tracked */
};

struct details_job {
	pid_t pid;			/* 0: no job runs */
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
	struct sproc *last;		/* result of the last sproc_find() */
	uint64_t page_size;
	uint64_t tick_due, system_due;
	uint64_t ticked_ns;		/* time of the last tick (start of a
					 * period) */
	int timer;
	uint64_t timer_at;
	bool held;			/* the target is held at a stop */
	uint64_t space_cell;		/* maximum pages per bin in the view
					 * of the whole address space; 0: no
					 * limit */
	struct {			/* Overhead of reading pages. */
		uint64_t ns, since;	/* CPU time used since `since` */
		uint64_t per_mille;	/* share of a CPU in the last second,
					 * per mille */
	} cost;
	pid_t focus;			/* process that the screen requested; 0:
					 * none */
	pid_t main_pid;
	struct ev_status status;	/* the EV_STATUS that was received
					 * last */
	struct {			/* True if the source (perf, the trace
					 * ring) reports every task. */
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
	struct group_view *group;
	struct oom *oom;
	struct hugetlb_devs *hugetlb;
	struct strip *strip;
	struct disk *disk;
	struct holds *holds;
	struct origin_job *asked;
	struct symbol_job *symbols;	/* NULL: no function was requested */
	struct identities *identities;
	struct claims *claims;
	uint64_t key[2];		/* secret key of line_hash(), so that a
					 * target cannot provoke collisions */
	struct {			/* Work done so far; read by tests. */
		uint64_t maps, lines, classified, decided, peeked, rounds,
			 recounts;
	} work;
	sregions spare;			/* empty; its memory is reused for the
					 * next map */
	struct str spare_text;		/* empty; its memory is reused for the
					 * next text */
	VEC(struct files *) left;	/* data of exited processes, not emitted
					 * yet */
	uint64_t next_due;		/* time of the next work; 0: now */
	unsigned turn;			/* number of the job that runs next */
	struct {			/* For each job, the index of the
					 * process with which it continues, so
					 * that no process waits forever. */
		size_t maps, rounds, usage;
	} at;
};

#endif
