/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <unistd.h>

#include "app/drain.h"
#include "sys/crash.h"
#include "term/curses.h"

static const int queued[] = { SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT,
			      SIGWINCH };
enum { N_QUEUED = sizeof queued / sizeof *queued };

static struct {
	int pipe[2];
	volatile sig_atomic_t leaving;	/* TERM, HUP or INT came */
	volatile sig_atomic_t continued;
	volatile sig_atomic_t pty;
	struct sigaction was[N_QUEUED];
} state = { .pipe = { -1, -1 }, .pty = -1 };

static void last_words(int sig)
{
	(void)sig;
	term_emergency();
	drain_in_child(state.pty, -1);
}

static void on_queued(int sig)
{
	int e = errno;
	unsigned char byte = (unsigned char)sig;

	if (sig == SIGTERM || sig == SIGHUP || sig == SIGINT) {
		if (state.leaving) {
			last_words(sig);
			crash_die_by(sig);
		}
		state.leaving = 1;
	}
	if (sig == SIGCONT)
		state.continued = 1;
	/* A full pipe has enough to say already. */
	if (write(state.pipe[1], &byte, 1) < 0)
		errno = e;
	errno = e;
}

int signals_open(void)
{
	struct sigaction act = { .sa_handler = on_queued,
				 .sa_flags = SA_RESTART };

	if (pipe2(state.pipe, O_CLOEXEC | O_NONBLOCK) < 0)
		return -errno;
	state.leaving = 0;
	for (int i = 0; i < N_QUEUED; i++)
		sigaction(queued[i], &act, &state.was[i]);
	crash_guard(last_words);
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
	crash_unguard();
	for (int i = 0; i < N_QUEUED; i++)
		sigaction(queued[i], &state.was[i], NULL);
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
