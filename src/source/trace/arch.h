/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The registers of a stopped task that have to do with its system call: the
 * one place that knows the machine.  Everything here needs a task in a ptrace
 * stop; -ESRCH means that it is in none (any more), which is not death.
 *
 *	arch-x86.c	x86_64, and its 32-bit and x32 tasks
 *	arch-aarch64.c	aarch64
 *
 * At the stops of a call's entry and exit PTRACE_GET_SYSCALL_INFO tells more
 * and is cheaper (calls.c); this is for the other stops, and for writing.
 *
 *	arch_call_get(tid, &c);
 *	if (arch_can_repair && c.nr >= 0 && c.result == -EINTR)
 *		arch_set_result(tid, -514);
 */
#ifndef SOURCE_TRACE_ARCH_H
#define SOURCE_TRACE_ARCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"
#include "event/event.h"

struct arch_call {
	enum abi abi;
	/* As the kernel holds it, x32 with its bit; negative: the task is in no
	 * call.  aarch64 forgets it before a signal's stop and EVENT_STOP. */
	int64_t nr;
	int64_t result;		/* the result register, whatever is in it */
	/* The argument registers.  aarch64: the result's is the first one's,
	 * so args[0] holds only until the call is done. */
	uint64_t args[6];
};

/* Whether a call's result may be turned into a restart at the first stop after
 * attaching (KERNEL.md finding 2): on aarch64 the kernel has decided about the
 * restart before it stops. */
extern const bool arch_can_repair;

/* What call a task at any stop is in; 0 or -errno. */
MUST_CHECK int arch_call_get(pid_t tid, struct arch_call *out);
/* At a call's entry: its n-th argument, 0 to 5. */
MUST_CHECK int arch_set_arg(pid_t tid, int n, uint64_t value);
/* At its exit: puts back what arch_set_arg() changed.  aarch64: not the first
 * one, whose register has the result by then. */
MUST_CHECK int arch_restore_arg(pid_t tid, int n, uint64_t value);
MUST_CHECK int arch_set_result(pid_t tid, int64_t value);
/* Which ABI a call has; arch is AUDIT_ARCH_..., ABIS: none that we know. */
enum abi arch_abi(uint32_t arch, uint64_t nr);

#endif
