/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "term/rescue.h"

/* Ours before theirs: <term.h> would turn names in it into macros. */
#include "term/curses.h"

#include <curses.h>
#include <errno.h>
#include <stdlib.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

/* What a signal handler needs, ready to be written. */
static struct {
	volatile int active;
	int fd;
	struct termios termios;
	bool has_termios;
	char bytes[512];
	size_t n;
} emergency;

static int emergency_putc(int ch)
{
	if (emergency.n < sizeof emergency.bytes)
		emergency.bytes[emergency.n++] = (char)ch;
	return ch;
}

static void prepare_string(const char *capability)
{
	char *s = tigetstr(capability);

	if (s && s != (char *)-1)
		tputs(s, 1, emergency_putc);
}

void rescue_save(int fd)
{
	emergency.active = 0;
	emergency.n = 0;
	emergency.fd = fd;
	emergency.has_termios = tcgetattr(fd, &emergency.termios) == 0;
}

/* Plain text, own colours, keys as they were, cursor, main screen. */
void rescue_arm(void)
{
	prepare_string("sgr0");
	prepare_string("op");
	prepare_string("rmkx");
	prepare_string("cnorm");
	prepare_string("rmcup");
	emergency.active = 1;
}

void rescue_disarm(void)
{
	bool was = emergency.active;

	emergency.active = 0;
	/* endwin() puts back the modes that curses knows of; the settings as a
	 * whole are put back here. */
	if (was && emergency.has_termios)
		tcsetattr(emergency.fd, TCSADRAIN, &emergency.termios);
}

void term_emergency(void)
{
	size_t at = 0;

	if (!emergency.active)
		return;
	emergency.active = 0;
	/* A terminal that does not take them must not stop us from ending:
	 * what is in its queue is thrown away. */
	tcflush(emergency.fd, TCOFLUSH);
	while (at < emergency.n) {
		ssize_t n = write(emergency.fd, emergency.bytes + at,
				  emergency.n - at);
		if (n <= 0)
			break;
		at += (size_t)n;
	}
	if (emergency.has_termios)
		tcsetattr(emergency.fd, TCSANOW, &emergency.termios);
}

int rescue_unknown_type(struct err *err)
{
	const char *name = getenv("TERM");

	return err_set(err, ENOTSUP, "terminal type %.60s",
		       name && *name ? name : "(TERM is not set)");
}

int term_probe(int fd, struct err *err)
{
	int found = 0, r = 0;

	if (setupterm(NULL, fd, &found) != OK)
		return rescue_unknown_type(err);
	char *move_to = tigetstr("cup");
	if (!move_to || move_to == (char *)-1)
		r = rescue_unknown_type(err);
	del_curterm(cur_term);
	return r;
}
