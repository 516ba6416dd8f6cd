/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which pages of a process are written: the sampler's part of it.  The tracer
 * hands over a userfaultfd of the process's memory (source/trace/track/track.h); here
 * its private memory is registered with it, region by region and anew whenever
 * the map changes, and looked at ten times a second at most.
 *
 *	REQ_TRACK			STARTING is told
 *	writes_begin(s, &tracked)	the descriptor came, or why not
 *	   writes_work()		registers, looks
 *	   writes_fill()		what was written, into a picture of a region
 *	writes_end(s, p)		off, exec, gone: unregistered in windows
 *
 * Without a userfaultfd, and only where the user allows it, soft-dirty bits are
 * read and reset instead (softlook.h).
 *
 * All that is there at the beginning counts from its first look on; what came
 * later counts as written once when it is first seen, as does what mremap moved.
 * Memory of files and shared memory is not tracked: there the kernel calls a
 * page written that was only read.
 *
 * Memory that another userfaultfd has is waited for at first.  A descriptor of
 * the program's own was looked for before (source/trace/track/track.h); what else
 * there is may belong to an mmtop that was killed.  It goes with the last of its
 * processes, and those forked while it was open (source/trace/keep/guard.h,
 * sys/reader/process.h) close it when they get the CPU.
 */
#ifndef SOURCE_SAMPLE_WRITES_WRITES_H
#define SOURCE_SAMPLE_WRITES_WRITES_H

#include <stdbool.h>
#include <stdint.h>

#include "source/sample/core/sample.h"
#include "source/sample/writes/softlook.h"
#include "sys/pages/set.h"
#include "sys/pages/writes.h"

/* Ten looks a second at most. */
#define WRITES_PACE_NS (100 * NS_PER_MS)

enum writes_phase { LOOK_IDLE, LOOK_REGISTER, LOOK_SCAN };

struct writes {
	struct ev_writes told;		/* the last one */
	int uffd, maps, pagemap;	/* -1; maps: as long as uffd */
	enum writes_phase phase;
	bool armed;			/* the first look is over */
	bool stale;			/* not all of the map is registered */
	size_t runs;			/* of regions, at the last look */
	unsigned waits;			/* looks that found it registered */
	uint64_t pos;			/* what is below was done */
	size_t at;			/* the region that is there or next */
	struct writescan scan;
	struct softlook soft;
	struct pageset round;		/* not told yet by a round */
	unsigned free_calls;		/* that need memory unregistered */
	uint64_t free_ns;		/* since when */
	uint64_t due, begun_ns, spent_ns, told_ns;
	uint64_t regions, bytes, left;
};

/* What somebody asked for begins, without a descriptor yet. */
void writes_ask(struct sampler *s, struct sproc *p);
void writes_begin(struct sampler *s, const struct fact_tracked *t);
/* alive: its memory is still there. */
void writes_end(struct sampler *s, struct sproc *p, bool alive);
void writes_free(struct sampler *s, struct sproc *p, bool alive);
/* The regions of p have changed. */
void writes_regions(struct sampler *s, struct sproc *p);
bool writes_work(struct sampler *s, uint64_t deadline);
/* When there is something to do. */
uint64_t writes_due(const struct sampler *s, const struct sproc *p);
/* Whether a region is told of with what was written. */
bool writes_tracks(const struct sproc *p, const struct sregion *r);
/* Fills b's written pages from what was not said yet; ranges may be NULL. */
void writes_fill(const struct pageset *from, struct binner *b,
		 page_ranges *ranges);
/* They were written. */
void writes_add(struct sampler *s, struct sproc *p, uint64_t start,
		uint64_t end);
/* Told once more. */
void writes_again(struct sampler *s, struct sproc *p);
/* Private memory of the process: all of it is registered, as an area whose
 * permissions change merges with its neighbours (writecall.h). */
bool writes_registers(const struct sregion *r);
/* Private and writable memory: reported as tracked. */
bool writes_private(const struct sregion *r);
/* For writelook.c: says where it stands; gives it up, and says why. */
void writes_tell(struct sampler *s, struct sproc *p, enum writes_state state,
		 enum writes_why why, int error);
void writes_refuse(struct sampler *s, struct sproc *p, enum writes_why why,
		   enum writes_way tried, int error);

#endif
