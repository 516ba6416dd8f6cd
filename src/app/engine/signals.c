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
	sigset_t term;
	int fd;

	state.life = life;
	state.link = link;
	state.pty = pty;
	/* TERM is blocked before it is ignored, so the kernel queues it. */
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
