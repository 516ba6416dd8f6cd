/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sends itself signals and checks that each comes once, in order and with its
 * siginfo unchanged; ends with 1 and a word on stderr when not.  Prints those
 * that a log must have: SIGNAL CODE VALUE-OR-ADDRESS.
 *
 *	signals [wait]
 */
#define _GNU_SOURCE
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>

#include "victim.h"

#define MANY 2000

static volatile int seen, next_value;
static siginfo_t last;
static sigjmp_buf back;

_Noreturn static void wrong(const char *what)
{
	fprintf(stderr, "%s\n", what);
	exit(1);
}

static void on_queued(int sig, siginfo_t *si, void *context)
{
	(void)sig;
	(void)context;
	if (si->si_code != SI_QUEUE || si->si_pid != getpid() ||
	    si->si_uid != getuid() || si->si_value.sival_int != next_value)
		wrong("a queued signal changed");
	next_value++;
}

static void on_any(int sig, siginfo_t *si, void *context)
{
	(void)sig;
	(void)context;
	last = *si;
	seen++;
}

static void on_fault(int sig, siginfo_t *si, void *context)
{
	on_any(sig, si, context);
	siglongjmp(back, 1);
}

static void handle(int sig, void (*fn)(int, siginfo_t *, void *))
{
	struct sigaction sa = { .sa_sigaction = fn, .sa_flags = SA_SIGINFO };

	sigaction(sig, &sa, NULL);
}

static void queued(void)
{
	int sig = SIGRTMIN + 1;

	handle(sig, on_queued);
	for (int i = 0; i < MANY; i++) {
		if (sigqueue(getpid(), sig, (union sigval){ .sival_int = i }))
			wrong("sigqueue");
		expect("SIGRTMIN+%d SI_QUEUE %d\n", sig - 34, i);
	}
	if (next_value != MANY)
		wrong("queued signals were lost");
}

static void sent(void)
{
	handle(SIGUSR1, on_any);
	kill(getpid(), SIGUSR1);
	if (seen != 1 || last.si_code != SI_USER || last.si_pid != getpid())
		wrong("a signal of kill() changed");
	expect("SIGUSR1 SI_USER -\n");
	syscall(SYS_tgkill, getpid(), (pid_t)syscall(SYS_gettid), SIGUSR1);
	if (seen != 2 || last.si_code != SI_TKILL)
		wrong("a signal of tgkill() changed");
	expect("SIGUSR1 SI_TKILL -\n");
}

static void faults(void)
{
	volatile char *hole = mmap(NULL, 4096, PROT_READ,
				   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	handle(SIGSEGV, on_fault);
	if (sigsetjmp(back, 1) == 0)
		hole[5] = 1;
	if (seen != 3 || last.si_code != SEGV_ACCERR ||
	    last.si_addr != (const void *)(hole + 5))
		wrong("a fault changed");
	expect("SIGSEGV SEGV_ACCERR %p\n", (const void *)(hole + 5));
	munmap((void *)hole, 4096);
	if (sigsetjmp(back, 1) == 0)
		hole[6] = 1;
	if (seen != 4 || last.si_code != SEGV_MAPERR)
		wrong("a fault changed");
	expect("SIGSEGV SEGV_MAPERR %p\n", (const void *)(hole + 6));
}

/* Ignored ones are told of too; blocked ones that are waited for are not. */
static void quiet(void)
{
	siginfo_t si;
	sigset_t set;

	signal(SIGUSR2, SIG_IGN);
	sigemptyset(&set);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	sigqueue(getpid(), SIGHUP, (union sigval){ .sival_int = 9 });
	if (sigwaitinfo(&set, &si) != SIGHUP || si.si_value.sival_int != 9)
		wrong("a signal that was waited for changed");
}

int main(int argc, char **argv)
{
	(void)argv;
	expected_init();
	if (argc > 1)
		wait_to_be_watched();
	queued();
	sent();
	faults();
	quiet();
	expected_print();
	return 0;
}
