/* SPDX-License-Identifier: GPL-3.0-or-later */
/* State of reading a map: its text, and the changes of the regions. */
#ifndef SOURCE_SAMPLE_MAPS_JOB_H
#define SOURCE_SAMPLE_MAPS_JOB_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/str.h"
#include "base/vec.h"
#include "source/sample/core/region.h"
#include "source/sample/core/totals.h"

/* An edit: regions[i..j) are replaced with fresh[at..at + n). */
struct edit {
	size_t i, j, at, n;
};

/* Changes of the regions of a process (edits.h). */
struct edits {
	VEC(struct edit) list;		/* in order of address */
	sregions fresh;			/* the regions after the edits; for an
					 * unchanged region, the old object */
	VEC(int32_t) from;		/* for each region of `fresh`, its index
					 * in the old regions; -1: new */
	VEC(bool) kept;			/* kept[i] is true if the old regions[i]
					 * is in `from` */
	sregions next;			/* all regions after the edits; set by
					 * edits_decide() */
	sregions renamed;		/* regions of `next` that have `news`
					 * but no other change; emitted last */
	size_t edit, at;		/* position of the next region to
					 * emit */
	unsigned pass;
	bool open;			/* the last edit of list may be
					 * extended */
};

enum map_phase { MAP_IDLE, MAP_READ, MAP_PARSE, MAP_EMIT };

/* A thread and its stack, as of the last time that regions were classified. */
struct stack_seen {
	pid_t tid;
	uint64_t stack;
};

/* A read of a map: first the text, then the differences. */
struct map_job {
	enum map_phase phase;
	int fd;
	struct str text;
	size_t pos;			/* offset in `text` of the part that is
					 * not parsed yet */
	struct str known;		/* text of the current regions, one line
					 * each; empty: not known */
	size_t known_pos;		/* offset in `known` of the line of
					 * regions[old_at] */
	size_t old_at;			/* index of the next old region to
					 * compare */
	uint64_t last_end;		/* end address of the region before
					 * `pos` */
	bool loose;			/* the lines of `known` and the regions
					 * do not match one to one */
	unsigned torn;			/* number of rereads, because regions
					 * overlapped in the text */
	bool overlap;			/* regions overlap in the current
					 * text */
	struct edits edits;
	uint64_t due, read_ns;		/* `due` 0: no read is due */
	uint64_t took_ns;
	struct totals totals;		/* as of the last read of the whole
					 * map */
	bool urgent;			/* read now, without the minimum
					 * interval between reads */
	bool period;			/* the period is over: check if the map
					 * has changed */
	bool whole;			/* read the whole map, not only
					 * `changes` */
	page_ranges changes;		/* ranges that calls have changed */
	bool again;			/* emit the regions from index again_at
					 * on once more, then REGION_SYNC */
	size_t again_at;
	struct {			/* The threads from which the kinds of
					 * regions were derived. */
		uint64_t tasks;		/* value of tasks_hash() */
		VEC(struct stack_seen) stacks;	/* sorted by tid */
		bool wide;
	} named_by;
};

/* Values that show if the map need not be read (quiet.h). */
struct map_quiet {
	bool reported;			/* sources report every change of the
					 * map */
	uint64_t size;			/* total size of all regions, to compare
					 * with statm */
	uint64_t odd_ns;		/* time since when `size` differs from
					 * statm; 0: they are equal */
	uint64_t patched_ns;
};

/* The last values that other sources reported (map_check.c); 0: none. */
struct claimed {
	uint64_t brk, execed_ns;
};

#endif
