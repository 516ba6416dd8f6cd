/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/attach/attach.h"
#include "source/trace/core/tracer.h"
#include "source/trace/keep/keep.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "source/heap/pool.h"
#include "sys/own/inherit.h"
#include "sys/own/limits.h"
#include "sys/pty.h"

/* Two pipes, closed by exec.  mmtop writes to `go` when the child is seized and
 * may exec.  The child reports failures through `failed`. */
struct pipes {
	int go[2], failed[2];
};

struct failure {
	enum { FAILED_FILTER, FAILED_EXEC } what;
	int err;
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

static void tell(const struct pipes *p, struct failure f)
{
	if (write(p->failed[1], &f, sizeof f) < 0)
		_exit(126);
}

static int drop_input(void)
{
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

	return null < 0 ? null : dup2(null, STDIN_FILENO);
}

_Noreturn static void child(const struct target *target,
			    const struct call_filter *filter, struct pipes *p)
{
	struct failure f = { FAILED_FILTER, 0 };
	char byte;
	int e;

	close(p->go[1]);
	inherit_restore();
	/* Fails if the front process has exited; then no shell waits for the
	 * job, so the failure does not matter. */
	if (target->pgrp > 0)
		(void)!setpgid(0, target->pgrp);
	if (target->no_input && drop_input() < 0) {
		e = errno;
		goto fail;
	}
	if (target->pty_slave >= 0 && pty_child_setup(target->pty_slave) < 0) {
		e = errno;
		goto fail;
	}
	/* End of file means that mmtop ended before the start. */
	while ((e = (int)read(p->go[0], &byte, 1)) < 0 && errno == EINTR)
		;
	if (e == 0)
		_exit(125);
	if (e < 0) {
		e = errno;
		goto fail;
	}
	if (target->pty_slave >= 0)
		pty_child_environment();
	if (target->heap &&
	    (e = -heappool_enter(target->heap, target->heap_library,
				target->argv[0])) != 0)
		goto fail;
	/* The filter is loaded last, because all calls after it must be
	 * traced. */
	if (filter->prog.len && (f.err = -filter_load(filter)) != 0)
		tell(p, f);
	execvp(target->argv[0], target->argv);
	e = errno;
fail:
	tell(p, (struct failure){ FAILED_EXEC, e });
	_exit(127);
}

/* If the child is at a stop before its exec, resumes it and returns 1.
 * Otherwise returns 0 (the tracer handles the stop of the exec), or -errno. */
static int pass_stop(pid_t pid)
{
	siginfo_t si = { 0 };
	struct stop stop;

	if (waitid(P_PID, (id_t)pid, &si,
		   WEXITED | WSTOPPED | __WALL | WNOWAIT | WNOHANG) < 0)
		return errno == EINTR || errno == ECHILD ? 0 : -errno;
	if (!si.si_pid)
		return 0;
	stop = stop_classify(&si);
	switch (stop.kind) {
	case STOP_GROUP:
		ptrace(PTRACE_LISTEN, pid, 0, 0);
		return 1;
	case STOP_SIGNAL:
	case STOP_TRAP:
	case STOP_SECCOMP:
	case STOP_EXITING:
		ptrace(PTRACE_CONT, pid, 0, (long)stop.sig);
		return 1;
	default:
		return 0;
	}
}

/* Waits for the next failure of the child; `err` is 0 if the exec succeeded. */
static struct failure next_failure(pid_t pid, int fd)
{
	const struct timespec wait = { .tv_nsec = 20000000 };
	struct pollfd p = { .fd = fd, .events = POLLIN };
	struct failure f;
	sigset_t chld;
	ssize_t n;
	int r;

