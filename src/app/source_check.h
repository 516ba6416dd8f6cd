/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Checks whether perf and the trace ring can report the requested events. mmtop
 * queries the kernel each time, before it watches anything.
 *
 *	options_settle(&o, ...)
 *	source_check_settle(&o)	omits faults that were not requested by name
 *	source_check_ring(&o), source_check_perf(&o)
 *				false: the reason was printed on stderr
 */
#ifndef APP_SOURCE_CHECK_H
#define APP_SOURCE_CHECK_H

#include <stdbool.h>

struct options;

/* In system-wide mode, omits page faults if neither perf nor the trace ring
 * can report them.  Explicitly requested page faults stay, and mmtop fails
 * later. */
void source_check_settle(struct options *o);

/* Used for --perf and for --events=fault or map: true if perf can be used. */
bool source_check_perf(const struct options *o);
/* Used for --ftrace and --all: true if the trace ring can be used and has the
 * requested events. */
bool source_check_ring(const struct options *o);

/* True if the trace ring reports page faults: in system-wide mode, if perf
 * cannot. */
bool source_check_ring_faults(const struct options *o);

#endif
