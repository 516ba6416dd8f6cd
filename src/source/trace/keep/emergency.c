/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The last resort: mmtop has crashed, and a filtered tree still lives.  As in
 * keep.c its calls are passed on, but with nothing of ours but the stack and
 * what is below, for it may be the table that is broken.
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

/* Tasks in the middle of a clone(), and children at their first stop: what
 * there is no place for goes on without being put back. */
#define DEBTS_MAX 256

/* What is to be put back, and in whom. */
struct debt {
	pid_t tid;		/* 0: free */
	struct patch patch;
};

/* Whose tree is filtered; NULL: none is. */
static struct tracer *volatile source;
static volatile sig_atomic_t entered;
static struct debt debts[DEBTS_MAX];
/* Stopped for the first time before their makers' events came; 0: free. */
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

/* In the middle of a clone() its exit is wanted.  A child has it behind it. */
static void go_on(pid_t tid, int sig)
{
	const struct debt *d = debt_of(tid);

	if (d && d->patch.in_child)
		restore(tid);
	ptrace(debt_of(tid) ? PTRACE_SYSCALL : PTRACE_CONT, tid, 0, (long)sig);
}

/* --- children -------------------------------------------------------------- */

/* Somebody's child is not known yet: it may be the one that has come. */
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

/* tid has stopped where a new task does. */
static void arrive(pid_t tid)
{
	if (debt_of(tid) || !expects_child() || !put_early(tid))
		go_on(tid, 0);
}

/* 0: all of them, once nobody's child is waited for. */
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

	/* Passed on before: the child may be past its first stop. */
	if (!d || d->patch.passed_on ||
	    !(child = tracer_event_message(maker)))
		return;
	patch = d->patch;
	patch.in_child = true;
	d->patch.passed_on = true;
	owe(child, &patch);
	release_early(child);
}

/* --- stops ----------------------------------------------------------------- */

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

/* --- from the table -------------------------------------------------------- */

/*
 * It stands at a stop that was waited for: that does not come again.  In this
 * order, for one that runs may come to a stop at any moment, and that is to be
 * handled, not passed over.
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
	/* Not twice: it may be the table that is broken. */
	if (!entered++) {
		/* Memory that is registered with a userfaultfd would make calls
		 * of the tree fail. */
		close_range(STDERR_FILENO + 1, UINT_MAX, 0);
		take_over(&source->tracees);
	}
	for (;;) {
		struct stop stop;

		si.si_pid = 0;
		/* As in trace_holds(): the reader is no reason to stay. */
		if (waitid(P_ALL, 0, &si, WEXITED | WSTOPPED | __WCLONE) < 0) {
			if (errno == EINTR)
				continue;
			return;
		}
		stop = stop_classify(&si);
		handle(&stop);
	}
}
