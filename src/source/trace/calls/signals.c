/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/calls/calls.h"
#include "source/trace/core/tracer.h"
#include "source/trace/memory/memory.h"

#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>

#include "parse/proc/maps.h"
#include "sys/proc/root.h"

/* A longer /proc/PID/maps is not searched for the region of a fault. */
#define MAPS_MAX (8u << 20)

/* True if the siginfo contains an address: the kernel sent the signal for a
 * fault (sigaction(2), si_addr). */
static bool has_addr(int sig, int code)
{
	bool fault = sig == SIGSEGV || sig == SIGBUS || sig == SIGILL ||
		     sig == SIGFPE || sig == SIGTRAP;

	return fault && code > 0 && code != SI_KERNEL;
}

/* Finds the region that contains out->addr.  `text` owns the bytes of the
 * region's name. */
static void find_region(struct tracer *s, pid_t tid, struct ev_signal *out,
			struct str *text)
{
	struct maps_entry e;
	struct scan scan;

	if (procroot_readf(s->host->proc, text, MAPS_MAX, "%d/maps", tid) < 0)
		return;
	scan = scan_of(text->data, text->len);
	while (maps_next(&scan, &e, NULL)) {
		if (out->addr >= e.start && out->addr < e.end) {
			out->region_start = e.start;
			out->region_end = e.end;
			out->region_name = e.raw;
			return;
		}
	}
}

static void fill(struct ev_signal *out, const siginfo_t *si)
{
	out->code = si->si_code;
	if (has_addr(si->si_signo, si->si_code)) {
		out->has_addr = 1;
		out->addr = (uint64_t)(uintptr_t)si->si_addr;
		return;
	}
	if (si->si_code == SI_KERNEL || si->si_code == SI_TIMER)
		return;
	out->sender = si->si_pid;
	out->uid = si->si_uid;
	if (si->si_signo == SIGCHLD && si->si_code > 0)
		out->value = (uint64_t)si->si_status;
	else if (si->si_code < 0)
		out->value = (uint64_t)(uintptr_t)si->si_value.sival_ptr;
}

void signals_delivery(struct tracer *s, struct tracee *t, int sig)
{
	struct event ev = tracer_event(s, EV_SIGNAL, t);
	struct stop stop = { .kind = STOP_SIGNAL, .tid = t->tid, .sig = sig };
	struct str maps = STR_INIT;
	siginfo_t si;

	ev.u.signal.signal = (uint64_t)sig;
	memset(&si, 0, sizeof si);
	if (ptrace(PTRACE_GETSIGINFO, t->tid, 0, &si) == 0)
		fill(&ev.u.signal, &si);
	/* A fault of the program's own code repeats by itself. */
	t->faulted = ev.u.signal.has_addr;
	leaving_signal(s, t);
	ev.u.signal.action = step_holds(s, t, &stop) ? SIGNAL_HELD
						     : SIGNAL_DELIVERED;
	if (ev.u.signal.has_addr)
		find_region(s, t->tid, &ev.u.signal, &maps);
	tracer_emit(s, &ev);
	backtrace_last(s, t, sig);
	str_release(&maps);
}

static void group_event(struct tracer *s, struct tracee *t, int sig,
			enum signal_action action)
{
	struct event ev = tracer_event(s, EV_SIGNAL, t);

	ev.u.signal.signal = (uint64_t)sig;
	ev.u.signal.action = action;
	tracer_emit(s, &ev);
}

/* Every thread of a process reports the group-stop; emits the event once. */
void signals_group_stop(struct tracer *s, struct tracee *t, int sig)
{
	if (t->group->stopped)
		return;
	t->group->stopped = true;
	group_event(s, t, sig, SIGNAL_STOPPED);
	status_changed(s);
}

void signals_continued(struct tracer *s, struct tracee *t)
{
	if (!t->group->stopped)
		return;
	t->group->stopped = false;
	group_event(s, t, SIGCONT, SIGNAL_CONTINUED);
	status_changed(s);
}
