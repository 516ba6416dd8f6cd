/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/rescuer.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/terminal.h"
#include "sys/ignore.h"
#include "sys/role_name.h"
#include "term/rescue.h"

_Noreturn static void wait_for_end(int pipe, int terminal)
{
	char byte;
	ssize_t n;

	setsid();
	ignore_signals(IGNORE_ALL);
	role_name(ROLE_RESCUER);
	terminal = terminal_own(terminal);
	/* It keeps no other descriptor of the screen open. */
	if (dup2(pipe, STDIN_FILENO) < 0 || dup2(terminal, STDOUT_FILENO) < 0)
		_exit(1);
	close_range(STDERR_FILENO, UINT_MAX, 0);
	do
		n = read(STDIN_FILENO, &byte, 1);
	while (n > 0 || (n < 0 && errno == EINTR));
	rescue_by_other(STDOUT_FILENO);
	_exit(0);
}

void rescuer_start(struct rescuer *r, int terminal)
{
	int fd[2];

	r->pid = 0;
	if (pipe2(fd, O_CLOEXEC) < 0)
		return;
	r->pid = fork();
	if (r->pid == 0) {
		close(fd[1]);
		wait_for_end(fd[0], terminal);
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
	close(r->pipe);
	while (waitpid(r->pid, NULL, 0) < 0 && errno == EINTR)
		;
	r->pid = 0;
}
