/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <unistd.h>

#include "app/drain.h"
#include "base/alloc.h"
#include "term/curses.h"

static const int queued[] = { SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT,
			      SIGWINCH };
static const int fatal[] = { SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL };

enum {
	N_QUEUED = sizeof queued / sizeof *queued,
	N_FATAL = sizeof fatal / sizeof *fatal,
	ALT_STACK = 64 * 1024
};

static struct {
	int pipe[2];
	volatile sig_atomic_t leaving;	/* TERM, HUP or INT came */
	volatile sig_atomic_t continued;
	volatile sig_atomic_t pty;
	struct sigaction was[N_QUEUED], was_fatal[N_FATAL];
	char stack[ALT_STACK];
} state = { .pipe = { -1, -1 }, .pty = -1 };

static void die_by(int sig)
{
	struct sigaction dfl = { .sa_handler = SIG_DFL };
	sigset_t set;

	term_emergency();
	drain_in_child(state.pty, -1);
	sigaction(sig, &dfl, NULL);
	sigemptyset(&set);
	sigaddset(&set, sig);
	raise(sig);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

static void on_fatal(int sig)
{
	die_by(sig);
}

static void on_queued(int sig)
{
	int e = errno;
	unsigned char byte = (unsigned char)sig;

	if (sig == SIGTERM || sig == SIGHUP || sig == SIGINT) {
		if (state.leaving)
			die_by(sig);
		state.leaving = 1;
	}
	if (sig == SIGCONT)
		state.continued = 1;
	/* A full pipe has enough to say already. */
	if (write(state.pipe[1], &byte, 1) < 0)
		errno = e;
	errno = e;
}

static void on_no_memory(void)
{
	term_emergency();
	drain_in_child(state.pty, -1);
}

int signals_open(void)
{
	struct sigaction act = { .sa_handler = on_queued,
				 .sa_flags = SA_RESTART };
	struct sigaction die = { .sa_handler = on_fatal,
				 .sa_flags = SA_ONSTACK | SA_NODEFER };
	/* A stack that overflowed cannot hold the handler's frame. */
	stack_t stack = { .ss_sp = state.stack, .ss_size = sizeof state.stack };

	if (pipe2(state.pipe, O_CLOEXEC | O_NONBLOCK) < 0)
		return -errno;
	state.leaving = 0;
	sigaltstack(&stack, NULL);
	for (int i = 0; i < N_QUEUED; i++)
		sigaction(queued[i], &act, &state.was[i]);
	for (int i = 0; i < N_FATAL; i++)
		sigaction(fatal[i], &die, &state.was_fatal[i]);
	alloc_on_failure(on_no_memory);
	return state.pipe[0];
}

int signals_next(void)
{
	unsigned char byte;

	return read(state.pipe[0], &byte, 1) == 1 ? byte : 0;
}

void signals_close(void)
{
	if (state.pipe[0] < 0)
		return;
	alloc_on_failure(NULL);
	for (int i = 0; i < N_QUEUED; i++)
		sigaction(queued[i], &state.was[i], NULL);
	for (int i = 0; i < N_FATAL; i++)
		sigaction(fatal[i], &state.was_fatal[i], NULL);
	close(state.pipe[0]);
	close(state.pipe[1]);
	state.pipe[0] = state.pipe[1] = -1;
	state.pty = -1;
}

bool signals_stop(void)
{
	struct sigaction dfl = { .sa_handler = SIG_DFL }, ours;

	state.continued = 0;
	sigaction(SIGTSTP, &dfl, &ours);
	raise(SIGTSTP);
	sigaction(SIGTSTP, &ours, NULL);
	return state.continued;
}

void signals_keep_pty(int master)
{
	state.pty = master;
}
