/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Attaching, holding and letting go need PTRACE_INTERRUPT, which breaks off a
 * call that sleeps.  Most calls are begun again by the kernel; some return
 * EINTR, which a program that gets no signals never expects.  At the trap that
 * follows, a result of -EINTR is turned into -ERESTARTNOHAND: the kernel begins
 * the call again, unless a handler of a real signal is to run first, in which
 * case it makes EINTR of it as ever.
 *
 * A signal that the program ignores does not wake it, but wakes it while it is
 * traced (sig_ignored() in kernel/signal.c): the same is done at its delivery.
 *
 * It works at the trap only: at the exit stop of a call the kernel has yet to
 * look for signals.  So a task that is seen there first is interrupted again.
 * At the entry of a call the wake-up of an INTERRUPT stays, and PTRACE_DETACH
 * makes one too (__ptrace_unlink() in kernel/ptrace.c): that call will be
 * broken off, and nobody is let go there.
 */
#include <config.h>

#include "source/trace/tracer.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>

#include "event/call.h"

/* include/linux/errno.h; never seen by programs. */
#define ERESTARTNOHAND 514
#define ERESTART_RESTARTBLOCK 516

/*
 * Calls that may end with EINTR for no other reason than a wake-up, and that
 * did nothing yet when they do: signal(7), "Interruption of system calls and
 * library functions by stop signals", and the sockets with a timeout.
 */
static const char *const broken[] = {
	"accept", "accept4", "connect", "epoll_pwait", "epoll_pwait2",
	"epoll_wait", "futex", "futex_time64", "futex_waitv", "io_getevents",
	"io_pgetevents", "io_pgetevents_time64", "io_uring_enter", "ipc",
	"mq_timedreceive", "mq_timedreceive_time64", "mq_timedsend",
	"mq_timedsend_time64", "msgrcv", "msgsnd", "read", "readv", "recv",
	"recvfrom", "recvmmsg", "recvmmsg_time64", "recvmsg",
	"rt_sigtimedwait", "rt_sigtimedwait_time64", "semop", "semtimedop",
	"semtimedop_time64", "send", "sendmmsg", "sendmsg", "sendto",
	"socketcall", "write", "writev",
};

static bool may_repeat(const struct arch_call *c, struct str *name)
{
	const struct ev_call ev = { .abi = c->abi, .nr = (uint64_t)c->nr };

	if (c->abi >= ABIS)
		return false;
	call_name(name, &ev);
	for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
		if (!strcmp(name->data, broken[i]))
			return true;
	return false;
}

static bool is_broken(const struct source *s, const struct tracee *t,
		      struct arch_call *c, struct str *name)
{
	return s->host->target->repair && arch_can_repair &&
	       arch_call_get(t->tid, c) == 0 && c->nr >= 0 &&
	       c->result == -EINTR && may_repeat(c, name);
}

bool repair_later(struct source *s, struct tracee *t)
{
	struct str name = STR_INIT;
	struct arch_call c;
	bool later = is_broken(s, t, &c, &name);

	if (later)
		t->interrupted = ptrace(PTRACE_INTERRUPT, t->tid, 0, 0) == 0;
	str_release(&name);
	return later && t->interrupted;
}

bool repair_ahead(const struct source *s, const struct tracee *t)
{
	return s->host->target->repair && arch_can_repair && t->entering;
}

static void repair(struct source *s, struct tracee *t, int64_t nr,
		   const char *name)
{
	struct event ev = tracer_event(s, EV_NOTE, t);

	if (arch_set_result(t->tid, -ERESTARTNOHAND) < 0)
		return;
	ev.u.note = (struct ev_note){
		.id = NOTE_REPAIRED, .severity = SEV_NOTE, .a = t->tid,
		.b = nr, .text = bytes_of(name),
	};
	if (!keep_is_silent(s, t))
		tracer_emit(s, &ev);
}

void repair_here(struct source *s, struct tracee *t)
{
	struct str name = STR_INIT;
	struct arch_call c;

	if (is_broken(s, t, &c, &name))
		repair(s, t, c.nr, name.data);
	else if (!t->entry_known && arch_call_get(t->tid, &c) == 0 &&
		 c.nr >= 0 && c.result == -ERESTART_RESTARTBLOCK)
		calls_adopt(s, t, &c);
	str_release(&name);
}

/* It has no handler, and stops nobody. */
static bool is_unseen(const struct source *s, pid_t tid, int sig)
{
	struct task_facts f;

	return sig != SIGTSTP && sig != SIGTTIN && sig != SIGTTOU &&
	       sig != SIGSTOP && task_facts(s->host, tid, &f) == 0 &&
	       f.caught != EV_UNKNOWN && !(f.caught >> (sig - 1) & 1);
}

void repair_signal(struct source *s, struct tracee *t, int sig)
{
	struct str name = STR_INIT;
	struct arch_call c;

	if (sig > 0 && sig <= 64 && is_broken(s, t, &c, &name) &&
	    is_unseen(s, t->tid, sig))
		repair(s, t, c.nr, name.data);
	str_release(&name);
}
