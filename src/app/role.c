/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/role.h"

#include <signal.h>
#include <sys/prctl.h>

#include "source/trace/trace.h"
#include "sys/crash.h"

static void last_words(int sig)
{
	(void)sig;
	trace_emergency();
}

void role_engine(void)
{
	prctl(PR_SET_NAME, "mmtop-engine");
	/* A log on a terminal is written from the background as well. */
	signal(SIGTTOU, SIG_IGN);
	signal(SIGTTIN, SIG_IGN);
	signal(SIGTSTP, SIG_IGN);
	crash_guard(last_words);
}
