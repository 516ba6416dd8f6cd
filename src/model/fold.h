/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parts of the model: one function for each event kind, one file for each
 * part.
 *
 * Private to src/model/.  The fold_...() functions do not trust the payload:
 * they drop impossible values with model_drop().
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

/* Returns a NUL-terminated copy of at most max bytes; NULs inside become
 * spaces. */
char *bytes_copy(const struct bytes *b, size_t max);
/* Copies the bytes into the array `to`, with a NUL at the end; NULs inside
 * become spaces. */
void bytes_into(char *to, size_t size, const struct bytes *b);

/* --- process.c, task.c -------------------------------------------------- */
void fold_process(struct model *m, const struct event *ev);
/* Marks p as ended.  The caller has set p->status and p->signal; both are -1 if
 * the end was not seen. */
void process_end(struct model *m, struct process *p, uint64_t time_ns);
/* After an exec: clears all values about the memory of p. */
void process_renew(struct process *p, uint64_t time_ns);
void fold_task(struct model *m, const struct event *ev);
void fold_usage(struct model *m, const struct event *ev);
void process_free(struct process *p);
/* Returns the task tid of p, and adds it if it is new.  NULL: p has too many
 * tasks. */
struct task *process_add_task(struct process *p, pid_t tid);
void process_remove_task(struct process *p, pid_t tid);
/* Called after an exec by the thread old_tid: only the leader remains, and
 * takes over the calls of old_tid. */
void process_merge_tasks(struct process *p, pid_t old_tid);

/* --- space.c: regions of one process ------------------------------------ */
void fold_region(struct model *m, const struct event *ev);
void fold_pages(struct model *m, const struct event *ev);
void fold_writes(struct model *m, const struct event *ev);
/* Updates the rates of written pages, which fall even without events.  True if
 * at least one rate changed. */
bool space_tick_writes(struct space *s, uint64_t now);
void space_release(struct space *s);
/* Removes all regions of s.  Used after an exec. */
void space_clear(struct space *s);
/* Marks all regions unseen: the next REGION_SYNC removes the regions that were
 * not reported again before it. */
void space_unconfirm(struct space *s);
/* Adds a sample with the old value to the rates of regions without an event:
 * such regions have not changed, so their rates fall. */
void space_settle(struct model *m, struct space *s, uint64_t time_ns);
/* Frees the regions that were unmapped at before_ns or earlier.  True if it
 * freed any. */
bool space_purge(struct space *s, uint64_t before_ns);
/*
 * Iterates over the regions that overlap [start, end), unmapped ones included,
 * by address.  At most 65,536 regions are visited, as no real call covers more:
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
/* Removes [start, end) from every region.  A region inside the range is freed
 * or, if gone_ns is not 0, marked as unmapped at gone_ns.  A region that is
 * only partly inside is cut. */
void space_carve(struct space *s, uint64_t start, uint64_t end,
		 uint64_t gone_ns);

/* --- region.c ----------------------------------------------------------- */
struct region *region_new(const struct ev_region *ev, uint64_t time_ns);
void region_free(struct region *r);
/* Copies the values of the event into r. */
void region_update(struct region *r, const struct ev_region *ev,
		   uint64_t time_ns);
/* Clears vmflags of r, since an event without vmflags does not change them. */
void region_forget_vmflags(struct region *r);
void region_cut_front(struct region *r, uint64_t start);
void region_cut_back(struct region *r, uint64_t end);
/* Splits r, which then ends at `at`.  Returns a new region for the part
 * above. */
struct region *region_split(struct region *r, uint64_t at);

/* --- cause.c: the call that created a region ---------------------------- */
/* Stores a call that has returned, and sets it as the cause of the existing
 * regions that it created. */
void cause_call(const struct model *m, struct process *p,
		const struct event *ev);
/* Adds the sources that also reported this call to the causes that refer to
 * it. */
void cause_add_sources(struct process *p, const struct join_span *call,
		       uint8_t also);
/* Sets the cause of a new region from the stored calls. */
void cause_join(const struct model *m, const struct process *p,
		struct region *r);
/* Sets the thread and time of a permission change of r from the stored
 * calls. */
