/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The last resort: mmtop has crashed while a filtered tree lives.  As in
 * keep.c, the tree's filtered calls are resumed.  But this code uses only the
 * stack and the data below, because the tracer's table may be broken.
 */
#include <config.h>

#include "source/trace/core/trace.h"
#include "source/trace/calls/calls.h"
#include "source/trace/core/tracer.h"
#include "source/trace/keep/keep.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

/* Capacity of `debts` (tasks in the middle of a clone(), and their children)
 * and of `early` (children at their first stop).  A task that does not fit is
 * resumed, but its clone flags, changed by mmtop, are not restored. */
#define DEBTS_MAX 256

/* A task, and the patch to undo in it. */
struct debt {
	pid_t tid;		/* 0: free */
	struct patch patch;
};

/* The tracer whose tree is filtered; NULL: none. */
static struct tracer *volatile source;
static volatile sig_atomic_t entered;
static struct debt debts[DEBTS_MAX];
/* Tasks that reported before their creator's event; 0: free entry. */
static pid_t early[DEBTS_MAX];

void emergency_remember(struct tracer *s)
{
	source = s;
}

static struct debt *debt_of(pid_t tid)
{
	for (int i = 0; i < DEBTS_MAX; i++)
		if (debts[i].tid == tid)
			return &debts[i];
	return NULL;
}

static void owe(pid_t tid, const struct patch *patch)
{
	struct debt *d = debt_of(tid);

	if (!d)
		d = debt_of(0);
	if (d && patch->where)
		*d = (struct debt){ .tid = tid, .patch = *patch };
}

static void restore(pid_t tid)
{
	struct debt *d = debt_of(tid);
	struct tracee t = { .tid = tid };

	if (!d)
		return;
	t.patch = d->patch;
	seccomp_restore(&t);
	d->tid = 0;
}

static void forget(pid_t tid)
{
	struct debt *d = debt_of(tid);

	if (d)
		d->tid = 0;
}

/* Resumes a task.  In the middle of a clone(), it must stop at the exit of the
 * call, where its flags are restored.  A child is past that exit, so its flags
 * are restored here. */
static void go_on(pid_t tid, int sig)
{
	const struct debt *d = debt_of(tid);

	if (d && d->patch.in_child)
		restore(tid);
	ptrace(debt_of(tid) ? PTRACE_SYSCALL : PTRACE_CONT, tid, 0, (long)sig);
}

/* --- children ------------------------------------------------------------- */

/* True if a creator's child is not known yet: a stopped task may be that
 * child. */
static bool expects_child(void)
{
	for (int i = 0; i < DEBTS_MAX; i++)
		if (debts[i].tid && !debts[i].patch.passed_on &&
		    !debts[i].patch.in_child)
			return true;
	return false;
}

static bool put_early(pid_t tid)
{
	for (int i = 0; i < DEBTS_MAX; i++)
		if (!early[i]) {
			early[i] = tid;
			return true;
		}
	return false;
}

/* Handles a stop that may be the first stop of a new task. */
static void arrive(pid_t tid)
{
	if (debt_of(tid) || !expects_child() || !put_early(tid))
		go_on(tid, 0);
}

/* Resumes the early task tid; if tid is 0, all early tasks, since the children
 * of all creators are known. */
static void release_early(pid_t tid)
{
	for (int i = 0; i < DEBTS_MAX; i++) {
		pid_t one = early[i];

		if (!one || (tid && one != tid))
			continue;
		early[i] = 0;
		go_on(one, 0);
	}
}

static void made(pid_t maker)
{
	struct debt *d = debt_of(maker);
	struct patch patch;
	pid_t child;

	/* If the patch was passed on, the child may be past its first stop. */
	if (!d || d->patch.passed_on ||
	    !(child = tracer_event_message(maker)))
		return;
	patch = d->patch;
	patch.in_child = true;
	d->patch.passed_on = true;
	owe(child, &patch);
	release_early(child);
}

/* --- stops ---------------------------------------------------------------- */

static void enter(pid_t tid)
{
	struct __ptrace_syscall_info info = { 0 };
	struct tracee t = { .tid = tid };

	if (!tracer_call_info(tid, &info) ||
	    info.seccomp.ret_data != FILTER_CLONE)
		return;
	seccomp_clone(NULL, &t, &info);
	owe(tid, &t.patch);
}

static void handle(const struct stop *stop)
{
	pid_t tid = stop->tid;

	switch (stop->kind) {
	case STOP_OTHER:
		return;
	case STOP_EXITED:
	case STOP_KILLED:
		forget(tid);
		break;
	case STOP_GROUP:
		ptrace(PTRACE_LISTEN, tid, 0, 0);
		break;
	case STOP_TRAP:
		arrive(tid);
		break;
	case STOP_SIGNAL:
		go_on(tid, stop->sig);
		break;
	case STOP_SECCOMP:
		enter(tid);
		go_on(tid, 0);
		break;
	case STOP_SYSCALL:
		restore(tid);
		go_on(tid, 0);
		break;
	case STOP_FORK:
	case STOP_VFORK:
	case STOP_CLONE:
		made(tid);
		go_on(tid, 0);
		break;
	case STOP_EXEC:
	case STOP_EXITING:
		forget(tid);
		go_on(tid, 0);
		break;
	case STOP_VFORK_DONE:
		go_on(tid, 0);
		break;
	}
	if (!expects_child())
		release_early(0);
}

/* --- taking over the table ------------------------------------------------ */

/*
 * True if the task is at a stop that was already waited for, and is not
 * reported again.  The order of the checks matters: a running task may stop at
 * any moment, and that stop must be handled, not skipped.
 */
static bool is_held(pid_t tid)
{
	siginfo_t si = { 0 };
	unsigned long msg;

	return ptrace(PTRACE_GETEVENTMSG, tid, 0, &msg) == 0 &&
	       waitid(P_PID, (id_t)tid, &si, WEXITED | WSTOPPED | __WALL |
		      WNOWAIT | WNOHANG) == 0 && !si.si_pid;
}

static void take_over(const struct tracees *ts)
{
	struct tracee *t, *next;

	HASH_ITER(hh, ts->tasks, t, next)
		owe(t->tid, &t->patch);
	HASH_ITER(hh, ts->tasks, t, next) {
		if (!is_held(t->tid))
			continue;
		if (t->state == TRACEE_PARKED || t->state == TRACEE_SEIZING)
			arrive(t->tid);
		else
			go_on(t->tid, t->inject);
	}
}

void trace_emergency(void)
{
	siginfo_t si;

	if (!source)
		return;
	/* Only on the first call: after a crash on a broken table, take_over()
	 * must not be tried again. */
	if (!entered++) {
		/* Close mmtop's userfaultfd.  Otherwise, calls of the tree
		 * would fail on memory that is registered with it. */
		close_range(STDERR_FILENO + 1, UINT_MAX, 0);
		take_over(&source->tracees);
	}
	for (;;) {
		struct stop stop;

		si.si_pid = 0;
		/* With __WCLONE, waitid() ignores the reader process, as in
		 * trace_holds(). */
		if (waitid(P_ALL, 0, &si, WEXITED | WSTOPPED | __WCLONE) < 0) {
			if (errno == EINTR)
				continue;
			return;
		}
		stop = stop_classify(&si);
		handle(&stop);
	}
}
