/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/engine_signals.h"

#include <errno.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "app/drain.h"
#include "source/ftrace/state.h"
#include "source/trace/trace.h"
#include "sys/crash.h"

static const int ignored[] = { SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGTTIN,
			       SIGTTOU, SIGPIPE, SIGXFSZ };

#define COUNT(a) (sizeof(a) / sizeof *(a))

static struct {
	struct engine_life *life;
	int link, pty;
	volatile sig_atomic_t dying;
} state = { .link = -1, .pty = -1 };

/* The screen reads to the end and has the pty from then on; the child comes
 * in when the screen is gone too. */
static void last_words(int sig)
{
	if (!state.dying) {
		state.dying = 1;
		if (sig)
			atomic_store(&state.life->signal, sig);
		else
			atomic_store(&state.life->no_memory, 1);
		shutdown(state.link, SHUT_WR);
		drain_in_child(state.pty, state.link);
	}
	ring_emergency();
	trace_emergency();
}

int engine_signals_open(struct engine_life *life, int link, int pty)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN };
	sigset_t term;
	int fd;

	state.life = life;
	state.link = link;
	state.pty = pty;
	for (size_t i = 0; i < COUNT(ignored); i++)
		sigaction(ignored[i], &ignore, NULL);
	crash_guard(last_words);
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
