/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports memory that is about to be unmapped, at the entry of a call and at
 * the end of a process.  Also reports the stops at calls and signals, at which
 * memory can be captured. */
#include <config.h>

#include "source/trace/core/tracer.h"
#include "source/trace/memory/memory.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/ptrace.h>

#include "event/advice.h"
#include "event/call.h"

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

#define USER_END (1ull << 63)

static void tell(struct tracer *s, pid_t pid, pid_t tid, uint64_t start,
		 uint64_t size, enum file_at at)
{
	uint64_t end;

	if (__builtin_add_overflow(start, size, &end) || end > USER_END)
		end = USER_END;
	if (start < end)
		host_fact(s->host, &(struct fact){
			.kind = FACT_UNMAP, .from = s,
			.unmap = { pid, tid, start, end, at },
		});
}

static bool takes_place(uint64_t flags)
{
	return (flags & MAP_FIXED) && !(flags & MAP_FIXED_NOREPLACE);
}

static void tell_own(struct tracer *s, const struct tracee *t, uint64_t start,
		     uint64_t size, enum file_at at)
{
	tell(s, t->group->tgid, t->tid, start, size, at);
}

static void tell_advice(struct tracer *s, const struct tracee *t)
{
	const struct ev_call *c = &t->call;
	pid_t pid = advice_pid(c, t->group->tgid);
	pid_t tid = pid == t->group->tgid ? t->tid : pid;
	struct page_range r;

	if (advice_does(c) == ADVICE_KEEPS)
		return;
	for (size_t i = 0; advice_range(c, i, &r); i++)
		tell(s, pid, tid, r.start, r.end - r.start, FILE_AT_MADVISE);
}

static void last_usage(struct tracer *s, const struct tracee *t)
{
	host_fact(s->host, &(struct fact){
		.kind = FACT_LAST_USAGE, .from = s,
		.task = { t->group->tgid, t->tid },
	});
}

static void stopping(struct tracer *s, const struct tracee *t,
		     enum frame_cause cause, const struct ev_call *call)
{
	if (s->host->capturing)
		host_fact(s->host, &(struct fact){
			.kind = FACT_STOPPED, .from = s,
			.stopped = { t->group->tgid, t->tid, cause, call },
		});
}

void leaving_call(struct tracer *s, const struct tracee *t)
{
	const struct ev_call *c = &t->call;
	const uint64_t *a = c->args;

	bool exec = c->call == CALL_EXECVE || c->call == CALL_EXECVEAT;

	if (exec && s->host->wants.last_usage)
		last_usage(s, t);
	stopping(s, t, exec ? FRAME_EXEC : FRAME_CALL, c);
	if (!s->host->wants.files)
		return;
	switch (c->call) {
	case CALL_REMAP_FILE_PAGES:
		tell_own(s, t, a[0], a[1], FILE_AT_MMAP);
		break;
	case CALL_MUNMAP:
		tell_own(s, t, a[0], a[1], FILE_AT_MUNMAP);
		break;
	case CALL_MREMAP:
		tell_own(s, t, a[0], a[1], FILE_AT_MREMAP);
		if (a[3] & MREMAP_FIXED)
			tell_own(s, t, a[4], a[2], FILE_AT_MREMAP);
		break;
	case CALL_MMAP:
	case CALL_MMAP2:
	case CALL_OLD_MMAP:
		if (takes_place(a[3]))
			tell_own(s, t, a[0], a[1], FILE_AT_MMAP);
		break;
	case CALL_MADVISE:
	case CALL_PROCESS_MADVISE:
		tell_advice(s, t);
		break;
	case CALL_EXECVE:
	case CALL_EXECVEAT:
		tell_own(s, t, 0, USER_END, FILE_AT_EXEC);
		break;
	default:
		break;
	}
}

/* Not for a memory call: it reports its own effect, and mmtop has captured at
 * its entry. */
void leaving_return(struct tracer *s, const struct tracee *t)
{
	if (t->call.call == CALL_OTHER)
		stopping(s, t, FRAME_CALL, &t->call);
}

void leaving_passing(struct tracer *s, const struct tracee *t,
		     const struct ev_call *call)
{
	stopping(s, t, FRAME_CALL, call);
}

void leaving_signal(struct tracer *s, const struct tracee *t)
{
	stopping(s, t, FRAME_SIGNAL, NULL);
}

/* True if the memory of an ending process must be read for the last time. */
static bool is_wanted(const struct tracer *s)
{
	return s->host->wants.files || s->host->wants.last_usage ||
	       s->host->capturing;
}

/* True if another task of the process has not passed its last stop, according
 * to both the table and /proc. */
static bool has_others(const struct tracer *s, const struct tracee *t)
{
	const struct tracee *other, *next;

	HASH_ITER(hh, s->tracees.tasks, other, next)
		if (other != t && other->group == t->group &&
		    !other->exiting && !task_ends(s->host, other->tid))
			return true;
	return false;
}

bool leaving_is_last(const struct tracer *s, const struct tracee *t)
{
	if (t->group->exiting == t->group->tasks)
		return true;
	/* Check /proc, too: a killed task may skip its exit stop. */
	return is_wanted(s) && !has_others(s, t);
}

bool leaving_unseen(const struct tracer *s, const struct tracee *t, int sig)
{
	siginfo_t si;

	/* A signal that the program sent to itself may have the same
	 * si_code. */
	return is_wanted(s) && t->group->tasks > 1 && !t->exiting &&
	       sig != SIGTRAP &&
	       ptrace(PTRACE_GETSIGINFO, t->tid, 0, &si) == 0 &&
	       si.si_signo == SIGTRAP &&
	       si.si_code == (SIGTRAP | PTRACE_EVENT_EXIT << 8);
}

void leaving_exit(struct tracer *s, const struct tracee *t)
{
	if (t->group->tgid == s->main_pid || s->host->wants.last_usage)
		last_usage(s, t);
	stopping(s, t, FRAME_EXIT, NULL);
	if (s->host->wants.files)
		tell_own(s, t, 0, USER_END, FILE_AT_EXIT);
}
