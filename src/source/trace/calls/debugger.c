/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A traced program that uses ptrace itself, such as a debugger.  The kernel
 * does not let it trace a task that mmtop traces: ptrace fails with EPERM,
 * which does not show the reason.
 */
#include <config.h>

#include "source/trace/calls/calls.h"
#include "source/trace/core/tracer.h"

#include <sys/ptrace.h>

#include "source/trace/core/arch.h"

#define X32_BIT 0x40000000u

static bool is_ptrace(enum abi abi, uint64_t nr)
{
	static const uint64_t number[ABIS] = {
		[ABI_X86_64] = 101, [ABI_I386] = 26,
		[ABI_X32] = X32_BIT | 521, [ABI_AARCH64] = 117,
	};

	return abi < ABIS && nr == number[abi];
}

void debugger_call(struct tracer *s, const struct tracee *t, enum abi abi,
		   uint64_t nr, const uint64_t *args)
{
	const struct tracee *of = NULL;
	struct task_facts f;
	struct group *g = t->group;
	pid_t tracer = g->tgid;

	if (!is_ptrace(abi, nr))
		return;
	if (args[0] == PTRACE_TRACEME)
		of = t;
	/* If the caller is in another PID namespace, mmtop cannot interpret its
	 * pid. */
	else if ((args[0] == PTRACE_ATTACH || args[0] == PTRACE_SEIZE) &&
		 task_whose(s->host, t->tid, &f) == 0 && !f.ns_pid)
		of = tracee_find(&s->tracees, (pid_t)args[1]);
	if (!of)
		return;
	if (of == t && task_facts(s->host, t->tid, &f) == 0) {
		tracer = f.ppid;
		g = group_find(&s->tracees, tracer);
		/* mmtop reports only debuggers that it traces. */
		if (!g)
			return;
	}
	if (g->told_debugger)
		return;
	g->told_debugger = true;
	if (task_facts(s->host, tracer, &f) < 0)
		f.comm[0] = '\0';
	tracer_note(s, NOTE_DEBUGGER, SEV_WARN, tracer, of->tid, f.comm);
}
