/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sampler: what /proc tells of the processes that the tracer announced.
 *
 * Private to source/sample.  Everything is done in slices from drain(): jobs
 * that are due are worked on until the deadline and go on where they were.
 *
 *	space.c		the maps text, compared -> REGION; space_read.c: read
 *	patch.c		the same at the addresses that calls changed
 *	regions.c	regions by themselves
 *	owners.c	whose they are
 *	asked.c		who asked for them; caller.c: by the frames of the call
 *	holds.c		what their memory says of that; holds_job.c: reads it
 *	round.c		the pages of every region -> PAGES, rss
 *	extents.c	in which order
 *	detail.c	the region in focus, and what is in view of it
 *	picture.c	... the pages of either -> PAGES detail
 *	family.c	the same region in the processes that a fork made
 *	writes.c	which pages are written -> WRITES, and into PAGES
 *	details.c	smaps, once on request -> pss, swap, VmFlags
 *	procs.c		which processes and threads there are
 *	usage.c		their figures -> USAGE, TASK
 *	system.c	the machine -> SYSTEM
 *	identity.c	which file it was, as the kernel recorded it
 *	claims.c	what others said is mapped, and is not -> DENIED
 *	disk.c		what lies at its path now
 *	files.c		which parts of mapped files were ever there -> FILE
 *	leaving.c	the same, looked at just before they go
 *	totals.c	whether anything of a process has moved at all
 *	strip.c		the file in view, from its beginning to its end -> STRIP
 *
 * Only changes are emitted.  What was emitted is remembered here, so that a
 * fact is compared with what the model already has.  When some of it was lost
 * on the way (EV_SNAPSHOT) it is told once more, marked EVF_AGAIN: the regions
 * from memory, before anything new, the rest by the next look at it.
 *
 * A process is known by `via`: normally 0, else the thread whose files stand
 * in because the leader has ended before it (a zombie's maps are empty).
 */
#ifndef SOURCE_SAMPLE_SAMPLE_H
#define SOURCE_SAMPLE_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/str.h"
#include "base/vec.h"
#include "event/event.h"
#include "event/owner.h"
#include "parse/maps.h"
#include "source/sample/binner.h"
#include "source/sample/files.h"
#include "source/sample/totals.h"
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
	struct owner found;		/* what its memory said, without code */
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
	bool has_generation, hung;	/* hung: who looked at its path */
	uint8_t disk;			/* enum region_disk */
	uint8_t build_id_len, build_id[BUILD_ID_MAX];
	uint64_t generation;
	uint64_t line;			/* hash of its line of the map; 0: was
					 * not read */
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

enum map_phase { MAP_IDLE, MAP_READ, MAP_PARSE, MAP_EMIT };

/* Reading a map: text, then regions, then what differs. */
struct map_job {
	enum map_phase phase;
	int fd;
	struct str text;
	struct scan rest;		/* of text, not parsed yet */
	sregions next;			/* where a line is what it was, the
					 * old region itself */
	size_t old_at;			/* that the next line may be */
	size_t differing;		/* lines */
	VEC(int32_t) from;		/* next[i] was old[from[i]], -1 new */
	VEC(bool) kept;			/* old[i] is in next */
	unsigned pass;			/* of emitting */
	size_t at;
	unsigned torn;			/* rereads of a map that overlapped */
	bool overlap;			/* in this one */
	bool same;			/* nothing differs */
	bool sysv;
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
	bool map_by_time;		/* only as a period is over */
	bool whole;			/* all of it is to be read, not only: */
	VEC(struct page_range) changes;	/* where calls changed it */
	uint64_t tasks_seen;		/* hash of what regions were named by */
	bool urgent;			/* do not wait for the pace */
	bool again;			/* regions from again_at on are to be
					 * told once more, and synced */
	size_t again_at;
	uint64_t round_due;
	bool round_by_time;
	uint64_t usage_due;
	uint64_t disk_due;		/* 0: never */
	uint64_t disk_at;		/* an address: what is below was looked
					 * at in this turn */
	asked_list asked;		/* owned */
	bool asked_hung;		/* who looked at its frames */
	uint64_t holds_due;		/* 0: not */
	uint64_t holds_at;		/* as disk_at */
	bool holds_hung;		/* who looked at its memory */
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
	struct round round;
	struct detail detail;
	struct details_job details;
	struct family family;
	VEC(struct unregister *) unregisters;
	struct str scratch;
	struct sysv_table *sysv;
	struct cgroups *cgroups;
	struct hugetlb_devs *hugetlb;
	struct strip *strip;
	struct disk *disk;
	struct holds *holds;
	struct asked_job *asked;
	struct identities *identities;
	struct claims *claims;
	uint64_t key[2];		/* of line_hash(): a target cannot
					 * guess it */
	sregions spare;			/* empty: room for the next patch */
	sregions renamed;		/* of the patch that is told; borrowed */
	VEC(struct files *) left;	/* of processes that are gone */
	uint64_t next_due;		/* nothing to do before, 0: busy */
	unsigned turn;			/* whose job comes first */
};

/* --- sample.c ------------------------------------------------------------ */

void sample_emit(struct source *s, const struct event *ev);
struct event sample_event(struct source *s, enum event_kind kind, pid_t pid,
			  pid_t tid);
/* NOTE_UNREADABLE, once for each process and file. */
void sample_unreadable(struct source *s, struct sproc *p,
		       enum sproc_file file, int error);
/* A file of the process, by `via` where the leader is gone. */
MUST_CHECK int sproc_open(struct source *s, const struct sproc *p,
			  const char *file);
/* Whether that process' pages are looked at. */
bool sproc_selected(const struct source *s, const struct sproc *p);
/* The process in focus: the one asked for, else the main one. */
pid_t sample_focus(const struct source *s);
/* Whether anybody asks for regions or their pages. */
bool sample_wants_maps(const struct source *s);
/* CPU time of this thread; and that what came since was for pages. */
uint64_t sample_cpu_ns(void);
void sample_spent(struct source *s, uint64_t since_cpu_ns);
/* What looking at pages takes, per mille of a CPU. */
uint64_t sample_cost(const struct source *s);
/* There is work to do at that time. */
void sample_due(struct source *s, uint64_t at_ns);
/* Whether what rests may be looked at less often: a log is told the truth of
 * each period. */
bool sample_may_rest(const struct source *s);

/* --- listen.c: the source's event() and request() ------------------------ */

void sample_note(struct source *s, const struct event *ev);
int sample_request(struct source *s, const struct request *req);

/* --- jobs: each works until the deadline; true when it did something ----- */

bool space_work(struct source *s, struct sproc *p, uint64_t deadline);
/* regions.c: fresh regions, and what is kept of old ones. */
struct sregion *sregion_new(const struct maps_entry *e, struct str *name);
void sregion_free(struct sregion *r);
void sregion_carry_over(const struct sregion *old, struct sregion *r);
/* Those at which the changes were are asked for, one by one, and what differs
 * is told.  False when the whole map has to be read. */
bool patch_work(struct source *s, struct sproc *p);
#define PATCH_MAX 256
/* In an order in which regions never overlap. */
enum region_pass { PASS_REMOVE, PASS_SHRINK, PASS_GROW, PASS_ADD, PASSES };
/* Whether there was something to tell in that pass: old NULL for a new
 * region, r NULL for one that is gone. */
bool region_tell(struct source *s, const struct sproc *p, enum region_pass pass,
		 const struct sregion *old, const struct sregion *r,
		 uint8_t flags);
uint64_t line_hash(const uint64_t key[2], const char *p, size_t n);
uint64_t tasks_hash(const struct sproc *p);
/* Next takes the place of the regions, those of which that are in it, too,
 * being NULL. */
void space_replace(struct source *s, struct sproc *p, sregions *next,
		   bool added);
void space_drop(struct source *s, struct sproc *p);
/* All that was told of its regions and their pages is told once more. */
void space_again(struct source *s, struct sproc *p);
void space_emit(struct source *s, const struct sproc *p, enum region_op op,
		const struct sregion *r, uint64_t old_start, uint8_t flags);

bool round_work(struct source *s, uint64_t deadline);
/* Its pages are counted as soon as can be. */
void round_now(struct sproc *p);
void round_stop(struct source *s);
/* The regions of p are about to be replaced by next. */
void round_regions(struct source *s, struct sproc *p, const sregions *next);

/* User addresses; the vsyscall page above them has no pages to look at. */
#define ROUND_USER_END (1ull << 63)
/* Fills round.extents with what there is to look at in v. */
void extents_of(struct source *s, const struct sproc *p, const sregions *v);
/* After took_ns more of work: is it enough of large extents for a round? */
bool extents_tired(struct source *s, uint64_t took_ns);
/* The extent that is being counted is left for the next round. */
void extents_suspend(struct source *s);
/* Whether the extent that begins is the one that was left: counts and
 * position are then what they were. */
bool extents_resume(struct source *s);

void picture_init(struct picture *d, enum pages_of what);
void picture_release(struct picture *d);
void picture_stop(struct picture *d);
/* Nothing known of it holds: it is made anew, now. */
void picture_forget(struct picture *d);
/* start and end are set. */
bool picture_begin(struct source *s, struct picture *d, struct sproc *p);
void picture_step(struct source *s, struct picture *d, uint64_t deadline);
/* Nothing has moved since the last one. */
bool picture_rests(struct source *s, const struct picture *d, struct sproc *p);
/* When there is something to do; UINT64_MAX: never. */
uint64_t picture_next(const struct picture *d);

void detail_init(struct source *s);
void detail_release(struct source *s);
bool detail_work(struct source *s, uint64_t deadline);
void detail_focus(struct source *s, pid_t pid, uint64_t start, bool keen);
/* What is in view of the region in focus; start >= end: all of it. */
void detail_window(struct source *s, pid_t pid, uint64_t start, uint64_t end,
		   uint64_t cell_pages);
uint64_t detail_next(const struct source *s);
/* It is looked at now, whatever the totals say. */
void detail_now(struct source *s);
/* It is told once more, though it has not changed. */
void detail_again(struct source *s);
/* The regions of p have changed. */
void detail_regions(struct source *s, struct sproc *p);

void family_init(struct family *f);
void family_release(struct family *f);
bool family_work(struct source *s, uint64_t deadline);
/* start 0: nobody looks any more. */
void family_look(struct source *s, pid_t pid, uint64_t start);
/* It ended, or has another address space now. */
void family_gone(struct source *s, pid_t pid);
/* 0: never, 1: at once. */
uint64_t family_due(const struct source *s);

bool details_work(struct source *s, uint64_t deadline);
void details_begin(struct source *s, pid_t pid);
void details_stop(struct source *s);
/* Whether there is one to work on. */
bool details_ready(struct source *s);

bool usage_work(struct source *s, uint64_t deadline);

/* --- leaving.c ------------------------------------------------------------ */

/* Whether that region is of a file, as --trace-mmap counts them. */
bool leaving_is_file(const struct sregion *r);
/* Tells of every process' files what can be told now. */
void leaving_all(struct source *s);

void system_sample(struct source *s);

/* --- procs.c: which processes and threads there are ---------------------- */

struct sproc *sproc_find(struct source *s, pid_t pid);
struct sproc *sproc_add(struct source *s, pid_t pid);
void sproc_remove(struct source *s, struct sproc *p);
void sproc_remove_all(struct source *s);
void sproc_exec(struct source *s, struct sproc *p);
struct stask *sproc_task(struct sproc *p, pid_t tid);
struct stask *sproc_add_task(struct sproc *p, pid_t tid);
void sproc_remove_task(struct sproc *p, pid_t tid);
/* Its map is looked at again: as soon as the pace allows, or now. */
void sproc_stale(struct source *s, struct sproc *p, bool now);
/* The same, where a call has changed [start, start + len). */
void sproc_changed(struct source *s, struct sproc *p, uint64_t start,
		   uint64_t len);

#endif
