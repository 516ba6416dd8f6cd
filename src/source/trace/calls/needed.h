/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * System calls that mmtop needs, and whose failure would show only in the
 * middle of a program, or never.  A seccomp profile around mmtop may forbid
 * them: then mmtop names the call and starts nothing.
 *
 *	if ((r = needed_calls(&name)) < 0)
 *		... name "waitid", -r EPERM
 */
#ifndef SOURCE_TRACE_CALLS_NEEDED_H
#define SOURCE_TRACE_CALLS_NEEDED_H

#include "base/err.h"

/* 0; or the -errno of a call that fails here, and its name. */
MUST_CHECK int needed_calls(const char **name);

#endif
