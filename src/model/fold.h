/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How the fold is divided: one function a kind of event, one file a part.
 *
 * Private to src/model/.  Each fold_...() trusts nothing in the payload;
 * what cannot be true is dropped by model_drop().
 */
#ifndef MODEL_FOLD_H
#define MODEL_FOLD_H

#include "event/join.h"
#include "model/model.h"

#define HALF_SECOND UINT64_C(500000000)

static inline void model_drop(struct model *m)
{
	m->dropped++;
}

/* A NUL-terminated copy of at most max bytes; NULs inside become blanks. */
char *bytes_copy(const struct bytes *b, size_t max);
/* The same into a fixed array. */
void bytes_into(char *to, size_t size, const struct bytes *b);

/* --- process.c, task.c -------------------------------------------------- */
void fold_process(struct model *m, const struct event *ev);
/* Its end: status and signal as they stand in p, -1 both: not seen. */
void process_end(struct model *m, struct process *p, uint64_t time_ns);
/* exec: nothing of its memory is what it was. */
void process_renew(struct process *p, uint64_t time_ns);
void fold_task(struct model *m, const struct event *ev);
void fold_usage(struct model *m, const struct event *ev);
void process_free(struct process *p);
/* The task, made when it is not there yet; NULL when there are too many. */
struct task *process_add_task(struct process *p, pid_t tid);
void process_remove_task(struct process *p, pid_t tid);
/* exec: only the leader is left; it goes on with what old_tid was doing. */
void process_merge_tasks(struct process *p, pid_t old_tid);

/* --- space.c: regions of one process ------------------------------------ */
void fold_region(struct model *m, const struct event *ev);
void fold_pages(struct model *m, const struct event *ev);
void fold_writes(struct model *m, const struct event *ev);
/* Rates of written pages, which also fall. */
bool space_tick_writes(struct space *s, uint64_t now);
void space_release(struct space *s);
/* Without regions, as after exec. */
void space_clear(struct space *s);
/* Every region is to be confirmed before the next SYNC. */
void space_unconfirm(struct space *s);
/* Regions that nothing is said of have not changed: so their rates fall, where
 * otherwise the last one would stand for ever. */
void space_settle(struct model *m, struct space *s, uint64_t time_ns);
/* Regions that went before `before_ns` vanish. */
bool space_purge(struct space *s, uint64_t before_ns);
/*
 * The regions of [start, end), removed ones too, in order; at most 65,536 of
 * them, since a call that covers more is no program's doing:
 *
 *	w = space_walk(s, start, end);
 *	while ((r = space_next(&w)) != NULL)
 */
struct space_walk {
	const struct space *space;
	size_t at, stop;
	uint64_t end;
};
struct space_walk space_walk(const struct space *s, uint64_t start,
			     uint64_t end);
struct region *space_next(struct space_walk *w);
/* Takes [start, end) away from every region: those inside go, or, when
 * gone_ns is not 0, stay as gone since then; others are cut. */
void space_carve(struct space *s, uint64_t start, uint64_t end,
		 uint64_t gone_ns);

/* --- region.c ----------------------------------------------------------- */
struct region *region_new(const struct ev_region *ev, uint64_t time_ns);
void region_free(struct region *r);
/* Takes over what the event says. */
void region_update(struct region *r, const struct ev_region *ev,
		   uint64_t time_ns);
/* Its VmFlags are not known: nothing else tells of them. */
void region_forget_vmflags(struct region *r);
void region_cut_front(struct region *r, uint64_t start);
void region_cut_back(struct region *r, uint64_t end);
/* r ends at `at`; the rest from `at` on is returned. */
struct region *region_split(struct region *r, uint64_t at);

/* --- cause.c: which call made a region ---------------------------------- */
/* Notes a call that came back; joins it with the regions that are there. */
void cause_call(const struct model *m, struct process *p,
		const struct event *ev);
