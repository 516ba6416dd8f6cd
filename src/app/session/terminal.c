/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/session/terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "app/i18n.h"
#include "app/session/signals.h"
#include "term/curses.h"

int terminal_input(bool *own)
{
	int fd = STDIN_FILENO;

	*own = false;
	if (isatty(fd))
		return fd;
	/* stdin may be the program's input, so keys are read from the terminal
	 * itself. */
	fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
	*own = fd >= 0;
	return fd >= 0 ? fd : STDOUT_FILENO;
}

bool terminal_wants_color(enum color_when when)
{
	const char *no_color = getenv("NO_COLOR");

	if (when != COLOR_AUTO)
		return when == COLOR_ALWAYS;
	return !no_color || !*no_color;
}

/* signals_stop() fails in an orphaned process group, in which the kernel
 * ignores SIGTSTP. */
const char *terminal_stop(void)
{
	return signals_stop() ? NULL :
	       _("Ctrl-Z needs a shell with job control; mmtop has none here.");
}

const char *terminal_suspend(struct terminal *t)
{
	const char *why;

	term_suspend(t);
	why = terminal_stop();
	term_resume(t);
	return why;
}

int terminal_signal(struct terminal *t)
{
	int sig = signals_next();

	if (sig == SIGWINCH)
		term_resized(t);
	else if (sig == SIGCONT)
		term_resume(t);
	return sig;
}

int terminal_own(int fd)
{
	char path[32];
	int own;

	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	own = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	/* After su, open() fails if the terminal belongs to another user.  Then
	 * a duplicate of fd is used. */
	return own >= 0 ? own : fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

bool terminal_takes(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLOUT };

	return poll(&p, 1, 0) == 1 && p.revents & POLLOUT;
}
