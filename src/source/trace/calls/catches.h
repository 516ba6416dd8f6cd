/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A choice of calls, at which steps stop. */
#ifndef SOURCE_TRACE_CALLS_CATCHES_H
#define SOURCE_TRACE_CALLS_CATCHES_H

#include "base/str.h"
#include "event/request.h"

struct catches {
	enum catch kind;
	struct str names;		/* for CATCH_CALLS: "mmap,11," */
	struct str more;		/* the next value of names, still
					 * incomplete */
};

#endif
