/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/session/foreground.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/i18n.h"
#include "app/session/signals.h"
#include "base/str.h"
#include "base/text.h"
#include "sys/loop.h"
#include "sys/own/inherit.h"
#include "term/curses.h"
#include "ui/words/error.h"

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1u << 2)
#endif

/* The time that a program has to end after SIGHUP. */
#define END_NS UINT64_C(1000000000)
#define LOOK_MS 100
/* The lowest number of temporary descriptors: they must not collide with stdin,
 * stdout and stderr of the program. */
#define FD_HIGH 10

struct foreground_job {
	const struct foreground *f;
	pid_t pid;
	pid_t ours;			/* mmtop's process group; 0: no job
					 * control */
	int children;			/* signalfd for SIGCHLD */
	int status;
	bool ended;
};

/* --- the foreground job --------------------------------------------------- */

/* Gives the terminal to a process group.  SIGTTOU is blocked during the call:
 * it would stop an mmtop in the background. */
static void give_terminal(const struct foreground_job *j, pid_t group)
{
	sigset_t ttou, before;

	if (!j->ours)
		return;
	sigemptyset(&ttou);
	sigaddset(&ttou, SIGTTOU);
	sigprocmask(SIG_BLOCK, &ttou, &before);
	tcsetpgrp(j->f->in_fd, group);
	sigprocmask(SIG_SETMASK, &before, NULL);
}

static void move(int fd, int to)
{
	/* dup2() of a descriptor to its own number would leave close-on-exec
	 * set, so the descriptor is moved to another number first. */
	int high = fcntl(fd, F_DUPFD_CLOEXEC, FD_HIGH);

	if (high < 0 || dup2(high, to) < 0)
		_exit(127);
}

_Noreturn static void run(const struct foreground_job *j,
			  const char *const *argv, int error)
{
	int e;

	if (j->ours)
		setpgid(0, 0);
	give_terminal(j, getpid());
	inherit_restore();
	error = fcntl(error, F_DUPFD_CLOEXEC, FD_HIGH);
	int in = fcntl(j->f->in_fd, F_DUPFD_CLOEXEC, FD_HIGH);
	int out = fcntl(j->f->out_fd, F_DUPFD_CLOEXEC, FD_HIGH);

	move(in, STDIN_FILENO);
	move(out, STDOUT_FILENO);
	move(out, STDERR_FILENO);
	close_range(STDERR_FILENO + 1, UINT_MAX, CLOSE_RANGE_CLOEXEC);
	execvp(argv[0], (char *const *)argv);
	e = errno;
	if (write(error, &e, sizeof e) < 0)
		_exit(126);
	_exit(127);
}

/* --- while the program has the terminal ----------------------------------- */

static void kill_job(const struct foreground_job *j, int sig)
{
	if (j->ours)
		kill(-j->pid, sig);
	kill(j->pid, sig);
}

/* Called when the program was stopped: stops mmtop, too, until the shell
 * continues it.  If mmtop has no such shell, continues the program at once. */
static void stop_too(struct foreground_job *j)
{
	give_terminal(j, j->ours);
	(void)signals_stop();
	give_terminal(j, j->pid);
	kill_job(j, SIGCONT);
}

static void look_at_child(struct foreground_job *j)
{
	struct signalfd_siginfo told;
	int status;

	while (read(j->children, &told, sizeof told) > 0)
		;
	while (waitpid(j->pid, &status, WUNTRACED | WNOHANG) == j->pid) {
		if (!WIFSTOPPED(status)) {
			j->status = status;
			j->ended = true;
			return;
		}
		stop_too(j);
	}
}

/* Returns a signal that ends mmtop; 0: none.  Ignores the other signals,
 * because they concern the screen, which is suspended. */
static int leaving_signal(void)
{
	int sig;

	while ((sig = signals_next()))
		if (signals_leave(sig))
			return sig;
	return 0;
}

static void await(struct foreground_job *j, struct foreground_end *end)
{
	struct pollfd fds[] = {
		{ .fd = j->children, .events = POLLIN },
		{ .fd = j->f->signals_fd, .events = POLLIN },
	};
	uint64_t until = 0;

	for (look_at_child(j); !j->ended; look_at_child(j)) {
		int n = poll(fds, 2, until ? LOOK_MS : -1);

		/* poll() may return early: signals of mmtop's timers interrupt
		 * it. */
		if (until && clock_ns() >= until)
			kill_job(j, SIGKILL);
		if (n < 1 || !(fds[1].revents & POLLIN) || until)
			continue;
		end->signal = leaving_signal();
		if (end->signal) {
			kill_job(j, SIGHUP);
			kill_job(j, SIGCONT);
			until = clock_ns() + END_NS;
			fds[1].fd = -1;
		}
	}
}

/* --- the run -------------------------------------------------------------- */

static int fail(struct err *err, int code, const char *program)
{
	struct str safe = STR_INIT;

	text_safe(&safe, program, strlen(program), false);
	err_set(err, code, _("cannot run %s: %s"), safe.data,
		error_words(code));
	str_release(&safe);
	return -code;
}

/* Runs the program until it ends.  Returns 0, or -errno if it could not be
 * executed. */
static int run_job(struct foreground_job *j, const char *const *argv,
		   struct foreground_end *end)
{
	sigset_t all, before;
	int ends[2], e = 0;

	if (pipe2(ends, O_CLOEXEC) < 0)
		return -errno;
	/* All signals are blocked until the child process has set its own
	 * signal actions.  Otherwise mmtop's handlers could run in the child,
	 * and would write to mmtop's signal pipe. */
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	j->pid = fork();
	e = j->pid < 0 ? errno : 0;
	if (j->pid == 0)
		run(j, argv, ends[1]);
	sigprocmask(SIG_SETMASK, &before, NULL);
	close(ends[1]);
	if (!e) {
		/* Both the parent and the child make these calls, because
		 * either may run first. */
		if (j->ours)
			setpgid(j->pid, j->pid);
		give_terminal(j, j->pid);
		await(j, end);
		if (read(ends[0], &e, sizeof e) != (ssize_t)sizeof e)
			e = 0;
		end->status = j->status;
	}
	close(ends[0]);
	return -e;
}

int foreground_run(const struct foreground *f, const char *const *argv,
		   struct foreground_end *end, struct err *err)
{
	struct foreground_job j = { .f = f, .ours = getpgrp() };
	sigset_t child, before;
	int r;

	*end = (struct foreground_end){ .signal = 0 };
	if (tcgetpgrp(f->in_fd) != j.ours)
		j.ours = 0;
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigprocmask(SIG_BLOCK, &child, &before);
	j.children = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
	if (f->term)
		term_suspend(f->term);
	r = j.children < 0 ? -errno : run_job(&j, argv, end);
	give_terminal(&j, j.ours);
	if (f->term)
		term_resume(f->term);
	if (j.children >= 0)
		close(j.children);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return r < 0 ? fail(err, -r, argv[0]) : 0;
}