void cause_perm(const struct process *p, const struct region *r,
		struct perm_change *change);
void cause_release(struct process *p);

/* --- advice.c ----------------------------------------------------------- */
void advice_call(const struct model *m, const struct event *ev);
/* Applies the stored advice to a new region, even if the region's cause is
 * unknown. */
void advice_join(const struct process *p, struct region *r);
void advice_release(struct process *p);

/* --- perf_join.c: calls that perf recorded, in addition to ptrace -------- */
/* `row` is the seq of the call's row; 0: the call has no row. */
void recorded_call(struct model *m, struct process *p, const struct event *ev,
		   uint64_t row);
void fold_map(struct model *m, const struct event *ev);
void recorded_release(struct process *p);

/* --- snapshot.c: the state, repeated after a loss ------------------------ */
void fold_lost(struct model *m, const struct event *ev);
void fold_snapshot(struct model *m, const struct event *ev);
/* Marks p as seen again if ev has the flag EVF_AGAIN. */
void snapshot_mark_seen(struct model *m, struct process *p,
			const struct event *ev);

/* --- sources.c ----------------------------------------------------------- */
void fold_source(struct model *m, const struct event *ev);
void fold_cost(struct model *m, const struct event *ev);
void fold_ring(struct model *m, const struct event *ev);
void fold_denied(struct model *m, const struct event *ev);

/* --- faults.c ------------------------------------------------------------ */
void fold_symbol(struct model *m, const struct event *ev);
void fold_fault(struct model *m, const struct event *ev);
/* Forgets the faults of the pages in [start, end), which was unmapped. */
void faults_unmap(struct faults *f, uint64_t start, uint64_t end);
/* After a REGION_SYNC: assigns waiting faults to their regions.  Faults without
 * a region are counted in `homeless`. */
void faults_sync(struct space *s, uint64_t time_ns);
/* Remembers the file of an executable mapping that perf recorded. */
void faults_map(struct space *s, const struct event *ev);
/* Adds a sample to each fault rate: without faults, the rates fall. */
void faults_settle(struct space *s, uint64_t time_ns);

/* --- heap.c -------------------------------------------------------------- */
void fold_heap(struct model *m, const struct event *ev);
void heap_release(struct heap *h);
/* Adds a sample to the rates of all sites.  True if at least one rate
 * changed. */
bool heap_settle(struct heap *h, uint64_t time_ns);
/* Sets all rates to 0 until the next event. */
void heap_zero_rates(struct heap *h);

/* --- calls.c, rows.c, output.c, strip.c, cgroup.c, and others ------------ */
void fold_call(struct model *m, const struct event *ev);
/* The current call of task t will not return, or its return was missed. */
void calls_abandon(struct model *m, struct task *t);
void calls_release(struct model *m);
void calls_add_sources(struct model *m, uint64_t seq, uint8_t also);
void fold_signal(struct model *m, const struct event *ev);
void fold_note(struct model *m, const struct event *ev);
void rows_release(struct model *m);
void fold_output(struct model *m, const struct event *ev);
void fold_strip(struct model *m, const struct event *ev);
void strip_release(struct file_strip *f);
void fold_cgroup(struct model *m, const struct event *ev);
void cgroup_release(struct cgroup *c);
void fold_stack(struct model *m, const struct event *ev);
void backtrace_release(struct backtrace *b);
void fold_frame(struct model *m, const struct event *ev);
void fold_contents(struct model *m, const struct event *ev);
/* After an exec: drops the blocks of live memory of pid. */
void contents_forget(struct contents *c, pid_t pid);
void contents_release(struct contents *c);
void fold_system(struct model *m, const struct event *ev);
void fold_status(struct model *m, const struct event *ev);
/* Sets all rates of p to 0 until the next sample. */
void process_zero_rates(struct process *p);
/* True in a gap between samples and just after it, when values may have changed
 * without an event. */
bool model_is_late(const struct model *m);
/* Called before a changed value is added to r.  If r is resting, its value was
 * constant until the last sample. */
void model_wake(const struct model *m, struct rate *r);
void spark_add(struct spark *s, uint64_t time_ns, uint64_t value);

#endif