/* Others told of that call too. */
void cause_also(struct process *p, const struct join_span *call, uint8_t also);
/* What is known of a region that appeared. */
void cause_join(const struct model *m, const struct process *p,
		struct region *r);
/* Who changed the permission of a region that now is r. */
void cause_perm(const struct process *p, const struct region *r,
		struct perm_change *change);
void cause_release(struct process *p);

/* --- advice.c ----------------------------------------------------------- */
void advice_call(const struct model *m, const struct event *ev);
/* A region is new, its cause known or not: what was advised of it already. */
void advice_join(const struct process *p, struct region *r);
void advice_release(struct process *p);

/* --- recorded.c: calls that perf recorded a mapping of -------------------- */
/* The call is in that row, 0 none. */
void recorded_call(struct model *m, struct process *p, const struct event *ev,
		   uint64_t row);
void fold_map(struct model *m, const struct event *ev);
void recorded_release(struct process *p);

/* --- snapshot.c: what is told again after a loss ------------------------- */
void fold_lost(struct model *m, const struct event *ev);
void fold_snapshot(struct model *m, const struct event *ev);
/* ev tells of p, maybe not for the first time. */
void snapshot_see(struct model *m, struct process *p, const struct event *ev);

/* --- sources.c ----------------------------------------------------------- */
void fold_source(struct model *m, const struct event *ev);
void fold_cost(struct model *m, const struct event *ev);
void fold_ring(struct model *m, const struct event *ev);
void fold_denied(struct model *m, const struct event *ev);

/* --- faults.c ------------------------------------------------------------ */
void fold_fault(struct model *m, const struct event *ev);
/* What was there is no more: its pages did not fault. */
void faults_unmap(struct faults *f, uint64_t start, uint64_t end);
/* The map is whole: what waited for its region finds it now or never. */
void faults_sync(struct space *s, uint64_t time_ns);
/* A record of perf: what is there now. */
void faults_map(struct space *s, const struct event *ev);
/* Rates of what faults no more fall. */
void faults_settle(struct space *s, uint64_t time_ns);

/* --- heap.c -------------------------------------------------------------- */
void fold_heap(struct model *m, const struct event *ev);
void heap_release(struct heap *h);
/* Rates of what nothing is told of fall; true where one moved. */
bool heap_settle(struct heap *h, uint64_t time_ns);
/* And stand at 0 until the next telling. */
void heap_still(struct heap *h);

/* --- calls.c, rows.c, output.c, strip.c, backtrace.c, contents.c, totals.c --- */
void fold_call(struct model *m, const struct event *ev);
/* The task is gone: the call that it was in never returns. */
void calls_abandon(struct model *m, struct task *t);
void calls_release(struct model *m);
void calls_also(struct model *m, uint64_t seq, uint8_t also);
void fold_signal(struct model *m, const struct event *ev);
void fold_note(struct model *m, const struct event *ev);
void rows_release(struct model *m);
void fold_output(struct model *m, const struct event *ev);
void fold_strip(struct model *m, const struct event *ev);
void strip_release(struct file_strip *f);
void fold_stack(struct model *m, const struct event *ev);
void backtrace_release(struct backtrace *b);
void fold_frame(struct model *m, const struct event *ev);
void fold_contents(struct model *m, const struct event *ev);
/* exec: what was there is not what is there. */
void contents_forget(struct contents *c, pid_t pid);
void contents_release(struct contents *c);
void fold_system(struct model *m, const struct event *ev);
void fold_status(struct model *m, const struct event *ev);
/* All its rates stand at 0 until the next sample. */
void process_still(struct process *p);
/* A gap in the samples lasts, or has just ended: figures without a new event may
 * have changed. */
bool model_is_late(const struct model *m);
/* The value changes.  If the rate rested, the value was constant until the last
 * sample. */
void model_wake(const struct model *m, struct rate *r);
void spark_add(struct spark *s, uint64_t time_ns, uint64_t value);

#endif
