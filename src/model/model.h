/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The model: everything that the panes show, computed from events alone.
 *
 * model_event() is the only way to change it.  The model makes no system call
 * and takes the time only from events, so live, batch, replay and tests run the
 * same code.  Panes read the model and never change it.
 *
 * Ownership: the model owns everything that its pointers lead to.  Pointers
 * into the model are valid until the next model_event().  To refer to an object
 * across events, store its identity: (pid, start time) of a process, (pid,
 * generation, start address) of a region, the sequence number of a call or
 * signal.
 *
 * Strings such as `name`, `comm` and `path` are the target's bytes,
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

/* Numbers of calls, signals, notes, gaps and dead processes that the model
 * stores; the oldest are dropped first. */
#define MODEL_CALLS_MAX 16384
#define MODEL_SIGNALS_MAX 4096
#define MODEL_NOTES_MAX 256
#define MODEL_GAPS_MAX 64
#define MODEL_DEAD_MAX 256
/* Number of dead processes, without the main process, whose regions are
 * stored. */
#define MODEL_DEAD_SPACES 8
/* Beyond these limits, processes, tasks and regions are dropped and counted.
 * No real target reaches them. */
#define MODEL_PROCESSES_MAX 65536
#define MODEL_TASKS_MAX 65536
#define MODEL_REGIONS_MAX 262144
/* How long a region stays in the list after it was unmapped. */
#define MODEL_GONE_NS UINT64_C(2000000000)

/* The call that created a region, and its arguments. */
struct cause {
	uint64_t time_ns;	/* when the call returned; 0: not known */
	pid_t tid;
	enum call_id call;	/* mmap, brk, shmat... */
	uint64_t duration_ns;
	uint64_t prot;		/* as passed to the call */
	uint64_t flags;
	uint64_t length;	/* size argument of the call; EV_UNKNOWN:
				 * none */
	char source;		/* letter of the source that reported the
				 * call */
	uint8_t also;		/* EVF_ALSO flags: other sources that reported
				 * the call */
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
	int64_t owner;			/* of a thread stack: tid; of a System V
					 * segment: shmid; 0: neither */
	struct owner holder;		/* holder.code is owned */
	uint64_t key, attaches;		/* of a System V segment */
	uint64_t offset, dev, inode;
	bool has_generation, own_root;	/* see ev_region; both describe the
					 * region's file */
	enum region_disk disk;
	uint8_t build_id_len;		/* 0: none */
	uint8_t build_id[BUILD_ID_MAX];
	uint64_t generation;
	char *name;			/* "": the mapping is anonymous */
	char *vmflags;			/* "": not read yet */
	uint64_t rss, pss, swap;	/* bytes; EV_UNKNOWN if not known */
	uint64_t rss_at_ns, pss_at_ns;
	struct rate rss_rate;
	struct pages pages;		/* summary of up to 128 bins; covers
					 * only a part of the region if the
					 * region has changed since the scan */
	struct cause born;
	uint64_t written;		/* number of pages written since
					 * tracking started */
	struct rate written_rate;	/* updated while writes are tracked */
	uint32_t advised;		/* number of madvise calls seen */
	uint64_t advised_ns;
	uint64_t given_back;		/* bytes that advice has returned to the
					 * kernel */
	struct region_faults *faults;	/* NULL: no fault reported */
	VEC(struct perm_change) perms;	/* [0]: permissions as first seen,
					 * then the changes, oldest first; at
					 * most 16 */
	uint64_t added_ns;		/* 0: the region is older than the first
					 * snapshot */
	uint64_t changed_ns;		/* last change of size or permission */
	uint64_t removed_ns;		/* time when the region was unmapped (it
					 * is shown for 2 s more); 0: still
					 * mapped */
	bool unseen;			/* not reported again since the last
					 * attach or since a snapshot started */
};

/* Invariant: no two regions overlap, not even unmapped ones.  So a new region
 * replaces the unmapped regions at its addresses. */
struct space {
	VEC(struct region *) regions;	/* sorted by start; with unmapped
					 * regions */
	size_t live;			/* number of regions that are mapped */
	unsigned generation;		/* number of execs so far */
	uint64_t synced_ns;		/* time of the last REGION_SYNC; 0: none
					 * yet */
	uint64_t execed_ns;
	struct pages detail;		/* pages of the region in focus */
	struct pages window;		/* pages of the visible part of the
					 * region in focus */
	uint64_t scan_cost;		/* per mille of a CPU; 0: not known */
	struct pages family;		/* pages of a region shared with other
					 * processes since a fork; valid while
					 * the screen requests them */
	struct rate family_rate;	/* change of the exclusive bytes in
					 * `family` */
	struct faults *faults;		/* NULL: no fault reported */
	bool resync;			/* the next REGION_SYNC removes the
					 * unseen regions */
	bool rests;			/* private: no rate changes while
					 * m->news equals rests_news */
	uint64_t rests_news;		/* private: m->news when `rests` was
					 * set */
};

