/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * SIGALRM, which ends what the tracer waits for in the kernel.
 *
 * PTRACE_SEIZE waits for cred_guard_mutex (ptrace_attach() in kernel/ptrace.c).
 * An exec has that from its beginning, through the reading of the program from
 * whatever disk, to the end of all other threads (de_thread() in fs/exec.c);
 * and a thread that is traced stops at its exit until its tracer lets it go on,
 * and is there until its tracer has waited for it.  A tracer that is in
 * PTRACE_SEIZE then does neither: both wait for ever.
 *
 * The wait can be interrupted, but the kernel begins the call again by itself
 * after a signal, with or without SA_RESTART (-ERESTARTNOINTR).  So the handler
 * does not return to it.  It may leave at any moment between the setting of
 * the timer and its end, as nothing is there but system calls; whether the
 * task was seized before that the kernel is asked.
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

/* An exec takes less; whoever stops meanwhile waits for twice as long. */
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
	/* SA_NODEFER: who leaves the handler for good has it unblocked. */
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

/* With __WCLONE a child that is not traced does not count, as in
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

	/* Or others had the CPU for so long, or a timer that repeats was about
	 * to expire. */
	return r == -EAGAIN ? seize(tid, options) : r;
}
