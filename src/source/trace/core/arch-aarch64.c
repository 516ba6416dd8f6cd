/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Registers of aarch64, which are read and written in sets: it has no
 * PTRACE_PEEKUSER.  The call number is a separate set, which the kernel uses
 * whatever x8 contains (arch/arm64/kernel/ptrace.c).  32-bit tasks are refused:
 * mmtop has no table of their calls.
 */
#include <config.h>

#include "source/trace/core/arch.h"

#ifdef __aarch64__

#include <elf.h>
#include <errno.h>
#include <linux/audit.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>

const bool arch_can_repair = false;

enum abi arch_abi(uint32_t arch, uint64_t nr)
{
	(void)nr;
	return arch == AUDIT_ARCH_AARCH64 ? ABI_AARCH64 : ABIS;
}

static int regs_get(pid_t tid, struct user_regs_struct *regs)
{
	struct iovec iov = { regs, sizeof *regs };

	if (ptrace(PTRACE_GETREGSET, tid, NT_PRSTATUS, &iov) < 0)
		return -errno;
	return iov.iov_len == sizeof *regs ? 0 : -EOPNOTSUPP;
}

static int reg_set(pid_t tid, int n, uint64_t value)
{
	struct user_regs_struct regs;
	struct iovec iov = { &regs, sizeof regs };
	int r = regs_get(tid, &regs);

	if (r < 0)
		return r;
	regs.regs[n] = value;
	return ptrace(PTRACE_SETREGSET, tid, NT_PRSTATUS, &iov) < 0 ?
		-errno : 0;
}

int arch_call_get(pid_t tid, struct arch_call *out)
{
	struct user_regs_struct regs;
	int nr = -1;
	struct iovec iov = { &nr, sizeof nr };
	struct arch_call c = { .abi = ABI_AARCH64 };
	int r = regs_get(tid, &regs);

	if (r < 0)
		return r;
	if (ptrace(PTRACE_GETREGSET, tid, NT_ARM_SYSTEM_CALL, &iov) < 0)
		return -errno;
	c.nr = nr;
	c.result = (int64_t)regs.regs[0];
	for (int i = 0; i < 6; i++)
		c.args[i] = regs.regs[i];
	*out = c;
	return 0;
}

int arch_set_arg(pid_t tid, int n, uint64_t value)
{
	return n < 0 || n >= 6 ? -EINVAL : reg_set(tid, n, value);
}

int arch_restore_arg(pid_t tid, int n, uint64_t value)
{
	return n == 0 ? 0 : arch_set_arg(tid, n, value);
}

int arch_set_result(pid_t tid, int64_t value)
{
	return reg_set(tid, 0, (uint64_t)value);
}

/* After every fault, including brk, pc is still at the instruction that caused
 * it.  After a call that a seccomp filter answers with SECCOMP_RET_TRAP, pc is
 * past the call, and x0 has its first argument again (syscall_rollback()). */
int arch_repeat_fault(pid_t tid, const siginfo_t *si)
{
	struct user_regs_struct regs;
	struct iovec iov = { &regs, sizeof regs };
	int r;

	if (si->si_signo != SIGSYS)
		return 0;
	r = regs_get(tid, &regs);
	if (r < 0)
		return r;
	regs.pc -= 4;
	return ptrace(PTRACE_SETREGSET, tid, NT_PRSTATUS, &iov) < 0 ?
		-errno : 0;
}

int arch_stack_regs(pid_t tid, struct stack_ask *out)
{
	struct user_regs_struct regs;
	int r = regs_get(tid, &regs);

	if (r < 0)
		return r;
	out->machine = EM_AARCH64;
	out->n = 32;
	for (int i = 0; i < 31; i++)
		out->regs[i] = regs.regs[i];
	out->regs[31] = regs.sp;
	out->pc = regs.pc;
	return 0;
}

uint64_t arch_stack_pointer(const struct stack_ask *ask)
{
	return ask->regs[31];
}

/* --- injected calls: not possible on this machine ------------------------- */

/*
 * Impossible, since mmtop cannot replace the call in which a task sleeps.  The
 * kernel decides how that call continues before the task stops
 * (arch_can_repair).  At the entry of the restarted call, the first argument is
 * lost, as it shares its register with the result.  Besides, the kernel can
 * mark pages by userfaultfd on aarch64 only since Linux 6.10.
 */
const bool arch_can_inject = false;

int arch_regs_get(pid_t tid, struct user_regs_struct *out)
{
	return regs_get(tid, out);
}

int arch_regs_set(pid_t tid, const struct user_regs_struct *regs)
{
	(void)tid;
	(void)regs;
	return -EOPNOTSUPP;
}

bool arch_is_narrow(const struct user_regs_struct *regs)
{
	(void)regs;
	return false;
}

void arch_find_place(struct arch_place *place, const uint8_t *bytes, size_t n,
		     uint64_t base, bool narrow)
{
	(void)place;
	(void)bytes;
	(void)n;
	(void)base;
	(void)narrow;
}

bool arch_check_place(pid_t tid, const struct arch_place *place, bool narrow)
{
	(void)tid;
	(void)place;
	(void)narrow;
	return false;
}

bool arch_restarts(const struct user_regs_struct *regs)
{
	(void)regs;
	return false;
}

void arch_enter_wait(struct user_regs_struct *regs,
		     const struct arch_place *place)
{
	(void)regs;
	(void)place;
}

int arch_replace_call(pid_t tid, enum arch_injected call, uint64_t arg,
		      const struct arch_place *place)
{
	(void)tid;
	(void)call;
	(void)arg;
	(void)place;
	return -EOPNOTSUPP;
}

int64_t arch_result(const struct user_regs_struct *regs)
{
	return (int64_t)regs->regs[0];
}

bool arch_is_away(const struct user_regs_struct *regs,
		  const struct arch_place *place, bool waits)
{
	(void)regs;
	(void)place;
	(void)waits;
	return false;
}

#endif