struct task {
	pid_t tid;
	char comm[64];
	char state;			/* R S D T t Z, ? */
	uint64_t in_call;		/* number of the current system call;
					 * EV_UNKNOWN: none */
	enum abi in_call_abi;
	uint64_t sp;
	uint64_t calls;			/* number of memory calls seen */
	struct rate call_rate;
	uint64_t last_row, open_row;	/* seq of the task's newest call, and of
					 * its current call; 0: none */
	bool unseen, call_unseen;	/* private: not reported again since a
					 * snapshot started */
};

struct mappings;
struct advices;
struct recorded;

struct process {
	pid_t pid, ppid;
	pid_t ns_pid;		/* PID in the process's own PID namespace; 0:
				 * same as pid */
	uint64_t start;			/* clock ticks since boot; together with
					 * pid, identifies the process */
	char comm[64];
	char *exe;
	char *argv;			/* the arguments, joined by spaces;
					 * hostile */
	VEC(struct task) tasks;		/* the main thread is first, the others
					 * are sorted by tid */
	struct space space;
	struct ev_usage usage;		/* without its B fields; fields not
					 * reported yet are EV_UNKNOWN */
	uint64_t usage_ns;		/* time of usage; 0: not sampled yet */
	uint64_t pss_ns;		/* when usage.pss was read; 0: never */
	struct rate rss_rate, fault_rate, majflt_rate, call_rate;
	struct rate cgroup_rate;	/* of usage.cgroup_used */
	uint64_t peak_rss, peak_ns;
	struct ev_writes writes;	/* whether written pages are tracked */
	uint64_t calls;
	bool launched, attached;	/* either is true: the process is a root
					 * of the process tree */
	bool detached;			/* mmtop has detached: the values are
					 * old */
	uint64_t detached_ns;		/* time of the detach */
	bool ended;
	bool forked;			/* true: forked at born_ns; false: first
					 * seen at born_ns */
	uint64_t born_ns, ended_ns;
	int status, signal;		/* after the end exactly one is >= 0;
					 * both are -1 if the end was not
					 * seen */
	bool core;
	bool unseen;			/* private: not reported again since a
					 * snapshot started */
	struct heap *heap;		/* NULL: no heap event yet */
	struct growth *since;		/* the process's memory at its exec or
					 * first full sample; NULL: not known
					 * yet */
	struct mappings *mappings;	/* private: recent mapping calls */
	struct advices *advices;	/* private: recent madvise calls */
	struct recorded *recorded;	/* private: perf records to join */
};

/* One row of the call list. */
struct call_row {
	uint64_t seq;			/* 1, 2, 3... */
	uint64_t time_ns;
	pid_t pid, tid;
	char source;			/* letter of the reporting source */
	uint8_t also;			/* EVF_ALSO flags: other sources that
					 * reported the call */
	struct ev_call call;		/* call.path.data is owned by the row */
	unsigned repeats;		/* number of equal calls that one task
					 * made in succession, at least 1; times
					 * and result are those of the first
					 * call */
	bool open;			/* the call was entered and has not
					 * returned.  False with PHASE_ENTER:
					 * the task ended in the call, or its
					 * return was missed */
};

struct signal_row {
	uint64_t seq;
	uint64_t time_ns;
	pid_t pid, tid;
	char source;			/* letter of the reporting source */
	uint8_t also;			/* EVF_ALSO flags: other sources that
					 * reported the signal */
	struct ev_signal signal;	/* signal.region_name.data is owned by
					 * the row */
	char sender_comm[64];		/* comm of the sender at that time; "":
					 * not known */
	int child_status;		/* si_status of a SIGCHLD; 0 for other
					 * signals */
};

struct note_row {
	uint64_t seq;
	uint64_t time_ns;
	struct ev_note note;		/* note.text.data is owned by the row */
};

/* A loss of `count` events.  Rows with a later time are newer than the loss. */
struct gap_row {
	uint64_t seq;
	uint64_t time_ns;
	uint64_t count;
};

/* The screen of the program's terminal. */
struct output {
	unsigned rows, cols;		/* 0: the program has no terminal */
	unsigned cursor_row, cursor_col;
	bool cursor_shown;
	struct output_cell *cells;	/* rows x cols */
	uint64_t changed_ns;
};

