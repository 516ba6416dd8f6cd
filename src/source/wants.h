/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The data that the logs and the screen want from the sources: computed once
 * from the options (app/config_from.c), constant for the session.
 */
#ifndef SOURCE_WANTS_H
#define SOURCE_WANTS_H

#include <stdbool.h>
#include <stdint.h>

#include "event/event.h"

/* Whether to use perf: if permitted, always, or never. */
enum use_perf { PERF_AUTO, PERF_YES, PERF_NO };

struct wants {
	uint32_t log_kinds;	/* event kinds that a log wants, as bits */
	bool files;		/* a log wants the resident pages of files */
	bool regions;		/* a log or the screen wants regions */
	bool pages;		/* a log or the screen wants pages */
	bool usage;		/* the screen wants USAGE and TASK, or a log
				 * wants USAGE */
	bool pss;		/* a log wants the PSS in USAGE */
	bool last_usage;	/* the summary needs USAGE before each exec and
				 * end of a process */
	bool system;
	bool calls;		/* a log or the screen wants calls */
	bool fault_sums;	/* the screen wants sums of page faults */
	bool map_hints;		/* perf passes new mappings to the sampler */
	bool last_stack;	/* report the stack of a thread that a signal
				 * kills */
	bool ring;		/* at level watch, the trace ring reports
				 * calls */
	bool ring_faults;	/* the trace ring reports faults of all
				 * processes, as perf cannot */
	enum use_perf perf;
	bool build_id;		/* perf identifies files by build ID */
	bool allow_clear_refs;	/* soft-dirty bits may be reset */
};

/* The event kinds that a log takes from the trace ring.  All of them except
 * calls are also reported by other sources; the log merges the two reports into
 * one. */
static inline uint32_t wants_of_ring(const struct wants *w)
{
	return !w->ring ? 0 :
	       w->log_kinds & (1u << EV_CALL | 1u << EV_PROCESS |
			       1u << EV_SIGNAL | 1u << EV_FAULT | 1u << EV_RSS);
}

#endif
