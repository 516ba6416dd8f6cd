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
#ifndef SOURCE_TRACE_CORE_ARCH_H
#define SOURCE_TRACE_CORE_ARCH_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/user.h>

#include "base/err.h"
#include "event/event.h"
#include "source/stack/stack.h"

/* Requests to a stopped task are retried this often: a transient error must not
 * make them fail. */
#define ASK_TRIES 2

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
 * attaching: on aarch64 the kernel has decided about the restart before it
 * stops. */
extern const bool arch_can_repair;

/* What call a task at any stop is in; 0 or -errno. */
MUST_CHECK int arch_call_get(pid_t tid, struct arch_call *out);
/* At a call's entry: its n-th argument, 0 to 5. */
MUST_CHECK int arch_set_arg(pid_t tid, int n, uint64_t value);
/* At its exit: puts back what arch_set_arg() changed.  aarch64: not the first
 * one, whose register has the result by then. */
MUST_CHECK int arch_restore_arg(pid_t tid, int n, uint64_t value);
MUST_CHECK int arch_set_result(pid_t tid, int64_t value);
/*
 * At the delivery of a fault's signal: makes the task execute next what caused
 * the fault.  0 or -errno.
 */
MUST_CHECK int arch_repeat_fault(pid_t tid, const siginfo_t *si);

/* The registers that unwinding its stack begins with; 0 or -errno. */
MUST_CHECK int arch_stack_regs(pid_t tid, struct stack_ask *out);
uint64_t arch_stack_pointer(const struct stack_ask *ask);

/* --- for making a task do a call of ours (inject.h) ------------------------- */

/* Code of the target's that is used as it is. */
struct arch_place {
	uint64_t insn;		/* an instruction that makes a system call */
	uint64_t spin;		/* one that jumps to itself, with these flags */
	uint64_t spin_flags;
};
enum arch_injected { INJECT_USERFAULTFD, INJECT_CLOSE, INJECT_NO_CALL };

extern const bool arch_can_inject;
MUST_CHECK int arch_regs_get(pid_t tid, struct user_regs_struct *out);
MUST_CHECK int arch_regs_set(pid_t tid, const struct user_regs_struct *regs);
/* Whether that is 32-bit code. */
bool arch_is_narrow(const struct user_regs_struct *regs);
/* Looks in n bytes that lie at base; whatever place has already stays. */
void arch_find_place(struct arch_place *place, const uint8_t *bytes, size_t n,
		     uint64_t base, bool narrow);
/* Whether what was found in a copy is there in the task's own memory. */
bool arch_check_place(pid_t tid, const struct arch_place *place, bool narrow);
/* At a trap: the task begins again, by itself, the call that it was in. */
bool arch_restarts(const struct user_regs_struct *regs);
/* At any other trap: makes it enter a call that waits for ever. */
void arch_enter_wait(struct user_regs_struct *regs,
		     const struct arch_place *place);
/* At the entry of any call: the task makes that call instead, or none, and
 * returns to place->spin.  0 or -errno. */
MUST_CHECK int arch_replace_call(pid_t tid, enum arch_injected call,
				 uint64_t arg, const struct arch_place *place);
int64_t arch_result(const struct user_regs_struct *regs);
/* It stands where only a task with such a call of ours can be; waits: one that
 * arch_enter_wait() changed. */
bool arch_is_away(const struct user_regs_struct *regs,
		  const struct arch_place *place, bool waits);

/* Which ABI a call has; arch is AUDIT_ARCH_..., ABIS: none that we know. */
enum abi arch_abi(uint32_t arch, uint64_t nr);

#endif
