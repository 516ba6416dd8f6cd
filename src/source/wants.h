/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the logs and the screen want of the sources: computed once, from the
 * options (app/wanted.c), and the same for the whole session.
 */
#ifndef SOURCE_WANTS_H
#define SOURCE_WANTS_H

#include <stdbool.h>
#include <stdint.h>

#include "event/event.h"

/* Whether perf is to be used: where it is permitted, or must be, or not. */
enum use_perf { PERF_AUTO, PERF_YES, PERF_NO };

struct wants {
	uint32_t log_kinds;	/* the kinds of events that a log wants, bits */
	bool files;		/* a log wants resident pages of files */
	bool regions;		/* a log or the screen wants regions */
	bool pages;		/* a log or the screen wants pages */
	bool usage;		/* the screen wants USAGE and TASK, or a log
				 * USAGE */
	bool last_usage;	/* of each process, before its exec and end */
	bool system;
	bool calls;		/* a log or the screen wants calls */
	bool fault_sums;	/* the screen wants sums of page faults */
	bool map_hints;		/* the sampler wants perf's mappings */
	bool last_stack;	/* of a thread that a signal ends */
	bool ring;		/* calls at level watch, by the trace ring */
	bool ring_faults;	/* of all processes, which perf cannot report */
	enum use_perf perf;
	bool build_id;		/* perf identifies files by it, if it can */
	bool allow_clear_refs;	/* soft-dirty bits may be reset */
};

/* What a log takes from the trace ring: reports of all but calls come from other
 * sources as well, and the log joins them. */
static inline uint32_t wants_of_ring(const struct wants *w)
{
	return !w->ring ? 0 :
	       w->log_kinds & (1u << EV_CALL | 1u << EV_PROCESS |
			       1u << EV_SIGNAL | 1u << EV_FAULT | 1u << EV_RSS);
}

#endif
