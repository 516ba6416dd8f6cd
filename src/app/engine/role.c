/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/engine/role.h"

#include "source/ftrace/state.h"
#include "source/trace/core/trace.h"
#include "sys/own/crash.h"
#include "sys/own/ignore.h"
#include "sys/own/role_name.h"

static atomic_int *progress;

static void last_words(int sig)
{
	(void)sig;
	atomic_store(progress, EMERGENCY_BEGUN);
	ring_emergency();
	trace_emergency();
	atomic_store(progress, EMERGENCY_OVER);
}

void role_engine(atomic_int *emergency)
{
	progress = emergency;
	/* The background may write a log to the terminal, too.  Signals that
	 * end mmtop are blocked: headless/signals.c reads them. */
	ignore_signals(IGNORE_STRAY | IGNORE_STOP);
	crash_guard(last_words);
	role_name(ROLE_ENGINE);
}
