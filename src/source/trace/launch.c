/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/tracer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sys/inherit.h"
#include "sys/pty.h"

/* Two pipes, closed by exec: `go` lets the child exec once it is seized;
 * `failed` brings back the errno of an exec that did not come off. */
struct pipes {
	int go[2], failed[2];
};

static int pipes_open(struct pipes *p)
{
	if (pipe2(p->go, O_CLOEXEC) < 0)
		return -errno;
	if (pipe2(p->failed, O_CLOEXEC) < 0) {
		int e = errno;

		close(p->go[0]);
		close(p->go[1]);
		return -e;
	}
	return 0;
}

static void close_one(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void pipes_close(struct pipes *p)
{
	for (int i = 0; i < 2; i++) {
		close_one(&p->go[i]);
		close_one(&p->failed[i]);
	}
}

_Noreturn static void child(const struct target *target, struct pipes *p)
{
	char byte;
	int e;

	close(p->go[1]);
	inherit_restore();
	if (target->pty_slave >= 0 && pty_child_setup(target->pty_slave) < 0) {
		e = errno;
		goto fail;
	}
	/* End of file: mmtop is gone before it began. */
	while ((e = (int)read(p->go[0], &byte, 1)) < 0 && errno == EINTR)
		;
	if (e != 1)
		_exit(125);
	if (target->pty_slave >= 0)
		pty_child_environment();
	execvp(target->argv[0], target->argv);
	e = errno;
fail:
	if (write(p->failed[1], &e, sizeof e) < 0)
		_exit(126);
	_exit(127);
}

/* A signal that comes before exec is passed on; the stop of the exec itself
 * is left for the tracer. */
static void pass_signals(pid_t pid)
{
	siginfo_t si = { 0 };
	struct stop stop;

	if (waitid(P_PID, (id_t)pid, &si,
		   WEXITED | WSTOPPED | __WALL | WNOWAIT | WNOHANG) < 0 ||
	    !si.si_pid)
		return;
	stop = stop_classify(&si);
	if (stop.kind == STOP_SIGNAL)
		ptrace(PTRACE_CONT, pid, 0, (long)stop.sig);
	else if (stop.kind == STOP_GROUP)
		ptrace(PTRACE_LISTEN, pid, 0, 0);
	else if (stop.kind == STOP_TRAP)
		ptrace(PTRACE_CONT, pid, 0, 0);
	else if (stop.kind == STOP_EXITING)
		ptrace(PTRACE_CONT, pid, 0, 0);
}

/* 0 when the exec came off, else its errno. */
static int exec_result(pid_t pid, int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	int e = 0;
	ssize_t n;

	while (poll(&p, 1, 20) <= 0)
		pass_signals(pid);
	while ((n = read(fd, &e, sizeof e)) < 0 && errno == EINTR)
		;
	return n == (ssize_t)sizeof e ? e : 0;
}

/* The child could not exec: it ends, through its exit stop. */
static void reap(pid_t pid)
{
	siginfo_t si;

	for (;;) {
		if (waitid(P_PID, (id_t)pid, &si,
			   WEXITED | WSTOPPED | __WALL) < 0) {
			if (errno == EINTR)
				continue;
			return;
		}
		if (si.si_code != CLD_TRAPPED)
			return;
		ptrace(PTRACE_CONT, pid, 0, 0);
	}
}

static int start(struct source *s, pid_t pid, struct pipes *p,
		 struct err *err)
{
	struct tracee *t;
	struct task_facts f;
	int e;

	close_one(&p->go[0]);
	close_one(&p->failed[1]);
	if (ptrace(PTRACE_SEIZE, pid, 0, tracer_options(s)) < 0) {
		e = errno;
		kill(pid, SIGKILL);
		reap(pid);
		return err_set(err, e, "trace %s", s->host->target->argv[0]);
	}
	if (write(p->go[1], "", 1) != 1)
		kill(pid, SIGKILL);
	e = exec_result(pid, p->failed[0]);
	if (e) {
		reap(pid);
		return err_set(err, e, "%s", s->host->target->argv[0]);
	}
	t = tracee_add(&s->tracees, pid, pid);
	t->group->root = true;
	t->announced = true;
	tracee_set_state(t, TRACEE_RUNNING);
	s->main_pid = pid;
	if (task_facts(s->host, pid, &f) == 0)
		*vec_push(&s->roots) = (struct identity){ pid, f.start };
	return 0;
}

int launch(struct source *s, struct err *err)
{
	struct pipes p;
	pid_t pid;
	int r = pipes_open(&p);

	if (r < 0)
		return err_set(err, -r, "make a pipe");
	pid = fork();
	if (pid == 0)
		child(s->host->target, &p);
	if (pid < 0)
		r = err_set(err, errno, "fork");
	else
		r = start(s, pid, &p, err);
	pipes_close(&p);
	return r;
}
