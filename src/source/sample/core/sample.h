/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sampler: reads /proc of the processes that the tracer announced.
 *
 * Private to source/sample.  All work is done in slices from drain(): each due
 * job works until the deadline and continues from there in the next drain.
 * In this list, -> names the emitted event, or the fields that are set:
 *
 *	space.c		reads the map when it is due; maps/read.c: its text
 *	patch.c		reads the map only at addresses that calls changed
 *	edits.c		turns the old regions into the new ones -> REGION
 *	regions.c	creates, frees, finds and emits single regions
 *	owners.c	decides the owner of each region:
 *	origin.c	from the call that mapped the region; origin_job.c,
 *			caller.c: from the stack of that call
 *	symbol.c	finds functions at addresses -> SYMBOL
 *	memscan.c	from the region's memory, which memscan_job.c reads
 *	round.c		counts the pages of all regions -> PAGES, rss
 *	extents.c	the order in which a round counts them
 *	detail.c	the region in focus, and the part in view
 *	picture.c	the pages of the region and the part -> PAGES detail
 *	family.c	the same region in processes related by fork
 *	writes.c	written pages -> WRITES; also added to PAGES
 *	details.c	smaps, once per request -> pss, swap, VmFlags
 *	procs.c		the list of processes and threads
 *	usage.c		memory figures of processes -> USAGE, TASK
 *	system.c	memory figures of the machine -> SYSTEM
 *	group.c		the control group in view -> CGROUP
 *	identity.c	build-id or inode generation, as the kernel recorded it
 *	map_check.c	reported mappings that the map does not have -> DENIED
 *	disk.c		checks which file is at a mapped file's path now
 *	files.c		parts of mapped files that were ever resident -> FILE
 *	leaving.c	reads these parts just before they are unmapped
 *	totals.c	counters that show if a process has changed
 *	quiet.c		decides if a map must be read again
 *	strip.c		the file in view, from start to end -> STRIP
 *
 * The state is declared in state.h.
 *
 * The sampler remembers what it emitted, compares, and emits only changes.  If
 * events were lost on the way (EV_SNAPSHOT), it emits everything once more with
 * EVF_AGAIN: first the regions, which it has in memory, then all other data at
 * the next sample.
 *
 * `via` is normally 0.  If the leader of a process has exited before its
 * threads, the leader's maps are empty (it is a zombie): `via` is then the
 * thread whose files are read instead.
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
/* Emits NOTE_UNREADABLE, once for each process and file. */
void sample_unreadable(struct sampler *s, struct sproc *p,
		       enum sproc_file file, int error);
/* Opens a file of the process, or of thread `via` if the leader has exited.
 * Returns a descriptor or -errno. */
MUST_CHECK int sproc_open(struct sampler *s, const struct sproc *p,
			  const char *file);
/* True if the pages of p must be counted. */
bool sproc_selected(const struct sampler *s, const struct sproc *p);
/* Returns the process in focus: the requested process, or the main process if
 * none was requested. */
pid_t sample_focus(const struct sampler *s);
/* True if regions, pages or files were requested. */
bool sample_wants_maps(const struct sampler *s);
/* Adds the CPU time since since_cpu_ns (a value of clock_cpu_ns()) to the
 * overhead of reading pages. */
void sample_spent(struct sampler *s, uint64_t since_cpu_ns);
/* Returns the overhead of reading pages, per mille of a CPU. */
uint64_t sample_cost(const struct sampler *s);
/* Schedules the next run of the sampler for at_ns. */
void sample_due(struct sampler *s, uint64_t at_ns);
/* True if idle processes may be sampled less often.  False while a log of files
 * is written, because the log gets the values of each period. */
bool sample_may_rest(const struct sampler *s);

/* The source's source_ops.drain function. */
bool sample_drain(void *state, uint64_t budget_ns);

/* --- listen.c: the source's event(), request() and note() functions ------ */

void sample_listen(void *state, const struct event *ev);
/* Handles EV_CALL (listen_calls.c). */
void listen_call(struct sampler *s, const struct event *ev);
int sample_request(void *state, const struct request *req);
bool sample_note(void *state, const struct fact *fact);

/* --- system.c ------------------------------------------------------------ */

void system_sample(struct sampler *s);

#endif
