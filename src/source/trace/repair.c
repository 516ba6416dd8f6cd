/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Attaching, holding and letting go need PTRACE_INTERRUPT, which breaks off a
 * call that sleeps.  Most calls are begun again by the kernel; some return
 * EINTR, which a program that gets no signals never expects (KERNEL.md
 * finding 2).  At the trap that follows, a result of -EINTR is turned into
 * -ERESTARTNOHAND: the kernel begins the call again, unless a handler of a
 * real signal is to run first, in which case it makes EINTR of it as ever.
 *
 * It works at the trap only: at the exit stop of a call the kernel has yet to
 * look for signals.  So a task that is seen there first is interrupted again.
 */
#include <config.h>

#include "source/trace/tracer.h"

#include <errno.h>
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

void repair_here(struct source *s, struct tracee *t)
{
	struct str name = STR_INIT;
	struct arch_call c;

	if (is_broken(s, t, &c, &name)) {
		if (arch_set_result(t->tid, -ERESTARTNOHAND) == 0) {
			struct event ev = tracer_event(s, EV_NOTE, t);

			ev.u.note = (struct ev_note){
				.id = NOTE_REPAIRED, .severity = SEV_NOTE,
				.a = t->tid, .b = c.nr,
				.text = bytes_of(name.data),
			};
			tracer_emit(s, &ev);
		}
	} else if (arch_call_get(t->tid, &c) == 0 && c.nr >= 0 &&
		   c.result == -ERESTART_RESTARTBLOCK && !t->entry_known) {
		calls_adopt(s, t, &c);
	}
	str_release(&name);
}
