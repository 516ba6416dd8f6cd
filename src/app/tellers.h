/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether perf and the trace ring can tell of what is asked for, before anything
 * is watched.  The kernel is asked each time.
 *
 *	options_settle(&o, ...)
 *	tellers_settle(&o)	what nobody asked for by name is left out
 *	tellers_ring(&o), tellers_perf(&o)
 *				false: it was said on stderr why not
 */
#ifndef APP_TELLERS_H
#define APP_TELLERS_H

#include <stdbool.h>

struct options;

/* Who asked for faults is refused.  Nobody did: then of everybody's calls alone
 * is told, where neither perf nor the ring has faults. */
void tellers_settle(struct options *o);

/* Whether it can be used; --perf, --events=fault or map. */
bool tellers_perf(const struct options *o);
/* Whether it can, and has what is asked for; --ftrace, --all. */
bool tellers_ring(const struct options *o);

/* Whether faults are the ring's to tell: of everybody, where perf does not. */
bool tellers_ring_faults(const struct options *o);

#endif
