/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sends itself signals and checks that each arrives once, in order and with its
 * siginfo unchanged; otherwise exits with 1 and a message on stderr. Prints
 * those that a log must have: SIGNAL CODE VALUE-OR-ADDRESS.
 *
 *	signals [wait]		all kinds
 *	signals queue N		N real-time signals with payload from a child;
 *				0: until a byte is read. Prints how many arrived
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "victim.h"

#define MANY 2000

/* The limit of pending signals. In an endless run, the sender pauses after each
 * burst. */
#define UNDER_WAY 1000
#define BURST 100
#define REST_US 2000

static volatile int seen;
static pid_t sender;
static siginfo_t last;
/* Shared with the child: the value of the next signal, the number sent. */
static volatile struct {
	int next, sent, all_sent;
} *shared;
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
	if (si->si_code != SI_QUEUE || si->si_pid != sender ||
	    si->si_uid != getuid() || si->si_value.sival_int != shared->next)
		wrong("a queued signal changed");
	shared->next++;
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

	sender = getpid();
	handle(sig, on_queued);
	for (int i = 0; i < MANY; i++) {
		if (sigqueue(getpid(), sig, (union sigval){ .sival_int = i }))
			wrong("sigqueue");
		expect("SIGRTMIN+%d SI_QUEUE %d\n", sig - 34, i);
	}
	if (shared->next != MANY)
		wrong("queued signals were lost");
}

static bool told_to_end(void)
{
	struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };

	return poll(&p, 1, 0) == 1;
}

_Noreturn static void send_all(int n)
{
	for (int i = 0; n ? i < n : i % BURST || !told_to_end(); i++) {
		union sigval value = { .sival_int = i };

		while (i - shared->next > UNDER_WAY ||
		       sigqueue(getppid(), SIGRTMIN + 1, value))
			usleep(100);
		if (!n && i % BURST == 0)
			usleep(REST_US);
		shared->sent = i + 1;
	}
	shared->all_sent = 1;
	/* The last signal may have arrived before all_sent was set. */
	kill(getppid(), SIGUSR1);
	_exit(0);
}

static void from_child(int n)
{
	sigset_t set, old;
	int status;

	handle(SIGRTMIN + 1, on_queued);
	handle(SIGUSR1, on_any);
	sigemptyset(&set);
	sigaddset(&set, SIGRTMIN + 1);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, &old);
	sender = fork();
	if (sender == 0)
		send_all(n);
	while (!shared->all_sent || shared->next < shared->sent)
		sigsuspend(&old);
	if (waitpid(sender, &status, 0) != sender || status)
		wrong("the sender failed");
	printf("%d\n", shared->next);
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

/* A log has ignored signals, too, but not blocked ones that are waited for. */
static void quiet(void)
{
	struct signalfd_siginfo ssi;
	siginfo_t si;
	sigset_t set;
	int fd;

	signal(SIGUSR2, SIG_IGN);
	sigemptyset(&set);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	sigqueue(getpid(), SIGHUP, (union sigval){ .sival_int = 9 });
	if (sigwaitinfo(&set, &si) != SIGHUP || si.si_value.sival_int != 9)
		wrong("a signal that was waited for changed");
	fd = signalfd(-1, &set, SFD_CLOEXEC);
	sigqueue(getpid(), SIGHUP, (union sigval){ .sival_int = 11 });
	if (read(fd, &ssi, sizeof ssi) != (ssize_t)sizeof ssi ||
	    ssi.ssi_signo != SIGHUP || ssi.ssi_int != 11 ||
	    ssi.ssi_pid != (uint32_t)getpid())
		wrong("a signal that was read changed");
	close(fd);
}

int main(int argc, char **argv)
{
	shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		return 2;
	expected_init();
	if (argc > 1)
		wait_to_be_watched();
	if (argc > 2) {
		from_child(atoi(argv[2]));
		return 0;
	}
	queued();
	sent();
	faults();
	quiet();
	expected_print();
	return 0;
}