/* The newest answer to REQ_FILE: the pages of a region's file, by file offset.
 * Counts are in pages.  If a count is EV_UNKNOWN, its *_why field has the
 * reason. */
#define STRIP_BINS_MAX 4096
struct file_strip {
	pid_t pid;			/* 0: no answer yet */
	uint64_t time_ns;
	uint64_t start;			/* start address of the requested
					 * region */
	uint64_t dev, inode, size;
	char *name;
	uint32_t page_size;
	uint64_t bin_pages;
	size_t n;
	struct file_bin *bins;		/* from offset 0 */
	enum strip_how how;
	enum strip_why cached_why, dirty_why;
	int error;
	uint64_t cached, dirty, mapped, private, ever;
	bool shared;			/* at least one shared mapping of the
					 * file is writable */
	uint64_t mappings, ranges, ever_n;	/* total numbers, even if fewer
						 * are stored */
	size_t n_parts, n_now, n_ever;	/* numbers of elements stored below */
	struct file_span *parts;
	struct page_range *now_ranges, *ever_ranges;	/* ranges of file
							 * offsets */
};

/* One frame of an EV_STACK event.  A text that is not known is "". */
struct frame {
	struct stack_frame at;
	const char *function, *module, *file, *lines;	/* hostile */
};

/* A backtrace. */
struct backtrace {
	pid_t pid, tid;			/* tid 0: no backtrace yet */
	uint64_t time_ns;		/* when the registers were read */
	uint64_t took_ns;
	enum stack_why why;
	int error;
	enum stack_end end;
	VEC(struct frame) frames;	/* innermost first */
	char *text;			/* owned; the frames' texts */
	uint64_t told;			/* number of backtraces so far */
	uint64_t signal;		/* number of the signal that ended the
					 * thread; 0: the user requested the
					 * backtrace */
	uint64_t mapped;		/* address that the call mapped; 0: the
					 * stack is not that of a past call */
	uint64_t call;			/* seq of that call; 0: not known */
};

/* The newest answer to REQ_CGROUP. */
struct cgroup {
	pid_t pid;			/* 0: no answer yet */
	uint64_t time_ns;
	struct ev_cgroup told;		/* without its B fields */
	char *path, *limit_path, *high_path;	/* owned; hostile */
	struct cgroup_member {
		pid_t pid;
		uint64_t rss;
		char comm[16 + 1];	/* hostile */
	} largest[CGROUP_LARGEST];
	size_t n;
};

#define MODEL_SPARK 120			/* number of samples; two are taken per
					 * second */
struct spark {
	uint64_t v[MODEL_SPARK];	/* a ring; the newest is at (n - 1) %
					 * MODEL_SPARK */
	uint64_t n;			/* number of samples taken */
	uint64_t last_ns;
};

/* The kernel's trace ring of one CPU. */
struct ring_row {
	struct ev_ring told;
	struct rate rate;			/* rate of the events read from
						 * the ring */
};

