/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/engine/signals.h"

#include <errno.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "app/engine/drain.h"
#include "source/ftrace/state.h"
#include "source/trace/core/trace.h"
#include "sys/own/crash.h"
#include "sys/own/ignore.h"

static struct {
	struct engine_life *life;
	int link, pty;
	volatile sig_atomic_t dying;
} state = { .link = -1, .pty = -1 };

/* Called after a crash.  The screen reads the link to its end, and then uses
 * the pty itself.  A child process drains the pty after the screen has
 * exited. */
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
	sigset_t term;
	int fd;

	state.life = life;
	state.link = link;
	state.pty = pty;
	/* SIGTERM is blocked before it is ignored: the kernel queues a blocked
	 * signal even if it is ignored. */
	sigemptyset(&term);
	sigaddset(&term, SIGTERM);
	sigprocmask(SIG_BLOCK, &term, NULL);
	ignore_signals(IGNORE_ALL);
	crash_guard(last_words);
	fd = signalfd(-1, &term, SFD_CLOEXEC | SFD_NONBLOCK);
	return fd < 0 ? -errno : fd;
}

void engine_signals_close(int fd)
{
	sigset_t term;

	close(fd);
	sigemptyset(&term);
	sigaddset(&term, SIGTERM);
	sigprocmask(SIG_UNBLOCK, &term, NULL);
}
