/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/role.h"

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/alloc.h"
#include "source/trace/trace.h"

static const int fatal[] = { SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL };
enum { N_FATAL = sizeof fatal / sizeof *fatal };

static pid_t engine;
static struct sigaction was[N_FATAL];

/* A stack that overflowed cannot hold the handler's frame. */
static char handler_stack[64 * 1024];

/* A child that has not come to its exec traces nothing. */
static void emergency(void)
{
	if (getpid() == engine)
		trace_emergency();
}

static void on_fatal(int sig)
{
	sigset_t set;

	emergency();
	for (int i = 0; i < N_FATAL; i++)
		sigaction(fatal[i], &was[i], NULL);
	sigemptyset(&set);
	sigaddset(&set, sig);
	raise(sig);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

void role_engine(void)
{
	const struct sigaction die = { .sa_handler = on_fatal,
				       .sa_flags = SA_ONSTACK | SA_NODEFER };
	stack_t stack = { .ss_sp = handler_stack,
			  .ss_size = sizeof handler_stack };

	prctl(PR_SET_NAME, "mmtop-engine");
	/* A log on a terminal is written from the background as well. */
	signal(SIGTTOU, SIG_IGN);
	signal(SIGTTIN, SIG_IGN);
	signal(SIGTSTP, SIG_IGN);
	sigaltstack(&stack, NULL);
	engine = getpid();
	for (int i = 0; i < N_FATAL; i++)
		sigaction(fatal[i], &die, &was[i]);
	alloc_on_failure(emergency);
}