struct model {
	uint64_t now_ns;		/* the time of the newest event */
	uint64_t page_size;
	char *command, *kernel;
	VEC(struct process *) processes; /* sorted by pid, then by age, not as a
					  * tree */
	struct ev_status status;	/* newest STATUS event of the engine */
	uint64_t status_ns;
	struct ev_system system;
	uint64_t system_ns;		/* 0: not sampled yet */
	struct rate mem_used_rate, mem_avail_rate, mem_free_rate;
	struct spark used_spark, avail_spark, free_spark;
	struct spark rss_spark;		/* RSS of the main process */
	/* Calls, signals, notes and gaps are stored in rings: element seq is at
	 * (seq - 1) % MAX. ..._first is the oldest stored seq. */
	struct call_row *calls;
	uint64_t calls_first, calls_last;	/* values of seq; calls_last is
						 * 0: no calls yet */
	struct rate call_rate;
	uint64_t calls_total;
	uint64_t faults_total;
	struct rate faults_rate;
	struct ev_source perf;			/* state of the perf source */
	bool perf_known;
	struct ev_source ring;			/* state of the trace ring */
	bool ring_known;
	bool heap_known;			/* true: the heap source is
						 * on */
	struct rate heap_rate;			/* heap records per second */
	uint64_t ring_calls;			/* part of calls_total that came
						 * from the trace ring */
	struct rate ring_rate;
	VEC(struct ring_row) rings;		/* sorted by CPU */
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
	struct cgroup cgroup;
	struct backtrace backtrace;	/* the newest one: the user requested
					 * it, or a signal ended its thread */
	struct backtrace call_stack;	/* the newest one of a past call */
	struct contents contents;
	uint64_t lost;			/* number of lost events of all LOST
					 * events */
	uint64_t lost_link;		/* part of `lost`: events lost on the
					 * link from the engine to the screen */
	uint64_t lost_perf;		/* part of `lost`: page faults */
	uint64_t lost_ring;		/* part of `lost`: events of the trace
					 * ring */
	uint64_t lost_heap;		/* part of `lost`: records of --heap */
	struct {			/* mappings that a source reported, but
					 * /proc/PID/maps did not confirm */
		uint64_t ptrace, perf, ring;
	} denied;
	size_t heap_sites;		/* number of heap sites of all
					 * processes */
	uint64_t heaps;			/* heaps created so far */
	uint64_t dropped;		/* payloads dropped because their values
					 * are impossible */
	uint64_t events;
	uint64_t news;			/* incremented when a region, or a value
					 * derived from it, may have changed */
	uint64_t instance;		/* differs for all copies: 0 is the
					 * model of model_new() */
	bool ended;			/* EV_END has arrived */
	bool snapshot;			/* private: inside a snapshot */
	struct process *main;		/* private: see model_main() */
	uint64_t ticked_ns;		/* private: time of the last
					 * housekeeping */
	uint64_t period_ns;		/* time between the last two system
					 * samples; 0: not known */
	uint64_t late_until_ns;		/* private: after a gap in the samples,
					 * values may be out of date until this
					 * time */
	uint64_t told_ns;		/* private: all samples up to this time
					 * have arrived; 0: not known */
};

/* True if, at time_ns, more than two periods have passed since the last system
 * sample: mmtop was stopped, or was not scheduled. */
bool model_in_gap(const struct model *m, uint64_t time_ns);
/* True if the sampler counts the regions of p less often than once per
 * period. */
static inline bool process_is_late(const struct process *p)
{
	return p->usage.counted_ns && p->usage.counted_ns != EV_UNKNOWN;
}

struct model *model_new(void);
void model_free(struct model *m);
/* Returns an exact copy, private state included: the same events change both in
 * the same way.  *bytes is about the memory that the copy takes. */
struct model *model_copy(const struct model *m, size_t *bytes);
/* Folds an event into the model.  This is the only function that changes the
 * model.  Hostile payloads are clamped or dropped. */
void model_event(struct model *m, const struct event *ev);
/* model_event() as an event_fn; m is the model. */
void model_event_fn(void *m, const struct event *ev);

/* True if the trace ring reports calls now: it is on, and the level is
 * watch. */
bool model_ring_has_calls(const struct model *m);
/* True if any source reports calls. */
bool model_calls_reported(const struct model *m);
/* True if a source other than ptrace and /proc/PID/maps reports events. */
bool model_has_others(const struct model *m);
/* True in system-wide mode: no main process and no regions. */
bool model_is_system_wide(const struct model *m);
/* True if the model shows a capture file, not a live process. */
bool model_captured(const struct model *m);
/* Makes the model keep all frames from now on: they come from a capture
 * file. */
void model_keep_frames(struct model *m);
/* Returns NULL if there is no such process. */
struct process *model_process(const struct model *m, pid_t pid);
struct process *model_process_of_task(const struct model *m, pid_t tid);
struct task *process_task(const struct process *p, pid_t tid);
/* The main process: the launched program, or the process attached first.  NULL
 * before it is known. */
struct process *model_main(const struct model *m);

/* The mapped region that contains addr, or NULL. */
struct region *space_find(const struct space *s, uint64_t addr);
/* The mapped region that starts at the address `start`, or NULL. */
struct region *space_at(const struct space *s, uint64_t start);
/* The newest complete page scan of region r: the more frequent detail scan if r
 * is in focus, otherwise its summary. */
const struct pages *space_pages(const struct space *s,
				const struct region *r);
/* Index of the first region (unmapped ones included) with end > addr. */
size_t space_index(const struct space *s, uint64_t addr);

/* Returns the row with number seq; NULL if that row is not stored. */
const struct call_row *model_call(const struct model *m, uint64_t seq);
const struct signal_row *model_signal(const struct model *m, uint64_t seq);
const struct note_row *model_note(const struct model *m, uint64_t seq);
const struct gap_row *model_gap(const struct model *m, uint64_t seq);

/* True if a and b map the same file.  Adjacent regions of one file fold into
 * one row. */
bool region_same_file(const struct region *a, const struct region *b);

#endif
