/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures of a process and its threads: when they are read, and the last. */
#ifndef SOURCE_SAMPLE_CORE_USAGE_H
#define SOURCE_SAMPLE_CORE_USAGE_H

#include "base/vec.h"
#include "event/event.h"
#include "source/sample/core/totals.h"

struct sampler;

struct usage_job {
	uint64_t due;
	uint64_t took_ns;		/* listing threads, the last time */
	struct totals totals;		/* then */
	VEC(pid_t) listed;		/* threads, while they are looked at */
	size_t listed_at;
	bool listing;
	struct ev_usage last;		/* the last one emitted */
	bool emitted;
	/* When it was sampled, emitted, and when it changed last. */
	uint64_t sampled_ns, told_ns, moved_ns;
	uint64_t pss;			/* of the last smaps; EV_UNKNOWN */
};

/* As the other jobs: true when it did something. */
bool usage_work(struct sampler *s, uint64_t deadline);

#endif
