/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/inherit.h"

#include <signal.h>
#include <stdbool.h>

static sigset_t mask;
static bool ignored[NSIG];

void inherit_save(void)
{
	sigprocmask(SIG_BLOCK, NULL, &mask);
	for (int sig = 1; sig < NSIG; sig++) {
		struct sigaction sa;

		ignored[sig] = sigaction(sig, NULL, &sa) == 0 &&
			       sa.sa_handler == SIG_IGN;
	}
}

void inherit_restore(void)
{
	for (int sig = 1; sig < NSIG; sig++) {
		if (sig == SIGKILL || sig == SIGSTOP)
			continue;
		/* Fails for the two that the C library keeps: as it should. */
		signal(sig, ignored[sig] ? SIG_IGN : SIG_DFL);
	}
	sigprocmask(SIG_SETMASK, &mask, NULL);
}
