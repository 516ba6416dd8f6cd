/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a map: its text, and how the regions change. */
#ifndef SOURCE_SAMPLE_MAPS_JOB_H
#define SOURCE_SAMPLE_MAPS_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "base/vec.h"
#include "source/sample/core/region.h"

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
};

#endif
