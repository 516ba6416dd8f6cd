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
#include "event/owner.h"
#include "parse/maps.h"
#include "source/sample/pages/binner.h"
#include "source/sample/files/files.h"
#include "source/sample/core/totals.h"
#include "source/source.h"
#include "sys/pagescan.h"
#include "sys/pageset.h"

#define SAMPLE_LETTER 'm'
#define NS_PER_S 1000000000ull
#define NS_PER_MS 1000000ull

enum hugetlb { HUGETLB_UNKNOWN, HUGETLB_NO, HUGETLB_YES };

/* A region as it was emitted. */
struct sregion {
	uint64_t start, end, offset, dev, inode;
	char *name;			/* owned; NULL: none */
	size_t name_len;
	uint64_t key, attaches;
	int64_t owner;
	struct owner holder;		/* whose it is; its code is: */
	char *code;			/* owned */
	struct owner found;		/* what its memory said, without code, */
	uint64_t found_rss;		/* ... when it had that rss */
	uint64_t rss, swap;		/* bytes, EV_UNKNOWN */
	uint64_t pss;			/* of smaps, only while it is told:
					 * it has an age, the rest has none */
	uint64_t vmflags;		/* vmflags.h; 0: not read */
	uint64_t pages_hash;		/* of the last PAGES; 0: none */
	uint8_t perm, kind, hugetlb;
	bool tracked;			/* its written pages (writes.h) */
	bool again;			/* its pages are to be told again */
	bool news;			/* what it is was found to be another */
	bool identified;		/* by the kernel's record */
	bool peeked;			/* found says what is there */
	bool has_generation, hung;	/* hung: who looked at its path */
	uint8_t disk;			/* enum region_disk */
	uint8_t build_id_len, build_id[BUILD_ID_MAX];
	uint64_t generation;
};
/* In order of address; each owned.  An array of pointers, as maps of 60,000
 * regions change in a few places. */
typedef VEC(struct sregion *) sregions;
typedef VEC(struct page_range) page_ranges;

void sregions_release(sregions *v);
/* The region that contains addr, or NULL. */
struct sregion *sregions_find(const sregions *v, uint64_t addr);
/* Where the first one is that ends above addr. */
size_t sregions_index(const sregions *v, uint64_t addr);

struct stask {
	pid_t tid;
	uint64_t stack;			/* an address in its stack, 0 */
	uint64_t stack_ns;		/* when that was learned */
	bool seen;			/* in the last listing */
	bool emitted;
	struct ev_task last;		/* without comm */
	char comm[16];
	uint8_t comm_len;
};

/* The calls that made a region, to say whose arena it is. */
#define SPROC_CALLS 32
struct scall {
	uint64_t addr;
	pid_t tid;
};

/* What a call mapped, or what is left of it (asked.h). */
struct waiting;
struct asked {
	uint64_t start, end;
	struct owner told;		/* its code is the source's */
	struct waiting *waiting;	/* until that is known; NULL: it is */
};
typedef VEC(struct asked) asked_list;

/* regions[i..j) become fresh[at..at + n). */
struct edit {
	size_t i, j, at, n;
};

/* How the regions of a process become others (edits.h). */
struct edits {
	VEC(struct edit) list;		/* in order of address */
	sregions fresh;			/* an old region itself where it stays */
	VEC(int32_t) from;		/* of fresh, into regions; -1: new */
	VEC(bool) kept;			/* regions[i] is one of from */
	sregions next;			/* all regions, once they are decided */
	sregions renamed;		/* of next: outside the edits, news */
	size_t edit, at;		/* the next to emit */
	unsigned pass;
	bool open;			/* the last of list goes on */
};

enum map_phase { MAP_IDLE, MAP_READ, MAP_PARSE, MAP_EMIT };

