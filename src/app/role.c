/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/role.h"

#include <signal.h>

#include "source/ftrace/state.h"
#include "source/trace/trace.h"
#include "sys/crash.h"
#include "sys/role_name.h"

static void last_words(int sig)
{
	(void)sig;
	ring_emergency();
	trace_emergency();
}

void role_engine(void)
{
	role_name(ROLE_ENGINE);
	/* A log on a terminal is written from the background as well. */
	signal(SIGTTOU, SIG_IGN);
	signal(SIGTTIN, SIG_IGN);
	signal(SIGTSTP, SIG_IGN);
	crash_guard(last_words);
}
