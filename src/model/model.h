/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The fold: everything the panes show, made from events alone.
 *
 * model_event() is the only way in.  It asks the kernel nothing and takes
 * the time only from events, so live, batch, replay and tests run the same
 * code.  Panes read the model and never change it.
 *
 * Ownership: the model owns all it points to.  Pointers into it live until
 * the next model_event(); to remember something across events keep its
 * identity: (pid, start time) of a process, (pid, generation, start address)
 * of a region, the sequence number of a call or signal.
 *
 * Strings named `name`, `comm`, `path` and the like are the target's bytes,
 * NUL-terminated but hostile: panes pass them through text_safe().
 */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/vec.h"
#include "event/call.h"
#include "event/event.h"
#include "event/owner.h"
#include "model/memory/contents.h"
#include "model/memory/faults.h"
#include "model/memory/growth.h"
#include "model/memory/heap.h"
#include "model/memory/pages.h"
#include "model/rate.h"

/* How many dead processes, calls, signals... are remembered. */
#define MODEL_CALLS_MAX 16384
#define MODEL_SIGNALS_MAX 4096
#define MODEL_NOTES_MAX 256
#define MODEL_GAPS_MAX 64
#define MODEL_DEAD_MAX 256
/* Of this many dead processes (and the main one) the regions are kept too. */
#define MODEL_DEAD_SPACES 8
/* More than these are dropped and counted: no target needs them. */
#define MODEL_PROCESSES_MAX 65536
#define MODEL_TASKS_MAX 65536
#define MODEL_REGIONS_MAX 262144
/* How long a region that went is kept to be seen. */
#define MODEL_GONE_NS UINT64_C(2000000000)

/* Why a region is there and what was done to it. */
struct cause {
	uint64_t time_ns;	/* of the call; 0 none known */
	pid_t tid;
	enum call_id call;	/* mmap, brk, shmat... */
	uint64_t duration_ns;
	uint64_t prot;		/* as the call gave them */
	uint64_t flags;
	uint64_t length;	/* argument of mmap; else EV_UNKNOWN */
	char source;		/* who told of it */
	uint8_t also;		/* EVF_ALSO: who else did */
	bool known;
};

struct perm_change {
	uint64_t time_ns;
	pid_t tid;
	uint8_t perm;
};

struct region {
	uint64_t start, end;
	uint8_t perm;			/* enum perm_bit */
	enum region_kind kind;
	int64_t owner;			/* tid of a stack, shmid; 0 none */
	struct owner holder;		/* whose it is; its code is owned */
	uint64_t key, attaches;		/* System V */
	uint64_t offset, dev, inode;
	bool has_generation, own_root;	/* of its file, as in ev_region */
	enum region_disk disk;
	uint8_t build_id_len;		/* 0: none */
	uint8_t build_id[BUILD_ID_MAX];
	uint64_t generation;
	char *name;			/* "" for anonymous */
	char *vmflags;			/* "" when not read */
	uint64_t rss, pss, swap;	/* bytes; EV_UNKNOWN */
	uint64_t rss_at_ns, pss_at_ns;
	struct rate rss_rate;
	struct pages pages;		/* summary: up to 128 bins; within the
					 * region, of a part of it when it
					 * changed since */
	struct cause born;
	uint64_t written;		/* pages, since they are tracked */
	struct rate written_rate;	/* fed while they are */
	uint32_t advised;		/* madvise calls seen on it */
	uint64_t advised_ns;
	uint64_t given_back;		/* bytes, by advice that drops pages */
	struct region_faults *faults;	/* NULL: none were told of */
	VEC(struct perm_change) perms;	/* [0] as first seen, then each
					 * change, oldest first; max 16 */
	uint64_t added_ns;		/* 0: was there at the first snapshot */
	uint64_t changed_ns;		/* last change of size or permission */
	uint64_t removed_ns;		/* not 0: gone, kept 2 s to be seen */
	bool unseen;			/* not confirmed since a new attach or
					 * a snapshot */
};

