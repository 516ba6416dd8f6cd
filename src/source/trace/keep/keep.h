/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What mmtop still does for a filtered program that it has let go of. */
#ifndef SOURCE_TRACE_KEEP_KEEP_H
#define SOURCE_TRACE_KEEP_KEEP_H

#include "source/trace/core/stop.h"
#include "source/trace/core/tracee.h"
#include "source/trace/core/tracer_state.h"

/* --- keep.c */
/* Filtered, but nobody is told of it: kept alive and that is all. */
bool keep_is_silent(const struct tracer *s, const struct tracee *t);
unsigned keep_heard(const struct tracer *s);	/* tasks that are not */
/* Lets go of a filtered tree: it is kept. */
void keep_begin(struct tracer *s);
/* It is attached again. */
void keep_end(struct tracer *s);
void keep_stop(struct tracer *s, struct tracee *t, const struct stop *stop);

/* --- emergency.c */
/* Whose filtered tree trace_emergency() is to keep; NULL: none. */
void emergency_remember(struct tracer *s);

#endif
