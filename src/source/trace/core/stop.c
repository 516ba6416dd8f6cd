/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/core/stop.h"

#include <sys/ptrace.h>
#include <sys/wait.h>

static bool is_stopping(int sig)
{
	return sig == SIGSTOP || sig == SIGTSTP || sig == SIGTTIN ||
	       sig == SIGTTOU;
}

static enum stop_kind classify_event(int event, int sig)
{
	switch (event) {
	case PTRACE_EVENT_FORK:
		return STOP_FORK;
	case PTRACE_EVENT_VFORK:
		return STOP_VFORK;
	case PTRACE_EVENT_CLONE:
		return STOP_CLONE;
	case PTRACE_EVENT_VFORK_DONE:
		return STOP_VFORK_DONE;
	case PTRACE_EVENT_EXEC:
		return STOP_EXEC;
	case PTRACE_EVENT_SECCOMP:
		return STOP_SECCOMP;
	case PTRACE_EVENT_EXIT:
		return STOP_EXITING;
	case PTRACE_EVENT_STOP:
		return is_stopping(sig) ? STOP_GROUP : STOP_TRAP;
	default:
		return STOP_OTHER;
	}
}

/* Classifies a traced stop, for which waitid() returns the whole exit code:
 * event << 8 | signal (wait_task_stopped() in kernel/exit.c). */
static void classify_trap(struct stop *s, int code)
{
	int sig = code & 0xff, event = code >> 8;

	if (event) {
		s->kind = classify_event(event, sig);
		s->sig = s->kind == STOP_GROUP ? sig : 0;
	} else if (sig == (SIGTRAP | 0x80)) {
		s->kind = STOP_SYSCALL;
	} else if (sig > 0 && sig <= SIGRTMAX) {
		s->kind = STOP_SIGNAL;
		s->sig = sig;
	}
}

struct stop stop_classify(const siginfo_t *si)
{
	struct stop s = { .kind = STOP_OTHER, .tid = si->si_pid };

	switch (si->si_code) {
	case CLD_TRAPPED:
		classify_trap(&s, si->si_status);
		break;
	case CLD_EXITED:
		s.kind = STOP_EXITED;
		s.status = si->si_status & 0xff;
		break;
	case CLD_DUMPED:
	case CLD_KILLED:
		s.kind = STOP_KILLED;
		s.sig = si->si_status & 0x7f;
		s.core = si->si_code == CLD_DUMPED;
		break;
	default:
		break;
	}
	return s;
}
