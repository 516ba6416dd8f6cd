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
#include "parse/proc/maps.h"
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

/* --- system.c ------------------------------------------------------------ */

void system_sample(struct sampler *s);

#endif
