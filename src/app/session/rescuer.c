/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/session/rescuer.h"

#include <errno.h>
#include <limits.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/engine/drain.h"
#include "app/session/terminal.h"
#include "sys/own/ignore.h"
#include "sys/own/role_name.h"
#include "term/rescue.h"

_Noreturn static void wait_for_end(int pipe, int terminal, int pty)
{
	char byte;
	ssize_t n;

	setsid();
	ignore_signals(IGNORE_ALL);
	role_name(ROLE_RESCUER);
	terminal = terminal_own(terminal);
	/* The needed descriptors become 0 to 2; all others of the screen are
	 * closed. */
	if (dup2(pipe, STDIN_FILENO) < 0 ||
	    dup2(terminal, STDOUT_FILENO) < 0 ||
	    (pty >= 0 && dup2(pty, STDERR_FILENO) < 0))
		_exit(1);
	close_range(pty < 0 ? STDERR_FILENO : STDERR_FILENO + 1, UINT_MAX, 0);
	do
		n = read(STDIN_FILENO, &byte, 1);
	while (n < 0 && errno == EINTR);
	rescue_from_engine(STDOUT_FILENO);
	if (n == 0 && pty >= 0)
		drain_run(STDERR_FILENO, 0, -1);
	_exit(0);
}

void rescuer_start(struct rescuer *r, int terminal, int pty)
{
	int fd[2];

	r->pid = 0;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd) < 0)
		return;
	r->pid = fork();
	if (r->pid == 0) {
		close(fd[1]);
		wait_for_end(fd[0], terminal, pty);
	}
	close(fd[0]);
	r->pipe = fd[1];
	if (r->pid < 0) {
		close(r->pipe);
		r->pid = 0;
	}
}

void rescuer_end(struct rescuer *r)
{
	if (!r->pid)
		return;
	/* If the rescuer was killed, SIGPIPE must not end the screen. */
	(void)!send(r->pipe, "", 1, MSG_NOSIGNAL);
	close(r->pipe);
	while (waitpid(r->pid, NULL, 0) < 0 && errno == EINTR)
		;
	r->pid = 0;
}
