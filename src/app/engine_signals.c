/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/engine_signals.h"

#include <errno.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "app/drain.h"
#include "base/alloc.h"
#include "source/trace/trace.h"

static const int ignored[] = { SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGTTIN,
			       SIGTTOU, SIGPIPE, SIGXFSZ };
static const int fatal[] = { SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL };

enum { ALT_STACK = 64 * 1024 };
#define COUNT(a) (sizeof(a) / sizeof *(a))

static struct {
	struct engine_life *life;
	int link, pty;
	volatile sig_atomic_t dying;
	char stack[ALT_STACK];
} state = { .link = -1, .pty = -1 };

/* The screen reads to the end and has the pty from then on; the child comes
 * in when the screen is gone too. */
static void last_will(void)
{
	if (state.dying)
		return;
	state.dying = 1;
	shutdown(state.link, SHUT_WR);
	drain_in_child(state.pty, state.link);
	trace_emergency();
}

static void on_fatal(int sig)
{
	const struct sigaction dfl = { .sa_handler = SIG_DFL };
	sigset_t set;

	if (!state.dying)
		atomic_store(&state.life->signal, sig);
	last_will();
	sigaction(sig, &dfl, NULL);
	sigemptyset(&set);
	sigaddset(&set, sig);
	raise(sig);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

static void on_no_memory(void)
{
	atomic_store(&state.life->no_memory, 1);
	last_will();
}

int engine_signals_open(struct engine_life *life, int link, int pty)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN };
	struct sigaction die = { .sa_handler = on_fatal,
				 .sa_flags = SA_ONSTACK | SA_NODEFER };
	/* A stack that overflowed cannot hold the handler's frame. */
	stack_t stack = { .ss_sp = state.stack, .ss_size = sizeof state.stack };
	sigset_t term;
	int fd;

	state.life = life;
	state.link = link;
	state.pty = pty;
	sigaltstack(&stack, NULL);
	for (size_t i = 0; i < COUNT(ignored); i++)
		sigaction(ignored[i], &ignore, NULL);
	for (size_t i = 0; i < COUNT(fatal); i++)
		sigaction(fatal[i], &die, NULL);
	alloc_on_failure(on_no_memory);
	sigemptyset(&term);
	sigaddset(&term, SIGTERM);
	sigprocmask(SIG_BLOCK, &term, NULL);
	fd = signalfd(-1, &term, SFD_CLOEXEC | SFD_NONBLOCK);
	return fd < 0 ? -errno : fd;
}

void engine_signals_close(int fd)
{
	struct signalfd_siginfo si;
	sigset_t term;

	/* What came is served: it must not come again. */
	while (read(fd, &si, sizeof si) > 0)
		;
	close(fd);
	sigemptyset(&term);
	sigaddset(&term, SIGTERM);
	sigprocmask(SIG_UNBLOCK, &term, NULL);
}