/* Invariant: no two regions overlap, gone ones included (a region that comes
 * where one has gone takes its row). */
struct space {
	VEC(struct region *) regions;	/* sorted by start; gone ones too */
	size_t live;			/* without the gone ones */
	unsigned generation;		/* one up at each exec */
	uint64_t synced_ns;		/* last REGION_SYNC; 0: not known yet */
	uint64_t execed_ns;
	struct pages detail;		/* of the region that is in focus */
	struct pages window;		/* of what is in view of it */
	uint64_t scan_cost;		/* per mille of a CPU, 0 not known */
	struct pages family;		/* of one that it shares with others
					 * since a fork, while that is asked */
	struct rate family_rate;	/* of the bytes of it that are its own */
	struct faults *faults;		/* NULL: none were told of */
	bool resync;			/* the next SYNC drops unseen ones */
	bool rests;			/* private: no rate moves, as long as */
	uint64_t rests_news;		/* the model's news is this */
};

struct task {
	pid_t tid;
	char comm[64];
	char state;			/* R S D T t Z, ? */
	uint64_t in_call;		/* EV_UNKNOWN: runs */
	enum abi in_call_abi;
	uint64_t sp;
	uint64_t calls;			/* memory calls seen */
	struct rate call_rate;
	uint64_t last_row, open_row;	/* seq of its newest call, and of the
					 * one it is in; 0 none */
	bool unseen, call_unseen;	/* private: not confirmed since a
					 * snapshot began */
};

struct mappings;
struct advices;
struct recorded;

struct process {
	pid_t pid, ppid;
	pid_t ns_pid;		/* in its own PID namespace, 0: the same */
	uint64_t start;			/* clock ticks; with pid the identity */
	char comm[64];
	char *exe;
	char *argv;			/* joined by spaces; hostile */
	VEC(struct task) tasks;		/* the main thread first, then by tid */
	struct space space;
	struct ev_usage usage;		/* B-free; EV_UNKNOWN until sampled */
	uint64_t usage_ns;		/* 0: not sampled yet */
	uint64_t pss_ns;		/* usage.pss was read then; 0: not */
	struct rate rss_rate, fault_rate, call_rate;
	uint64_t peak_rss, peak_ns;
	struct ev_writes writes;	/* whether written pages are tracked */
	uint64_t calls;
	bool launched, attached;	/* a root of the tree */
	bool detached;			/* let go; what is here is old */
	uint64_t detached_ns;		/* since then */
	bool ended;
	bool forked;			/* at born_ns; else first seen then */
	uint64_t born_ns, ended_ns;
	int status, signal;		/* when ended: exactly one >= 0; none
					 * when its end was not seen */
	bool core;
	bool unseen;			/* private: as in struct task */
	struct heap *heap;		/* NULL: nothing was told of it */
	struct growth *since;		/* what was resident when it was looked
					 * at first; NULL: not known yet */
	struct mappings *mappings;	/* private: recent mapping calls */
	struct advices *advices;	/* private: recent madvise calls */
	struct recorded *recorded;	/* private: and records of perf */
};

/* A call as it was, its path owned. */
struct call_row {
	uint64_t seq;			/* 1, 2, 3... */
	uint64_t time_ns;
	pid_t pid, tid;
	char source;			/* who told it, ... */
	uint8_t also;			/* ... and who else: EVF_ALSO */
	struct ev_call call;		/* call.path.data is owned */
	unsigned repeats;		/* equal calls in a row of one task: x6;
					 * 1 for one, times and result are of
					 * the first */
	bool open;			/* entered, not returned yet; when not
					 * and phase is PHASE_ENTER: its task
					 * ended, it never returned, or that
					 * was not seen */
};

struct signal_row {
	uint64_t seq;
	uint64_t time_ns;
	pid_t pid, tid;
	char source;			/* who told it, */
	uint8_t also;			/* ... and who else: EVF_ALSO */
	struct ev_signal signal;	/* region_name.data is owned */
	char sender_comm[64];		/* as known when it came; "" unknown */
	int child_status;		/* SIGCHLD: si_status, else 0 */
};

