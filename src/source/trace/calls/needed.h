/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests the system calls that mmtop needs, and that would otherwise fail in the
 * middle of a program, or unnoticed.  A seccomp profile that applies to mmtop
 * may forbid them.  mmtop then reports the name of the call and starts nothing.
 *
 *	if ((r = needed_calls(&name)) < 0)
 *		... name is "waitid", r is -EPERM
 */
#ifndef SOURCE_TRACE_CALLS_NEEDED_H
#define SOURCE_TRACE_CALLS_NEEDED_H

#include "base/err.h"

/* Returns 0; or -errno of a needed call that fails, with its name in *name. */
MUST_CHECK int needed_calls(const char **name);

#endif
