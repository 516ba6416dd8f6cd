/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * SIGALRM, which ends waits of the tracer in the kernel.
 *
 * PTRACE_SEIZE waits for cred_guard_mutex (ptrace_attach() in kernel/ptrace.c).
 * An exec holds that mutex while it reads the program, maybe from a slow disk.
 * It also waits for the end of all other threads of the process (de_thread() in
 * fs/exec.c).  A traced thread stops at its exit until its tracer resumes it,
 * and exists until its tracer has waited for it.  A tracer in PTRACE_SEIZE can
 * do neither, so the exec and the tracer would wait for each other for ever.
 *
 * A signal interrupts PTRACE_SEIZE, but the kernel then restarts it, with or
 * without SA_RESTART (-ERESTARTNOINTR).  So the handler jumps out of the call.
 * The jump may come at any moment while the timer runs, because only system
 * calls are made in that time.  After a jump, mmtop asks the kernel whether the
 * task was seized.
 */
#include <config.h>

#include "source/trace/attach/attach.h"
#include "source/trace/core/tracer.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/time.h>
#include <sys/wait.h>

/* Longer than an exec usually takes.  While the tracer waits in PTRACE_SEIZE, a
 * stopped task waits for at most twice this time. */
#define SEIZE_US 5000

static sigjmp_buf out_of_seize;
static volatile sig_atomic_t seizing;
static bool repeats;		/* the timer of alarm_every() runs */

static void on_alarm(int sig)
{
	(void)sig;
	if (seizing)
		siglongjmp(out_of_seize, 1);
}

void alarm_open(void)
{
	/* With SA_NODEFER, SIGALRM stays unblocked after the jump. */
	const struct sigaction sa = { .sa_handler = on_alarm,
				      .sa_flags = SA_NODEFER };
	sigset_t set;

	sigaction(SIGALRM, &sa, NULL);
	sigemptyset(&set);
	sigaddset(&set, SIGALRM);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

void alarm_every(long us)
{
	const struct timeval tv = { .tv_usec = us };
	const struct itimerval it = { tv, tv };

	setitimer(ITIMER_REAL, &it, NULL);
	repeats = us;
}

bool alarm_for_seizes(void)
{
	if (repeats)
		return false;
	alarm_every(SEIZE_US);
	return true;
}

/* __WCLONE makes waitid() ignore children that are not traced; see
 * trace_holds(). */
bool alarm_is_ours(pid_t tid)
{
	siginfo_t si;

	return waitid(P_PID, (id_t)tid, &si, WEXITED | WSTOPPED | __WCLONE |
		      WNOWAIT | WNOHANG) == 0;
}

static int seize(pid_t tid, long options)
{
	volatile int e = 0;

	if (sigsetjmp(out_of_seize, 0)) {
		seizing = 0;
		return alarm_is_ours(tid) ? 0 : -EAGAIN;
	}
	seizing = 1;
	if (!repeats)
		setitimer(ITIMER_REAL, &(struct itimerval){
			  .it_value = { .tv_usec = SEIZE_US } }, NULL);
	if (ptrace(PTRACE_SEIZE, tid, 0, options) < 0)
		e = errno;
	seizing = 0;
	if (!repeats)
		alarm_every(0);
	return -e;
}

int alarm_seize(pid_t tid, long options)
{
	int r = seize(tid, options);

	/* The exec is still running, mmtop did not have the CPU in that time,
	 * or a repeating timer was about to expire: try once more. */
	return r == -EAGAIN ? seize(tid, options) : r;
}
