/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/own/crash.h"

#include <signal.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

#include "base/alloc.h"

static const int fatal[] = { SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL };
enum { N_FATAL = sizeof fatal / sizeof *fatal };

static struct {
	void (*last_words)(int sig);	/* NULL: no guard is set */
	pid_t pid;
	atomic_int tid;			/* thread that calls last_words */
	volatile sig_atomic_t times;	/* number of calls of last_words so
					 * far */
	struct sigaction was[N_FATAL];
	/* The handler needs its own stack, since the crash may be a stack
	 * overflow. */
	alignas(max_align_t) char stack[64 * 1024];
} guard;

/* Makes the guarded thread run last_words, since only that thread can use
 * ptrace on its tracees.  If it has exited, the process ends without
 * last_words. */
static void hand_over(int sig)
{
	if (tgkill(guard.pid, guard.tid, sig ? sig : SIGABRT) < 0)
		return;
	for (;;)
		pause();
}

static void speak(int sig)
{
	if (getpid() != guard.pid)
		return;
	if (gettid() != guard.tid) {
		hand_over(sig);
		return;
	}
	if (guard.times++ < 2)
		guard.last_words(sig);
}

static void raise_again(int sig)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, sig);
	raise(sig);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

/* True if another process has sent the signal, so that it reports no fault of
 * this process.  The signals of raise() and abort() have this process's own
 * pid. */
static bool is_sent(const siginfo_t *si)
{
	return si->si_code <= 0 && si->si_pid != getpid();
}

static void on_fatal(int sig, siginfo_t *si, void *context)
{
	const struct sigaction dfl = { .sa_handler = SIG_DFL };

	(void)context;
	if (is_sent(si))
		return;
	speak(sig);
	/* If the signal was ignored before, it becomes SIG_DFL: a fault must
	 * still end the process. */
	for (int i = 0; i < N_FATAL; i++)
		sigaction(fatal[i], guard.was[i].sa_handler == SIG_IGN ?
			  &dfl : &guard.was[i], NULL);
	raise_again(sig);
}

static void on_no_memory(void)
{
	speak(0);
}

void crash_guard(void (*last_words)(int sig))
{
	const struct sigaction die = {
		.sa_sigaction = on_fatal,
		.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART,
	};
	const stack_t stack = { .ss_sp = guard.stack,
				.ss_size = sizeof guard.stack };

	crash_unguard();
	sigaltstack(&stack, NULL);
	guard.pid = getpid();
	guard.tid = gettid();
	guard.times = 0;
	guard.last_words = last_words;
	for (int i = 0; i < N_FATAL; i++)
		sigaction(fatal[i], &die, &guard.was[i]);
	alloc_on_failure(on_no_memory);
}

void crash_unguard(void)
{
	if (!guard.last_words)
		return;
	guard.last_words = NULL;
	alloc_on_failure(NULL);
	for (int i = 0; i < N_FATAL; i++)
		sigaction(fatal[i], &guard.was[i], NULL);
}

void crash_set_thread(void)
{
	if (guard.last_words && getpid() == guard.pid)
		guard.tid = gettid();
}

void crash_die_by(int sig)
{
	const struct sigaction dfl = { .sa_handler = SIG_DFL };

	sigaction(sig, &dfl, NULL);
	raise_again(sig);
}
