/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "job.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "live.h"

/* No typed text contains the prompt, so its echo does not match. */
#define PROMPT "ready>"

_Noreturn static void become_shell(const char *terminal)
{
	int fd;

	signals_default();
	setsid();
	fd = open(terminal, O_RDWR);	/* becomes our controlling terminal */
	for (int i = 0; i <= STDERR_FILENO; i++)
		dup2(fd, i);
	close_range(STDERR_FILENO + 1, ~0u, 0);
	setenv("PS1", PROMPT, 1);
	setenv("TERM", "dumb", 1);
	unsetenv("PROMPT_COMMAND");
	unsetenv("HISTFILE");
	execlp("bash", "bash", "--norc", "--noprofile", "--noediting", "-i",
	       (char *)NULL);
	_exit(99);
}

bool job_open(struct job *j)
{
	int unlock = 0, number;
	char terminal[32];

	*j = (struct job){ .shell = -1 };
	j->master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC |
			 O_NONBLOCK);
	if (j->master < 0 || ioctl(j->master, TIOCSPTLCK, &unlock) < 0 ||
	    ioctl(j->master, TIOCGPTN, &number) < 0) {
		if (j->master >= 0)
			close(j->master);
		return false;
	}
	snprintf(terminal, sizeof terminal, "/dev/pts/%d", number);
	fflush(stdout);
	j->shell = fork();
	if (j->shell < 0)
		bail("fork");
	if (j->shell == 0)
		become_shell(terminal);
	if (job_prompt(j))
		return true;
	job_close(j);
	return false;
}

void job_type(struct job *j, const char *keys)
{
	while (*keys) {
		struct pollfd p = { .fd = j->master, .events = POLLOUT };
		ssize_t n = write(j->master, keys, strlen(keys));

		if (n > 0)
			keys += n;
		else if (n < 0 && errno == EAGAIN)
			poll(&p, 1, 100);
		else
			bail("write to a terminal");
	}
}

static void take(struct job *j)
{
	char buf[4096];
	ssize_t n;

	while ((n = read(j->master, buf, sizeof buf)) > 0) {
		j->text = realloc(j->text, j->len + (size_t)n + 1);
		if (!j->text)
			bail("no memory");
		memcpy(j->text + j->len, buf, (size_t)n);
		j->len += (size_t)n;
		j->text[j->len] = '\0';
	}
}

struct wanted {
	struct job *job;
	const char *text;
};

static bool is_gone(pid_t pid)
{
	siginfo_t si = { 0 };

	return waitid(P_PID, (id_t)pid, &si, WEXITED | WNOHANG | WNOWAIT) < 0 ||
	       si.si_pid == pid;
}

static bool has_come(void *arg)
{
	struct wanted *w = arg;
	struct job *j = w->job;
	char *at;

	take(j);
	at = j->text ? strstr(j->text + j->seen, w->text) : NULL;
	if (at)
		j->seen = (size_t)(at - j->text) + strlen(w->text);
	return at || is_gone(j->shell);
}

bool job_shows(struct job *j, const char *text)
{
	struct wanted w = { j, text };
	size_t before = j->seen;

	wait_for(has_come, &w);
	if (j->seen > before)
		return true;
	diag("no '%s' in:\n%s", text, j->text ? j->text + j->seen : "");
	return false;
}

bool job_prompt(struct job *j)
{
	return job_shows(j, PROMPT);
}

pid_t job_foreground(const struct job *j)
{
	pid_t group = -1;

	return ioctl(j->master, TIOCGPGRP, &group) < 0 ? -1 : group;
}

void job_close(struct job *j)
{
	close(j->master);
	/* The shell may have inherited a blocked SIGHUP. */
	kill(j->shell, SIGHUP);
	kill(j->shell, SIGCONT);
	struct run r = { .pid = j->shell, .wait_status = -1, .in = -1,
			 .out_path = strdup("/dev/null"),
			 .err_path = strdup("/dev/null") };
	run_wait(&r);
	run_release(&r);
	free(j->text);
	*j = (struct job){ .shell = -1, .master = -1 };
}
