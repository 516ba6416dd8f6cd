/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Access to the registers of a stopped task that belong to its system call: the
 * only code that depends on the machine.  All functions need a task in a ptrace
 * stop.  -ESRCH means that the task is not in a stop; it may still live.
 *
 *	arch-x86.c	x86_64, and its 32-bit and x32 tasks
 *	arch-aarch64.c	aarch64
 *
 * At the entry and exit stops of a call, PTRACE_GET_SYSCALL_INFO returns more
 * and is cheaper (calls.c).  These functions are used at the other stops, and
 * for changing registers.
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

/* Number of tries of a request to a stopped task, in case of transient
 * errors. */
#define ASK_TRIES 2

struct arch_call {
	enum abi abi;
	/* The number as the kernel stores it, with the x32 bit; negative: the
	 * task is not in a call.  aarch64 clears the number before a signal
	 * stop and EVENT_STOP. */
	int64_t nr;
	int64_t result;		/* the result register, even if it does not
				 * contain a result */
	/* The argument registers.  On aarch64, args[0] is valid only until the
	 * call is done, since the result uses the same register. */
	uint64_t args[6];
};

/* True if mmtop can turn a call's result into a restart at the first stop after
 * attaching.  False on aarch64, where the kernel decides about the restart
 * before the stop. */
extern const bool arch_can_repair;

/* Gets the call of a task, at any stop; 0 or -errno. */
MUST_CHECK int arch_call_get(pid_t tid, struct arch_call *out);
/* At a call's entry: sets argument n, 0 to 5. */
MUST_CHECK int arch_set_arg(pid_t tid, int n, uint64_t value);
/* At a call's exit: restores argument n, which arch_set_arg() changed.
 * Impossible for argument 0 on aarch64: its register contains the result. */
MUST_CHECK int arch_restore_arg(pid_t tid, int n, uint64_t value);
MUST_CHECK int arch_set_result(pid_t tid, int64_t value);
/*
 * At the delivery of a fault's signal: makes the task repeat the instruction
 * that caused the fault.  0 or -errno.
 */
MUST_CHECK int arch_repeat_fault(pid_t tid, const siginfo_t *si);

/* Gets the registers from which unwinding starts; 0 or -errno. */
MUST_CHECK int arch_stack_regs(pid_t tid, struct stack_ask *out);
uint64_t arch_stack_pointer(const struct stack_ask *ask);

/* --- calls injected into a task (inject.h) -------------------------------- */

/* Instructions of the target's code that mmtop makes the task execute. */
struct arch_place {
	uint64_t insn;		/* an instruction that makes a system call */
	uint64_t spin;		/* an instruction that jumps to itself if the
				 * flags are spin_flags */
	uint64_t spin_flags;
};
enum arch_injected { INJECT_USERFAULTFD, INJECT_CLOSE, INJECT_NO_CALL };

extern const bool arch_can_inject;
MUST_CHECK int arch_regs_get(pid_t tid, struct user_regs_struct *out);
MUST_CHECK int arch_regs_set(pid_t tid, const struct user_regs_struct *regs);
/* True if the task runs 32-bit code. */
bool arch_is_narrow(const struct user_regs_struct *regs);
/* Searches n bytes, mapped at base, for the instructions that are not in
 * `place` yet. */
void arch_find_place(struct arch_place *place, const uint8_t *bytes, size_t n,
		     uint64_t base, bool narrow);
/* True if the task's memory contains the instructions that were found in a copy
 * of its code. */
bool arch_check_place(pid_t tid, const struct arch_place *place, bool narrow);
/* At a trap: true if the task will restart the call that it was in. */
bool arch_restarts(const struct user_regs_struct *regs);
/* At a trap for which arch_restarts() is false: makes the task enter a call
 * that waits for ever. */
void arch_enter_wait(struct user_regs_struct *regs,
		     const struct arch_place *place);
/* At the entry of any call: makes the task execute `call`, or no call, and then
 * return to place->spin.  0 or -errno. */
MUST_CHECK int arch_replace_call(pid_t tid, enum arch_injected call,
				 uint64_t arg, const struct arch_place *place);
int64_t arch_result(const struct user_regs_struct *regs);
/* True if the task is at an address to which only an injected call leads.  With
 * `waits`, also true at an address to which arch_enter_wait() leads. */
bool arch_is_away(const struct user_regs_struct *regs,
		  const struct arch_place *place, bool waits);

/* Returns the ABI of a call, or ABIS if mmtop does not know it; `arch` is
 * AUDIT_ARCH_... */
enum abi arch_abi(uint32_t arch, uint64_t nr);

#endif
