/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sampler: what /proc tells of the processes that the tracer announced.
 *
 * Private to source/sample.  Everything is done in slices from drain(): jobs
 * that are due are worked on until the deadline and go on where they were.
 *
 *	space.c		the map, read when it is due; maps/read.c: its text
 *	patch.c		the same at the addresses that calls changed
 *	edits.c		how the old regions become the new ones -> REGION
 *	regions.c	regions by themselves
 *	owners.c	whose they are
 *	asked.c		who asked for them; asked_job.c, caller.c: by the frames
 *			of the call
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
 *	quiet.c		... so that its map need not be read
 *	strip.c		the file in view, from its beginning to its end -> STRIP
 *
 * What is kept of them is declared in state.h.
 *
 * Only changes are emitted.  What was emitted is remembered here, so that a
 * fact is compared with what the model already has.  When some of it was lost
 * on the way (EV_SNAPSHOT) it is told once more, marked EVF_AGAIN: the regions
 * from memory, before anything new, the rest by the next look at it.
 *
 * A process is known by `via`: normally 0, else the thread whose files stand
 * in because the leader has ended before it (a zombie's maps are empty).
 */
#ifndef SOURCE_SAMPLE_CORE_SAMPLE_H
#define SOURCE_SAMPLE_CORE_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/str.h"
#include "event/event.h"
#include "parse/maps.h"
#include "source/sample/core/state.h"
#include "source/source.h"

/* --- sample.c ------------------------------------------------------------ */

void sample_emit(struct sampler *s, const struct event *ev);
struct event sample_event(struct sampler *s, enum event_kind kind, pid_t pid,
			  pid_t tid);
/* NOTE_UNREADABLE, once for each process and file. */
void sample_unreadable(struct sampler *s, struct sproc *p,
		       enum sproc_file file, int error);
/* A file of the process, by `via` where the leader is gone. */
MUST_CHECK int sproc_open(struct sampler *s, const struct sproc *p,
			  const char *file);
/* Whether that process' pages are looked at. */
bool sproc_selected(const struct sampler *s, const struct sproc *p);
/* The process in focus: the one asked for, else the main one. */
pid_t sample_focus(const struct sampler *s);
/* Whether anybody asks for regions or their pages. */
bool sample_wants_maps(const struct sampler *s);
/* What came since, by clock_cpu_ns(), was for pages. */
void sample_spent(struct sampler *s, uint64_t since_cpu_ns);
/* What looking at pages takes, per mille of a CPU. */
uint64_t sample_cost(const struct sampler *s);
/* There is work to do at that time. */
void sample_due(struct sampler *s, uint64_t at_ns);
/* Whether what rests may be looked at less often: the files of a log are told
 * at each period. */
bool sample_may_rest(const struct sampler *s);

/* As source_ops.drain. */
bool sample_drain(void *state, uint64_t budget_ns);

/* --- listen.c: the source's event(), request() and note() ---------------- */

void sample_listen(void *state, const struct event *ev);
/* A call, of those: listen_calls.c. */
void listen_call(struct sampler *s, const struct event *ev);
int sample_request(void *state, const struct request *req);
bool sample_note(void *state, const struct fact *fact);

/* --- jobs: each works until the deadline; true when it did something ----- */

bool space_work(struct sampler *s, struct sproc *p, uint64_t deadline);
/* regions.c: fresh regions, and what is kept of old ones.  maps_fd: as for
 * region_name(). */
struct sregion *sregion_new(const struct maps_entry *e, struct str *name,
			    int maps_fd);
void sregion_free(struct sregion *r);
void sregion_carry_over(const struct sregion *old, struct sregion *r);
/* If the renamed region is of p's executable, the program has the new name too. */
void sproc_renames(struct sproc *p, const struct sregion *old,
		   const struct sregion *r);
/* Asks for those at which the changes were, one by one: they are edits then.
 * False when the whole map has to be read. */
bool patch_ask(struct sampler *s, struct sproc *p);
#define PATCH_MAX 256
/* In an order in which regions never overlap. */
enum region_pass { PASS_REMOVE, PASS_SHRINK, PASS_GROW, PASS_ADD, PASSES };
/* Whether there was something to tell in that pass: old NULL for a new
 * region, r NULL for one that is gone. */
bool region_tell(struct sampler *s, const struct sproc *p,
		 enum region_pass pass, const struct sregion *old,
		 const struct sregion *r, uint8_t flags);
uint64_t line_hash(const uint64_t key[2], const char *p, size_t n);
uint64_t tasks_hash(const struct sproc *p);
void space_drop(struct sampler *s, struct sproc *p);
/* All that was told of its regions and their pages is told once more. */
void space_again(struct sampler *s, struct sproc *p);
void space_emit(struct sampler *s, const struct sproc *p, enum region_op op,
		const struct sregion *r, uint64_t old_start, uint8_t flags);

bool round_work(struct sampler *s, uint64_t deadline);
/* Its pages are counted as soon as can be: all; or those that are new. */
void round_now(struct sproc *p);
void round_added(struct sproc *p);
void round_stop(struct sampler *s);
/* r is another than the rounds have counted. */
void round_recount(struct sampler *s, struct sproc *p,
		   const struct sregion *r);
/* Whether the next round has to count such regions only. */
bool round_is_partial(struct sampler *s, struct sproc *p);
/* The regions of p are about to be replaced by next. */
void round_regions(struct sampler *s, struct sproc *p, const sregions *next);

/* User addresses; the vsyscall page above them has no pages to look at. */
#define ROUND_USER_END (1ull << 63)
/* Fills round.extents with what there is to look at in v. */
void extents_of(struct sampler *s, const struct sproc *p, const sregions *v);
/* After took_ns more of work: is it enough of large extents for a round? */
bool extents_tired(struct sampler *s, uint64_t took_ns);
/* The extent that is being counted is left for the next round. */
void extents_suspend(struct sampler *s);
/* Whether the extent that begins is the one that was left: counts and
 * position are then what they were. */
bool extents_resume(struct sampler *s);

void picture_init(struct picture *d, enum pages_of what);
void picture_release(struct picture *d);
void picture_stop(struct picture *d);
/* Nothing known of it holds: it is made anew, now. */
void picture_forget(struct picture *d);
/* start and end are set. */
bool picture_begin(struct sampler *s, struct picture *d, struct sproc *p);
void picture_step(struct sampler *s, struct picture *d, uint64_t deadline);
/* Nothing has moved since the last one. */
bool picture_rests(struct sampler *s, const struct picture *d, struct sproc *p);
/* When there is something to do; UINT64_MAX: never. */
uint64_t picture_next(const struct picture *d);

void detail_init(struct sampler *s);
void detail_release(struct sampler *s);
bool detail_work(struct sampler *s, uint64_t deadline);
void detail_focus(struct sampler *s, pid_t pid, uint64_t start, bool keen);
/* What is in view of the region in focus; start >= end: all of it. */
void detail_window(struct sampler *s, pid_t pid, uint64_t start, uint64_t end,
		   uint64_t cell_pages);
uint64_t detail_next(const struct sampler *s);
/* It is looked at now, whatever the totals say. */
void detail_now(struct sampler *s);
/* It is told once more, though it has not changed. */
void detail_again(struct sampler *s);
/* The regions of p have changed. */
void detail_regions(struct sampler *s, struct sproc *p);

void family_init(struct family *f);
void family_release(struct family *f);
bool family_work(struct sampler *s, uint64_t deadline);
/* start 0: nobody looks any more. */
void family_look(struct sampler *s, pid_t pid, uint64_t start);
/* It ended, or has another address space now. */
void family_gone(struct sampler *s, pid_t pid);
/* 0: never, 1: at once. */
uint64_t family_due(const struct sampler *s);

bool details_work(struct sampler *s, uint64_t deadline);
void details_begin(struct sampler *s, pid_t pid);
void details_stop(struct sampler *s);
/* Whether there is one to work on. */
bool details_ready(struct sampler *s);

bool usage_work(struct sampler *s, uint64_t deadline);

/* --- leaving.c ------------------------------------------------------------ */

/* Whether that region is of a file, as --trace-mmap counts them. */
bool leaving_is_file(const struct sregion *r);
/* Tells of every process' files what can be told now. */
void leaving_all(struct sampler *s);

void system_sample(struct sampler *s);

/* --- procs.c: which processes and threads there are ---------------------- */

struct sproc *sproc_find(struct sampler *s, pid_t pid);
struct sproc *sproc_add(struct sampler *s, pid_t pid);
void sproc_remove(struct sampler *s, struct sproc *p);
void sproc_remove_all(struct sampler *s);
void sproc_exec(struct sampler *s, struct sproc *p);
struct stask *sproc_task(struct sproc *p, pid_t tid);
struct stask *sproc_add_task(struct sproc *p, pid_t tid);
void sproc_remove_task(struct sproc *p, pid_t tid);
/* Its map is looked at again: as soon as the pace allows, or now. */
void sproc_stale(struct sampler *s, struct sproc *p, bool now);
/* The same where nobody reports changes; elsewhere regions are named anew. */
void sproc_named(struct sampler *s, struct sproc *p);
/* The same, where a call has changed [start, start + len). */
void sproc_changed(struct sampler *s, struct sproc *p, uint64_t start,
		   uint64_t len);

#endif
