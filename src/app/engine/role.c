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
	/* SIGTTOU and the terminal's other stop signals are ignored, so that
	 * mmtop can write its log to the terminal while it runs in the
	 * background.  Signals that end mmtop are blocked: headless/signals.c
	 * reads them from a descriptor. */
	ignore_signals(IGNORE_STRAY | IGNORE_STOP);
	crash_guard(last_words);
	role_name(ROLE_ENGINE);
}
