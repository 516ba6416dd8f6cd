/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a map: its text, and how the regions change. */
#ifndef SOURCE_SAMPLE_MAPS_JOB_H
#define SOURCE_SAMPLE_MAPS_JOB_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/str.h"
#include "base/vec.h"
#include "source/sample/core/region.h"
#include "source/sample/core/totals.h"

/* regions[i..j) become fresh[at..at + n). */
struct edit {
	size_t i, j, at, n;
};

/* How the regions of a process become others (edits.h). */
struct edits {
	VEC(struct edit) list;		/* in order of address */
	sregions fresh;			/* an old region itself where it stays */
	VEC(int32_t) from;		/* of fresh, into regions; -1: new */
	VEC(bool) kept;			/* regions[i] is one of from */
	sregions next;			/* all regions, once they are decided */
	sregions renamed;		/* of next: outside the edits, news */
	size_t edit, at;		/* the next to emit */
	unsigned pass;
	bool open;			/* the last of list goes on */
};

enum map_phase { MAP_IDLE, MAP_READ, MAP_PARSE, MAP_EMIT };

/* A thread and its stack, as regions were named by it. */
struct stack_seen {
	pid_t tid;
	uint64_t stack;
};

/* Reading a map: text, then what differs. */
struct map_job {
	enum map_phase phase;
	int fd;
	struct str text;
	size_t pos;			/* in text: not parsed yet */
	struct str known;		/* the text before: a line for each
					 * region; empty: none is */
	size_t known_pos;		/* the line of regions[old_at], ... */
	size_t old_at;			/* ... the next that may be the same */
	uint64_t last_end;		/* of the region before pos */
	bool loose;			/* not a region for each line */
	unsigned torn;			/* rereads of a map that overlapped */
	bool overlap;			/* in this one */
	struct edits edits;
	uint64_t due, read_ns;		/* due 0: not due */
	uint64_t took_ns;
	struct totals totals;		/* when it was read whole */
	bool urgent;			/* do not wait for the pace */
	bool period;			/* one is over: is the map the same? */
	bool whole;			/* all of it is to be read, not only: */
	page_ranges changes;		/* where calls changed it */
	bool again;			/* regions from again_at on are to be
					 * told once more, and synced */
	size_t again_at;
	struct {			/* what regions have names by: */
		uint64_t tasks;		/* hash of: */
		VEC(struct stack_seen) stacks;	/* by tid */
		bool wide;
	} named_by;
};

/* Whether the map need not be read (quiet.h). */
struct map_quiet {
	bool reported;			/* all changes of the map are */
	uint64_t size;			/* of all regions, as statm has it; */
	uint64_t odd_ns;		/* since when it has not; 0: it has */
	uint64_t patched_ns;
};

/* As told last, for claims.c; 0: not. */
struct claimed {
	uint64_t brk, execed_ns;
};

#endif
