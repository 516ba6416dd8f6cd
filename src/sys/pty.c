/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/pty.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

static unsigned short clamped(unsigned n)
{
	return (unsigned short)(n < 1 ? 1 : n > 10000 ? 10000 : n);
}

int pty_resize(int master, unsigned rows, unsigned cols)
{
	struct winsize ws = {
		.ws_row = clamped(rows), .ws_col = clamped(cols),
	};

	return ioctl(master, TIOCSWINSZ, &ws) < 0 ? -errno : 0;
}

int pty_open(int *master, int *slave, unsigned rows, unsigned cols,
	     struct err *err)
{
	char name[64];
	int m, s, code;

	m = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
	if (m < 0)
		return err_set(err, errno, "open a pseudo-terminal");
	if (grantpt(m) < 0 || unlockpt(m) < 0) {
		code = errno;
		goto fail;
	}
	code = ptsname_r(m, name, sizeof name);
	if (code)
		goto fail;
	s = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (s < 0) {
		code = errno;
		goto fail;
	}
	code = -pty_resize(m, rows, cols);
	if (code) {
		close(s);
		goto fail;
	}
	*master = m;
	*slave = s;
	return 0;
fail:
	close(m);
	return err_set(err, code, "set up a pseudo-terminal");
}

int pty_child_setup(int slave)
{
	if (setsid() < 0)
		return -errno;
	if (ioctl(slave, TIOCSCTTY, 0) < 0)
		return -errno;
	for (int fd = 0; fd <= 2; fd++) {
		/* dup2() of a descriptor onto itself would leave close-on-exec
		 * set. */
		if (fd == slave) {
			if (fcntl(fd, F_SETFD, 0) < 0)
				return -errno;
		} else if (dup2(slave, fd) < 0) {
			return -errno;
		}
	}
	return 0;
}

void pty_child_environment(void)
{
	setenv("TERM", "xterm-256color", 1);
	/* Programs would use these variables instead of the size of the
	 * terminal. */
	unsetenv("LINES");
	unsetenv("COLUMNS");
}
