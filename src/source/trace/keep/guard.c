/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/keep/guard.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "source/trace/track/inject.h"
#include "source/trace/core/stop.h"
#include "sys/own/ignore.h"
#include "sys/own/role_name.h"

/* Number and interval of the guard's attempts: the kernel needs some time to
 * end the tracer completely. */
#define TRIES 5000
#define TRY_NS 1000000
#define LOOKS 20

/* A message on the pipe to the guard, sent in one write. */
struct watched {
	bool away;		/* the task's registers are changed */
	pid_t tid;
	struct arch_place place;
	struct user_regs_struct home;
	bool waits;
};

/* --- the guard itself ----------------------------------------------------- */

static void nap(void)
{
	const struct timespec ts = { .tv_nsec = TRY_NS };

	nanosleep(&ts, NULL);
}

/* Returns the tracer of the task; 0 if it has none, -1 if unknown. */
static long tracer_of(pid_t tid)
{
	char path[64], text[2048];
	const char *at;
	ssize_t n;
	int fd;

	snprintf(path, sizeof path, "/proc/%d/status", (int)tid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	n = read(fd, text, sizeof text - 1);
	close(fd);
	text[n < 0 ? 0 : n] = '\0';
	at = strstr(text, "\nTracerPid:");
	return at ? strtol(at + 11, NULL, 10) : -1;
}

/* Attaches to the task.  Fails if another tracer has attached, since that may
 * have changed the registers. */
static bool seize(pid_t tid, pid_t engine)
{
	long tracer;

	for (int i = 0; i < TRIES; i++) {
		if (ptrace(PTRACE_SEIZE, tid, 0, PTRACE_O_TRACESYSGOOD) == 0)
			return true;
		if (errno != EPERM)
			return false;
		tracer = tracer_of(tid);
		if (tracer && tracer != engine)
			return false;
		nap();		/* mmtop is not completely dead yet */
	}
	return false;
}

/* Waits for the next stop of the task; false if it has ended, or does not
 * stop in time.  `listening`: the task is in a stopped job; the wait has no
 * limit. */
static bool next_stop(pid_t tid, struct stop *stop, bool listening)
{
	for (int i = 0; i < TRIES || listening; i++) {
		siginfo_t si = { 0 };

		if (waitid(P_PID, (id_t)tid, &si, WEXITED | WSTOPPED | __WALL |
			   WNOHANG) < 0)
			return false;
		if (si.si_pid) {
			*stop = stop_classify(&si);
			return stop->kind != STOP_EXITED &&
			       stop->kind != STOP_KILLED;
		}
		nap();
	}
	return false;
}

/* Resumes the task, delivers the signal of its stop, and waits for its next
 * stop.  A stopped job stays stopped. */
static bool run(pid_t tid, struct stop *at, int request)
{
	bool stopped = at->kind == STOP_GROUP;
	long sig = at->kind == STOP_SIGNAL ? at->sig : 0;

	ptrace((enum __ptrace_request)(stopped ? PTRACE_LISTEN : request), tid,
	       0, stopped ? 0 : sig);
	return next_stop(tid, at, stopped);
}

/* Lets the task run to the trap of the pending INTERRUPT, or to the stop of its
 * job: the registers can be changed at both. */
static bool to_trap(pid_t tid, struct stop *at)
{
	while (at->kind != STOP_TRAP && at->kind != STOP_GROUP) {
		ptrace(PTRACE_INTERRUPT, tid, 0, 0);
		if (!run(tid, at, PTRACE_CONT))
			return false;
	}
	return true;
}

/* Returns the descriptor of a userfaultfd in the target, or -1.  An injected
 * call has created it, as the target had none before. */
static int left_open(pid_t tid)
{
	char path[64], link[64];
	const struct dirent *e;
	int found = -1;
	DIR *dir;

	snprintf(path, sizeof path, "/proc/%d/fd", (int)tid);
	dir = opendir(path);
	while (dir && found < 0 && (e = readdir(dir))) {
		ssize_t n = readlinkat(dirfd(dir), e->d_name, link,
				       sizeof link - 1);

		link[n < 0 ? 0 : n] = '\0';
		if (!strcmp(link, "anon_inode:[userfaultfd]"))
			found = atoi(e->d_name);
	}
	if (dir)
		closedir(dir);
	return found;
}

/* At the entry of pause(2), or of a restarted call of the program: injects
 * close() instead of that call. */
static bool close_at_entry(const struct watched *w, int fd, struct stop *at,
			   const struct user_regs_struct *home, bool waits)
{
	bool good = arch_replace_call(w->tid, INJECT_CLOSE, (uint64_t)fd,
				      &w->place) == 0;

	if (!good && !waits)
		return false;
	if (!good && arch_replace_call(w->tid, INJECT_NO_CALL, 0,
				       &w->place) < 0)
		return false;
	do {
		if (!run(w->tid, at, PTRACE_SYSCALL))
			return false;
	} while (at->kind != STOP_SYSCALL);
	ptrace(PTRACE_INTERRUPT, w->tid, 0, 0);
	(void)!arch_regs_set(w->tid, home);
	(void)!run(w->tid, at, PTRACE_CONT);
	return good;
}

/* Injects close(fd) as inject.c does, starting from a trap, but without a guard
 * process.  If a signal arrives before the entry of the call, it is delivered,
 * and the injection starts over.  So a call of the signal's handler is not
 * replaced. */
static void close_left(const struct watched *w, int fd, struct stop *at)
{
	struct user_regs_struct home, regs;
	bool waits;

	for (int i = 0; i < LOOKS; i++) {
		while (at->kind != STOP_TRAP)
			if (!run(w->tid, at, PTRACE_CONT) ||
			    !to_trap(w->tid, at))
				return;
		if (arch_regs_get(w->tid, &home) < 0)
			return;
		regs = home;
		waits = !arch_restarts(&home);
		if (waits) {
			arch_enter_wait(&regs, &w->place);
			if (arch_regs_set(w->tid, &regs) < 0)
				return;
		}
		if (!run(w->tid, at, PTRACE_SYSCALL))
			return;
		if (at->kind == STOP_SYSCALL) {
			if (close_at_entry(w, fd, at, &home, waits))
				return;
		} else if (waits && arch_regs_set(w->tid, &home) < 0) {
			return;
		}
		if (!to_trap(w->tid, at))
			return;
	}
}

/* Restores the registers of the task.  If the task is in a signal handler,
 * waits until it has returned to the changed registers. */
static bool bring_home(const struct watched *w, struct stop *at)
{
	struct user_regs_struct regs;

	for (int i = 0; i < LOOKS; i++) {
		if (arch_regs_get(w->tid, &regs) < 0)
			return false;
		if (arch_is_away(&regs, &w->place, w->waits))
			return arch_regs_set(w->tid, &w->home) == 0;
		if (at->kind == STOP_GROUP) {
			if (!run(w->tid, at, PTRACE_CONT) ||
			    !to_trap(w->tid, at))
				return false;
			continue;
		}
		ptrace(PTRACE_CONT, w->tid, 0, 0);
		nap();
		ptrace(PTRACE_INTERRUPT, w->tid, 0, 0);
		if (!next_stop(w->tid, at, false) || !to_trap(w->tid, at))
			return false;
	}
	/* mmtop died before it changed the registers. */
	return true;
}

static void put_right(const struct watched *w, pid_t engine)
{
	struct stop at = { .kind = STOP_OTHER };
	int fd;

	if ((!w->away && left_open(w->tid) < 0) || !seize(w->tid, engine))
		return;
	ptrace(PTRACE_INTERRUPT, w->tid, 0, 0);
	if (!next_stop(w->tid, &at, false) || !to_trap(w->tid, &at) ||
	    (w->away && !bring_home(w, &at)))
		return;
	fd = left_open(w->tid);
	if (fd >= 0)
		close_left(w, fd, &at);
	ptrace(PTRACE_DETACH, w->tid, 0,
	       at.kind == STOP_SIGNAL ? (long)at.sig : 0l);
}

_Noreturn static void guard(int fd, pid_t engine)
{
	struct watched w = { .tid = 0 }, next;
	ssize_t n;

	ignore_signals(IGNORE_ALL);
	role_name(ROLE_GUARD);
	for (;;) {
		n = read(fd, &next, sizeof next);
		if (n < 0 && errno == EINTR)
			continue;
		if (n != (ssize_t)sizeof next)
			break;
		w = next;
	}
	if (w.tid)
		put_right(&w, engine);
	_exit(0);
}

/* --- the engine's side ---------------------------------------------------- */

int guard_start(struct guard *g)
{
	pid_t engine = getpid();
	int fd[2], e;

	if (pipe2(fd, O_CLOEXEC) < 0)
		return -errno;
	g->pid = fork();
	if (g->pid == 0) {
		/* The guard must not keep mmtop's descriptors open. */
		if (dup2(fd[0], 0) == 0) {
			syscall(SYS_close_range, 1, ~0u, 0);
			guard(0, engine);
		}
		_exit(1);
	}
	e = errno;
	close(fd[0]);
	if (g->pid > 0) {
		g->pipe = fd[1];
		return 0;
	}
	g->pid = 0;
	close(fd[1]);
	return -e;
}

static bool tell(struct guard *g, const struct watched *w)
{
	ssize_t n;

	if (!g->pid)
		return false;
	do
		n = write(g->pipe, w, sizeof *w);
	while (n < 0 && errno == EINTR);
	return n == (ssize_t)sizeof *w;
}

bool guard_watch(struct guard *g, const struct inject *in)
{
	const struct watched w = {
		.away = true, .tid = in->tid, .place = in->place,
		.home = in->home, .waits = in->waits,
	};

	return tell(g, &w);
}

void guard_release(struct guard *g, const struct inject *in)
{
	const struct watched w = { .tid = in->tid, .place = in->place };

	(void)tell(g, &w);
}

void guard_stop(struct guard *g)
{
	const struct watched no_task = { .tid = 0 };

	if (!g->pid)
		return;
	(void)tell(g, &no_task);
	close(g->pipe);
	/* The guard process is reaped by the next wait for any child. */
	g->pid = 0;
}
