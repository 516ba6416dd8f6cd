/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Faults of the init of a PID namespace.
 *
 * A signal with the default action does not end a namespace's init.  The init's
 * own faults (SIGSEGV of a wild pointer, the hlt of abort()) do, unless the
 * init is traced.  In that case the kernel drops the signal, and the task
 * repeats its fault for ever (force_sig_info_to_task() in kernel/signal.c).  So
 * mmtop detaches from the task at the fault.  The task repeats the fault once,
 * untraced, and dies as it would without mmtop.  It makes no call in between,
 * so it needs no tracer for its filter.
 */
#include <config.h>

#include "source/trace/calls/calls.h"
#include "source/trace/core/tracer.h"

#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>

/* True if the kernel sent the signal because of the task's own code. */
static bool is_fault(pid_t tid, int sig, siginfo_t *si)
{
	switch (sig) {
	case SIGSEGV:
	case SIGBUS:
	case SIGILL:
	case SIGFPE:
	case SIGTRAP:
	case SIGSYS:
		break;
	default:
		return false;
	}
	memset(si, 0, sizeof *si);
	return ptrace(PTRACE_GETSIGINFO, tid, 0, si) == 0 && si->si_code > 0;
}

static bool has_default_action(const struct tracer *s, pid_t tid, int sig)
{
	const uint64_t bit = 1ull << (sig - 1);
	struct task_facts f;

	return task_whose(s->host, tid, &f) == 0 &&
	       !((f.caught | f.ignored) & bit);
}

bool init_fault_release(struct tracer *s, struct tracee *t, int sig)
{
	siginfo_t si;

	if (!is_fault(t->tid, sig, &si) || !announce_is_init(s, t->group) ||
	    !has_default_action(s, t->tid, sig) ||
	    arch_repeat_fault(t->tid, &si) < 0)
		return false;
	return tracer_go(s, t, PTRACE_DETACH, sig) == 0;
}