	sigemptyset(&chld);
	sigaddset(&chld, SIGCHLD);
	while (poll(&p, 1, 0) <= 0) {
		r = pass_stop(pid);
		/* A seccomp profile forbids waitid(2), so mmtop could not
		 * resume the child. */
		if (r < 0)
			return (struct failure){ FAILED_EXEC, -r };
		if (!r)
			sigtimedwait(&chld, NULL, &wait);
	}
	while ((n = read(fd, &f, sizeof f)) < 0 && errno == EINTR)
		;
	return n == (ssize_t)sizeof f ? f : (struct failure){ FAILED_EXEC, 0 };
}

/* Called when the kernel has refused the filter: the program runs without
 * one. */
static void go_unfiltered(struct tracer *s, pid_t pid, int e)
{
	s->filter = false;
	emergency_remember(NULL);
	tracer_note(s, NOTE_NO_FILTER, SEV_WARN, pid, NO_FILTER_KERNEL,
		    strerror(e));
}

static int exec_result(struct tracer *s, pid_t pid, int fd)
{
	struct failure f = next_failure(pid, fd);

	if (f.what == FAILED_FILTER) {
		go_unfiltered(s, pid, f.err);
		f = next_failure(pid, fd);
		if (!f.err)
			ptrace(PTRACE_SETOPTIONS, pid, 0, tracer_options(s));
	}
	return f.err;
}

/* Kills a child that failed before its exec, and resumes it at its exit
 * stop. */
static void end_child(pid_t pid)
{
	siginfo_t si;

	kill(pid, SIGKILL);
	for (;;) {
		if (waitid(P_PID, (id_t)pid, &si,
			   WEXITED | WSTOPPED | __WALL) < 0) {
			if (errno == EINTR)
				continue;
			return;
		}
		if (si.si_code != CLD_TRAPPED)
			return;
		(void)ptrace(PTRACE_CONT, pid, 0, 0);
	}
}

static int start(struct tracer *s, pid_t pid, struct pipes *p,
		 struct refusal *why, struct err *err)
{
	struct tracee *t;
	struct task_facts f;
	int e;

	close_one(&p->go[0]);
	close_one(&p->failed[1]);
	e = ptrace(PTRACE_SEIZE, pid, 0, tracer_options(s)) < 0 ? errno : 0;
	if (!e)
		host_fact(s->host, &(struct fact){
			.kind = FACT_LAUNCH, .from = s,
			.task = { pid, pid },
		});
	if (!e && write(p->go[1], "", 1) != 1)
		e = errno;
	if (e) {
		launch_explain(s, pid, e, why);
		end_child(pid);
		return err_set(err, e, "trace %s", s->host->target->argv[0]);
	}
	e = exec_result(s, pid, p->failed[0]);
	if (e) {
		end_child(pid);
		return err_set(err, e, "%s", s->host->target->argv[0]);
	}
	t = tracee_add(&s->tracees, pid, pid);
	t->group->root = true;
	t->group->memory = MEMORY_ALONE;
	t->announced = true;
	tracee_set_state(t, TRACEE_RUNNING);
	s->main_pid = pid;
	if (task_facts(s->host, pid, &f) == 0)
		root_add(s, pid, f.start);
	share_launched(s);
	return 0;
}

/* Makes a filter if one is requested, and the program loses no rights by it. */
static void make_filter(struct tracer *s, struct call_filter *f)
{
	const struct target *target = s->host->target;
	struct err err = { 0 };
	int r;

	*f = (struct call_filter){ 0 };
	if (!target->filter)
		return;
	/* Only a note: the program loses these rights anyway; announce.c warns
	 * of that. */
	if (s->file_rights) {
		tracer_note(s, NOTE_NO_FILTER, SEV_NOTE, 0, NO_FILTER_SETUID,
			    target->argv[0]);
	} else if (own_limits_may_kill()) {
		tracer_note(s, NOTE_NO_FILTER, SEV_WARN, 0, NO_FILTER_CPU_LIMIT,
			    "");
	} else if ((r = filter_make(f, target->capture_at_calls, &err)) < 0) {
		tracer_note(s, NOTE_NO_FILTER, SEV_WARN, 0,
			    r == -ELIBACC ? NO_FILTER_LIBRARY : NO_FILTER_KERNEL,
			    strerror(err.code));
	} else {
		s->filter = true;
		emergency_remember(s);
	}
}

int launch(struct tracer *s, struct refusal *why, struct err *err)
{
	struct call_filter filter;
	struct pipes p;
	pid_t pid;
	int r = pipes_open(&p);

	if (r < 0)
		return err_set(err, -r, "make a pipe");
	s->file_rights = filter_takes_rights(s->host->target->argv[0]);
	make_filter(s, &filter);
	pid = fork();
	if (pid == 0)
		child(s->host->target, &filter, &p);
	/* After the fork, as the program must not inherit the OOM setting. */
	if (s->filter)
		own_limits_oom_last();
	if (pid < 0)
		r = err_set(err, errno, "fork");
	else
		r = start(s, pid, &p, why, err);
	filter_release(&filter);
	pipes_close(&p);
	return r;
}
