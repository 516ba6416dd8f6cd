/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keeper: a tracer that still resumes a detached program at the calls at
 * which the program's filter stops it. */
#ifndef SOURCE_TRACE_KEEP_KEEP_H
#define SOURCE_TRACE_KEEP_KEEP_H

#include "source/trace/core/stop.h"
#include "source/trace/core/tracee.h"
#include "source/trace/core/tracer_state.h"

/* --- keep.c */
/* True if t is filtered but not reported: the tracer only resumes it. */
bool keep_is_silent(const struct tracer *s, const struct tracee *t);
unsigned keep_heard(const struct tracer *s);	/* number of tasks that are
						 * still reported */
/* Detaches a filtered tree, and makes the tracer its keeper. */
void keep_begin(struct tracer *s);
/* Called when the tree is attached to again. */
void keep_end(struct tracer *s);
void keep_stop(struct tracer *s, struct tracee *t, const struct stop *stop);

/* --- emergency.c */
/* Sets the tracer that trace_emergency() continues as a keeper; NULL: none. */
void emergency_remember(struct tracer *s);

#endif