struct note_row {
	uint64_t seq;
	uint64_t time_ns;
	struct ev_note note;		/* text.data is owned */
};

/* Events that were lost; what came before is older, what came after not. */
struct gap_row {
	uint64_t seq;
	uint64_t time_ns;
	uint64_t count;
};

/* The program's terminal. */
struct output {
	unsigned rows, cols;		/* 0: there is none */
	unsigned cursor_row, cursor_col;
	bool cursor_shown;
	struct output_cell *cells;	/* rows x cols */
	uint64_t changed_ns;
};

/* The file in view, by offset: what REQ_FILE asked for, as last told.  Counts
 * are of pages, EV_UNKNOWN where *_why says why. */
#define STRIP_BINS_MAX 4096
struct file_strip {
	pid_t pid;			/* 0: none was told */
	uint64_t time_ns;
	uint64_t start;			/* of the region that was asked for */
	uint64_t dev, inode, size;
	char *name;
	uint32_t page_size;
	uint64_t bin_pages;
	size_t n;
	struct file_bin *bins;		/* from offset 0 on */
	enum strip_how how;
	enum strip_why cached_why, dirty_why;
	int error;
	uint64_t cached, dirty, mapped, private, ever;
	bool shared;			/* mapped shared, to be written */
	uint64_t mappings, ranges, ever_n;	/* how many there are */
	size_t n_parts, n_now, n_ever;	/* of them here */
	struct file_span *parts;
	struct page_range *now_ranges, *ever_ranges;	/* offsets */
};

/* A frame as EV_STACK has it; the texts are "" where there is none. */
struct frame {
	struct stack_frame at;
	const char *function, *module, *file, *lines;	/* hostile */
};

/* The frames that were asked for last. */
struct backtrace {
	pid_t pid, tid;			/* tid 0: none were */
	uint64_t time_ns;		/* its registers were read then */
	uint64_t took_ns;
	enum stack_why why;
	int error;
	enum stack_end end;
	VEC(struct frame) frames;	/* the innermost first */
	char *text;			/* theirs, owned */
	uint64_t told;			/* one up with each */
	uint64_t signal;		/* that ended it there, 0: it was held */
};

#define MODEL_SPARK 120			/* two samples a second */
struct spark {
	uint64_t v[MODEL_SPARK];	/* a ring; newest at (n - 1) % SPARK */
	uint64_t n;			/* samples ever taken */
	uint64_t last_ns;
};

/* The trace ring of one CPU. */
struct ring_row {
	struct ev_ring told;
	struct rate rate;			/* of what was read */
};