/* Reading a map: text, then what differs. */
struct map_job {
	enum map_phase phase;
	int fd;
	struct str text;
	size_t pos;			/* in text: not parsed yet */
	struct str known;		/* the text before: a line for each
					 * region; empty: none is */
	size_t known_pos;		/* the line of regions[old_at], ... */
	size_t old_at;			/* ... the next that may be the same */
	uint64_t last_end;		/* of the region before pos */
	bool loose;			/* not a region for each line */
	unsigned torn;			/* rereads of a map that overlapped */
	bool overlap;			/* in this one */
	struct edits edits;
};

/* A thread and its stack, as regions were named by it. */
struct stack_seen {
	pid_t tid;
	uint64_t stack;
};

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

/* Pages that a scan found. */
struct page_run {
	uint64_t start, end;
	unsigned cats;
};

/* One pass over the pages of one process. */
struct round {
	struct sproc *proc;		/* NULL: none runs */
	bool partial;			/* of what it is to recount */
	struct totals totals;		/* when it began */
	int pagemap, maps;
	struct pagescan scan;
	VEC(struct page_run) runs;	/* up to scan.pos, ... */
	size_t run;			/* ... counted before this one */
	VEC(struct page_range) extents;
	size_t extent;
	size_t at;			/* regions[at] is being counted */
	struct binner bin;
	VEC(struct page_range) ranges;
	page_ranges written;
	uint64_t begun_ns;
	uint64_t spent_ns;		/* working, of this round */
	uint64_t large_ns;		/* of it, for large extents */
	/* A large extent that was left half done (see extents.c). */
	struct {
		pid_t pid;		/* 0: none */
		uint64_t start, end, pos;
		struct totals totals;	/* when that began */
		struct binner bin;
		VEC(struct page_range) ranges;
	} left;
	bool dead;			/* its address space is gone */
};

/* Pages of [start, end), looked at again and again. */
struct picture {
	enum pages_of what;
	uint64_t start, end;		/* start 0: of nothing */
	uint64_t cell_pages;		/* of a bin; 0: as BINS_MAX has it */
	uint64_t pace_ns;		/* at most so often */
	bool running;
	bool shown;			/* a whole one was emitted */
	int pagemap, maps;
	struct pagescan scan;
	struct binner bin;
	VEC(struct page_range) present;
	bool overflow;			/* too many ranges to keep */
	size_t exclusive_at;		/* the next of present; pass two */
	uint64_t exclusive_pos;
	bool exclusive_running;
	uint64_t exclusive_ns;		/* when it was last whole, ... */
	uint64_t exclusive_took_ns;	/* ... how long that took, ... */
	struct totals exclusive_totals;	/* ... and what there was then */
	struct totals begun, totals;	/* of this pass, of the last whole one */
	uint32_t *exclusive;		/* per bin, owned; NULL: none yet */
	uint32_t *counting;		/* the same of the running pass */
	uint64_t resident;		/* as last emitted */
	struct pageset written;		/* not told yet */
	uint64_t hash, due, partial_ns;
	uint64_t spent_ns, slice_ns, resume_at;
};

/* The region in focus. */
struct detail {
	pid_t pid;
	uint64_t start;			/* 0: none */
	uint64_t end;			/* as it was when looked at, 0 */
	bool keen;			/* the Pages pane has focus */
	uint64_t want_start, want_end;	/* what is in view, 0: the whole */
	uint64_t want_cell;		/* pages */
	struct picture whole, window;
};

/* A region in each of a fork family. */
#define FAMILY_MAX 8
struct family {
	pid_t asked;
	uint64_t start, end;		/* start 0: nobody asks */
	pid_t members[FAMILY_MAX];	/* of this look: the parent first */
	size_t n, at;			/* members[at] is being counted */
	bool running;
	int pagemap, maps;
	struct pagescan scan;
	struct binner bin;
	VEC(struct page_range) present;
	bool overflow;			/* too many ranges to keep */
	bool own;			/* pass two: which are its own */
	size_t range;			/* the next of present */
	uint64_t pos;
	uint64_t exclusive;		/* pages */
	uint64_t due, spent_ns;
};

struct details_job {
	pid_t pid;			/* 0: none runs */
	int fd;
	struct str text;
	bool eof;
	uint64_t pss;
};

struct source {
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
	struct detail detail;
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
