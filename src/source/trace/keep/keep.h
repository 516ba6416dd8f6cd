/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What mmtop still does for a filtered program that it has let go of. */
#ifndef SOURCE_TRACE_KEEP_KEEP_H
#define SOURCE_TRACE_KEEP_KEEP_H

#include "source/trace/core/stop.h"
#include "source/trace/core/tracee.h"
#include "source/trace/core/tracer_state.h"

/* --- keep.c */
/* Filtered, but nobody is told of it: kept alive and that is all. */
bool keep_is_silent(const struct source *s, const struct tracee *t);
unsigned keep_heard(const struct source *s);	/* tasks that are not */
/* Lets go of a filtered tree: it is kept. */
void keep_begin(struct source *s);
/* It is attached again. */
void keep_end(struct source *s);
void keep_stop(struct source *s, struct tracee *t, const struct stop *stop);

/* --- emergency.c */
/* Whose filtered tree trace_emergency() is to keep; NULL: none. */
void emergency_remember(struct source *s);

#endif
