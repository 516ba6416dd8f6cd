/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/own/ignore.h"

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The kernel's SIGRTMIN.  That of the C library is higher, since the library
 * reserves some real-time signals. */
#define FIRST_RT 32

/* Ranges of all signals that end or stop a process by default. */
static const struct {
	int first, last;
	unsigned group;
} table[] = {
	{ SIGHUP, SIGQUIT, IGNORE_END },	/* includes SIGINT */
	{ SIGILL, SIGFPE, IGNORE_STRAY },	/* includes SIGTRAP, SIGABRT,
						 * SIGBUS */
	{ SIGUSR1, SIGUSR1, IGNORE_STRAY },
	{ SIGSEGV, SIGSEGV, IGNORE_STRAY },
	{ SIGUSR2, SIGALRM, IGNORE_STRAY },	/* includes SIGPIPE */
	{ SIGTERM, SIGTERM, IGNORE_END },
	{ SIGSTKFLT, SIGSTKFLT, IGNORE_STRAY },
	{ SIGTSTP, SIGTTOU, IGNORE_STOP },	/* includes SIGTTIN */
	{ SIGXCPU, SIGPROF, IGNORE_STRAY },	/* includes SIGXFSZ,
						 * SIGVTALRM */
	{ SIGIO, SIGSYS, IGNORE_STRAY },	/* includes SIGPWR */
	{ FIRST_RT, NSIG - 1, IGNORE_STRAY },
};

/* The kernel's struct sigaction.  SA_RESTORER is not needed without a
 * handler. */
struct action {
	void (*handler)(int);
	unsigned long flags;
	void (*restorer)(void);
	uint64_t mask;
};

static bool get(int sig, struct action *a)
{
	return syscall(SYS_rt_sigaction, sig, NULL, a, sizeof a->mask) == 0;
}

bool ignore_is_set(int sig)
{
	struct action a;

	return get(sig, &a) && a.handler == SIG_IGN;
}

void ignore_set(int sig, bool ignored)
{
	const struct action a = { .handler = ignored ? SIG_IGN : SIG_DFL };

	syscall(SYS_rt_sigaction, sig, &a, NULL, sizeof a.mask);
}

static bool has_fault_handler(int sig)
{
	struct action a;

	return ((sig >= SIGILL && sig <= SIGFPE) || sig == SIGSEGV ||
		sig == SIGSYS) && get(sig, &a) && a.handler != SIG_DFL;
}

void ignore_signals(unsigned groups)
{
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		for (int sig = table[i].first; sig <= table[i].last; sig++)
			if (table[i].group & groups && !has_fault_handler(sig))
				ignore_set(sig, true);
}
