/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory figures of a process and its threads: the schedule of their samples,
 * and the last values. */
#ifndef SOURCE_SAMPLE_CORE_USAGE_H
#define SOURCE_SAMPLE_CORE_USAGE_H

#include "base/vec.h"
#include "event/event.h"
#include "source/sample/core/totals.h"

struct sampler;

struct usage_job {
	uint64_t due;
	uint64_t took_ns;		/* duration of the last sample */
	struct totals totals;		/* as of the last sample */
	VEC(pid_t) listed;		/* threads sampled while `listing` is
					 * set */
	size_t listed_at;
	bool listing;
	struct ev_usage last;		/* the figures emitted last */
	bool emitted;
	bool counted;			/* the faults of `last` are known */
	uint64_t pss_next;		/* when a log may get the next PSS */
	/* Times of the last sample, the last emitted event and the last
	 * change. */
	uint64_t sampled_ns, told_ns, moved_ns;
	uint64_t pss;			/* from smaps, not emitted yet;
					 * EV_UNKNOWN: not read */
};

/* A job: works until the deadline; returns true if it did something. */
bool usage_work(struct sampler *s, uint64_t deadline);
/* Reads the figures of a process that is about to lose its memory, for its
 * peak: a short process may have grown since its last sample.  For the summary
 * FACT_LAST_USAGE does that. */
void usage_last(struct sampler *s, pid_t pid);

#endif
