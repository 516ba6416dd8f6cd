/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tracks which pages of a process are written: the sampler's part.  The tracer
 * provides a userfaultfd of the process's memory (source/trace/track/track.h).
 * The sampler registers private memory with it, region by region and again
 * whenever the map changes, and scans it at most ten times a second.
 * Registering and scanning once is a pass.
 *
 *	REQ_TRACK			emits STARTING
 *	writes_begin(s, &tracked)	the descriptor, or why there is none
 *	   writes_work()		registers, scans
 *	   writes_fill()		adds written pages to bins of a region
 *	writes_end(s, p)		off, exec, exit: unregisters in steps
 *
 * Without a userfaultfd, and only if the user allows it, soft-dirty bits are
 * read and reset instead (softlook.h).
 *
 * In memory that exists when tracking starts, writes are counted from the end
 * of the first pass on.  Memory that is mapped later, or moved by mremap,
 * counts as written once, when it is first seen.  Memory of files and shared
 * memory is not tracked, because the kernel reports pages as written there that
 * were only read.
 *
 * If memory is registered with another userfaultfd, mmtop first waits.  The
 * tracer has checked that the program has none of its own, so this userfaultfd
 * may belong to an mmtop that was killed.  The kernel closes it when no process
 * has a copy any more.  Copies may be in processes of the killed mmtop, and in
 * processes forked while it was open; these close it when they get the CPU
 * (source/trace/keep/guard.h, sys/reader/process.h).
 */
#ifndef SOURCE_SAMPLE_WRITES_WRITES_H
#define SOURCE_SAMPLE_WRITES_WRITES_H

#include <stdbool.h>
#include <stdint.h>

#include "source/sample/core/sample.h"
#include "source/sample/writes/softlook.h"
#include "sys/pages/set.h"
#include "sys/pages/writes.h"

/* At most ten passes a second. */
#define WRITES_PACE_NS (100 * NS_PER_MS)
/* While calls that need unregistered memory run, no pass registers any.  After
 * this time, mmtop assumes that it has missed the end of a call.  It is long,
 * because a program that waits for a CPU may need seconds for a call. */
#define WRITES_FREE_NS (10 * NS_PER_S)

enum writes_phase { LOOK_IDLE, LOOK_REGISTER, LOOK_SCAN };

struct writes {
	struct ev_writes told;		/* the event that was emitted last */
	int uffd, maps, pagemap;	/* -1: not open; `maps` is open while
					 * `uffd` is */
	enum writes_phase phase;
	bool armed;			/* the first pass is complete */
	bool stale;			/* some memory of the map is not
					 * registered yet */
	size_t runs;			/* number of runs of adjacent regions in
					 * the last pass */
	unsigned waits;			/* number of passes that found memory
					 * registered with another
					 * userfaultfd */
	uint64_t pos;			/* addresses below it were handled in
					 * this pass */
	size_t at;			/* index of the first region that is at
					 * or above `pos` */
	struct writescan scan;
	struct softlook soft;
	struct pageset round;		/* written pages not yet emitted in
					 * PAGES by a round (pages.h) */
	VEC(pid_t) free_calls;		/* tasks in a call for which memory was
					 * unregistered */
	uint64_t free_ns;		/* when the first of these calls
					 * started */
	uint64_t freed;			/* for these calls, areas below it were
					 * unregistered, or their edges */
	bool postponed;			/* memory stays unregistered until the
					 * last of these calls ends */
	uint64_t due, begun_ns, spent_ns, told_ns;
	uint64_t regions, bytes, left;
};

/* Called when tracking was requested, before a descriptor exists. */
void writes_ask(struct sampler *s, struct sproc *p);
void writes_begin(struct sampler *s, const struct fact_tracked *t);
/* `alive`: the memory of the process still exists. */
void writes_end(struct sampler *s, struct sproc *p, bool alive);
void writes_free(struct sampler *s, struct sproc *p, bool alive);
/* Called when the regions of p have changed. */
void writes_regions(struct sampler *s, struct sproc *p);
bool writes_work(struct sampler *s, uint64_t deadline);
/* Returns the time of the next work for p; 0: none, 1: now. */
uint64_t writes_due(const struct sampler *s, const struct sproc *p);
/* True if the written pages of the region are part of its PAGES events. */
bool writes_tracks(const struct sproc *p, const struct sregion *r);
/* Replaces the written pages of b with those of `from`, and appends their
 * ranges to `ranges`, which may be NULL. */
void writes_fill(const struct pageset *from, struct binner *b,
		 page_ranges *ranges);
/* Records that [start, end) was written. */
void writes_add(struct sampler *s, struct sproc *p, uint64_t start,
		uint64_t end);
/* Emits the state of the tracking once more. */
void writes_again(struct sampler *s, struct sproc *p);
/* True for private memory of the process, whatever its permissions.  mmtop
 * registers all of it, because an area may merge with its neighbours when its
 * permissions change (writecall.h). */
bool writes_registers(const struct sregion *r);
/* True for private and writable memory, the only memory reported as tracked. */
bool writes_private(const struct sregion *r);
/* Used by writelook.c: writes_tell() emits the state; writes_refuse() stops
 * tracking and emits the reason. */
void writes_tell(struct sampler *s, struct sproc *p, enum writes_state state,
		 enum writes_why why, int error);
void writes_refuse(struct sampler *s, struct sproc *p, enum writes_why why,
		   enum writes_way tried, int error);

#endif