struct model {
	uint64_t now_ns;		/* the time of the newest event */
	uint64_t page_size;
	char *command, *kernel;
	VEC(struct process *) processes; /* by pid, of one pid the newest last;
					 * tree order is made by the pane */
	struct ev_status status;	/* what the engine does */
	uint64_t status_ns;
	struct ev_system system;
	uint64_t system_ns;		/* 0: not sampled yet */
	struct rate mem_used_rate, mem_avail_rate, mem_free_rate;
	struct spark used_spark, avail_spark, free_spark;
	struct spark rss_spark;		/* of the main process */
	/* Rings: element seq is at (seq - 1) % MAX; first is the oldest kept */
	struct call_row *calls;
	uint64_t calls_first, calls_last;	/* seq; last 0: none */
	struct rate call_rate;
	uint64_t calls_total;
	uint64_t faults_total;
	struct rate faults_rate;
	struct ev_source perf;			/* what it does, or why not */
	bool perf_known;
	struct ev_source ring;			/* the same */
	bool ring_known;
	bool heap_known;			/* a program tells of its heap */
	struct rate heap_rate;			/* of its records */
	uint64_t ring_calls;			/* of calls_total */
	struct rate ring_rate;
	VEC(struct ring_row) rings;		/* by CPU */
	struct ev_cost cost;
	bool cost_known;
	struct signal_row *signals;
	uint64_t signals_first, signals_last;
	struct note_row *notes;
	uint64_t notes_first, notes_last;
	struct gap_row gaps[MODEL_GAPS_MAX];
	uint64_t gaps_first, gaps_last;
	struct output output;
	struct file_strip strip;
	struct backtrace backtrace;
	struct contents contents;
	uint64_t lost;			/* by all, as they said */
	uint64_t lost_link;		/* of them, on the way to the screen */
	uint64_t lost_perf;		/* of them, page faults */
	uint64_t lost_ring;		/* of them, of the trace ring */
	uint64_t lost_heap;		/* of them, records of --heap */
	struct {			/* mappings that they told of, and the
					 * map does not have */
		uint64_t ptrace, perf, ring;
	} denied;
	size_t heap_sites;		/* of all processes */
	uint64_t heaps;			/* so many there ever were */
	uint64_t dropped;		/* payloads that could not be true */
	uint64_t events;
	uint64_t news;			/* grows when a region may have changed
					 * in itself or in what it comes to */
	bool ended;			/* EV_END seen */
	bool snapshot;			/* private: one is being told */
	struct process *main;		/* private: see model_main() */
	uint64_t ticked_ns;		/* private: the last housekeeping */
	uint64_t period_ns;		/* between the last two samples of the
					 * machine; 0 not known */
	uint64_t late_until_ns;		/* private: after a gap in them */
	uint64_t told_ns;		/* private: all samples before that are
					 * in the model; 0 not known */
};

/* At that time more than two periods have passed since the last sample: mmtop was
 * stopped, or got no CPU. */
bool model_in_gap(const struct model *m, uint64_t time_ns);
/* The sampler counts the regions of p less often than once in a period. */
static inline bool process_is_late(const struct process *p)
{
	return p->usage.counted_ns && p->usage.counted_ns != EV_UNKNOWN;
}

struct model *model_new(void);
void model_free(struct model *m);
/* The only way in.  Hostile payloads are clamped, never trusted. */
void model_event(struct model *m, const struct event *ev);
/* As event_fn; arg is the model. */
void model_event_fn(void *m, const struct event *ev);

/* The trace ring tells of calls now: without a stop, at level watch. */
bool model_ring_tells(const struct model *m);
/* Anybody does. */
bool model_tells_calls(const struct model *m);
/* Others than ptrace and the map tell of something. */
bool model_has_others(const struct model *m);
/* All processes are watched, and none of them closely: there is no main one, and
 * there are no regions. */
bool model_everybody(const struct model *m);
/* No process is there: this is what was captured of some. */
bool model_captured(const struct model *m);
/* From now on no frame is forgotten: all of them come from a file. */
void model_keep_frames(struct model *m);
/* NULL when there is none. */
struct process *model_process(const struct model *m, pid_t pid);
struct process *model_process_of_task(const struct model *m, pid_t tid);
struct task *process_task(const struct process *p, pid_t tid);
/* The main process: what was launched or first attached; NULL before it. */
struct process *model_main(const struct model *m);

/* The live region that contains addr, or NULL. */
struct region *space_find(const struct space *s, uint64_t addr);
/* The live region that begins at start, or NULL. */
struct region *space_at(const struct space *s, uint64_t start);
/* The newest whole picture of a region's pages: the detail of the region in
 * focus, which is looked at more often, or its summary. */
const struct pages *space_pages(const struct space *s,
				const struct region *r);
/* Index of the first region (gone ones included) with end > addr. */
size_t space_index(const struct space *s, uint64_t addr);

/* Row seq, or NULL when it is not kept (any more). */
const struct call_row *model_call(const struct model *m, uint64_t seq);
const struct signal_row *model_signal(const struct model *m, uint64_t seq);
const struct note_row *model_note(const struct model *m, uint64_t seq);
const struct gap_row *model_gap(const struct model *m, uint64_t seq);

/* True when a and b are maps of one file side by side: one folded row. */
bool region_same_file(const struct region *a, const struct region *b);

#endif
