/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/session/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/time.h>
#include <unistd.h>

#include "app/engine/drain.h"
#include "sys/own/crash.h"
#include "term/curses.h"

static const int queued[] = { SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP,
			      SIGCONT, SIGWINCH };
enum { N_QUEUED = sizeof queued / sizeof *queued };

/* After a signal that ends the screen, a timer checks whether the terminal
 * accepts output: first after FIRST_LOOK_US, then every LOOK_US (in us). */
#define FIRST_LOOK_US 700000
#define LOOK_US 300000
/* If the signal is still not handled after this number of checks, the screen is
 * blocked in a write to a terminal that only seems to accept output. */
#define LOOKS_MAX 5

static struct {
	int pipe[2];
	volatile sig_atomic_t leaving;	/* a signal that ends the screen
					 * (signals_leave()) has arrived */
	volatile sig_atomic_t served, looks;
	volatile sig_atomic_t terminal, curses;	/* descriptors of the terminal;
						 * -1: none */
	bool errors_too;		/* stderr is a terminal */
	struct sigaction was_alarm;
	volatile sig_atomic_t continued;
	volatile sig_atomic_t pty;
	struct sigaction was[N_QUEUED];
} state = { .pipe = { -1, -1 }, .terminal = -1, .curses = -1, .pty = -1 };

static void last_words(int sig)
{
	(void)sig;
	term_emergency();
	drain_in_child(state.pty, -1);
}

static bool terminal_takes(void)
{
	struct pollfd p = { .fd = state.terminal, .events = POLLOUT };

	return poll(&p, 1, 0) == 1 && p.revents & POLLOUT;
}

/* Replaces fd with a read-only descriptor.  The kernel restarts a blocked
 * write after the signal handler; the write to the read-only descriptor then
 * fails. */
static void cut_off(int fd)
{
	if (fd >= 0)
		dup2(state.pipe[0], fd);
}

/* If the terminal accepts no output, restores it as far as possible, and makes
 * all writes to it fail.  The blocked write then returns, and the signal is
 * handled. */
static void on_alarm(int sig)
{
	int e = errno;

	(void)sig;
	if (state.terminal >= 0 &&
	    (!terminal_takes() ||
	     (!state.served && ++state.looks >= LOOKS_MAX))) {
		term_emergency();
		cut_off(state.terminal);
		cut_off(state.curses);
		if (state.errors_too)
			cut_off(STDERR_FILENO);
		state.terminal = state.curses = -1;
	}
	errno = e;
}

static void watch_terminal_output(void)
{
	const struct sigaction act = { .sa_handler = on_alarm,
				       .sa_flags = SA_RESTART };
	const struct itimerval every = {
		.it_value = { .tv_usec = FIRST_LOOK_US },
		.it_interval = { .tv_usec = LOOK_US },
	};

	sigaction(SIGALRM, &act, &state.was_alarm);
	setitimer(ITIMER_REAL, &every, NULL);
}

bool signals_leave(int sig)
{
	return sig == SIGTERM || sig == SIGHUP || sig == SIGINT ||
	       sig == SIGQUIT;
}

static void on_queued(int sig)
{
	int e = errno;
	unsigned char byte = (unsigned char)sig;

	if (signals_leave(sig)) {
		if (state.leaving) {
			last_words(sig);
			crash_die_by(sig);
		}
		state.leaving = 1;
		watch_terminal_output();
	}
	if (sig == SIGCONT)
		state.continued = 1;
	/* If the pipe is full, it has enough signals, so the error is
	 * ignored. */
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
	state.leaving = state.served = state.looks = 0;
	state.errors_too = isatty(STDERR_FILENO);
	for (int i = 0; i < N_QUEUED; i++)
		sigaction(queued[i], &act, &state.was[i]);
	crash_guard(last_words);
	return state.pipe[0];
}

int signals_next(void)
{
	unsigned char byte;

	if (read(state.pipe[0], &byte, 1) != 1)
		return 0;
	state.served = state.leaving;
	return byte;
}

void signals_close(void)
{
	if (state.pipe[0] < 0)
		return;
	crash_unguard();
	for (int i = 0; i < N_QUEUED; i++)
		sigaction(queued[i], &state.was[i], NULL);
	if (state.leaving) {
		setitimer(ITIMER_REAL, &(struct itimerval){ 0 }, NULL);
		sigaction(SIGALRM, &state.was_alarm, NULL);
	}
	close(state.pipe[0]);
	close(state.pipe[1]);
	state.pipe[0] = state.pipe[1] = -1;
	state.terminal = state.curses = state.pty = -1;
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

void signals_terminal(int fd, int curses)
{
	state.terminal = fd;
	state.curses = curses;
}

void signals_keep_pty(int master)
{
	state.pty = master;
}
