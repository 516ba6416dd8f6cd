/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A 64-bit tracer sees the 64-bit registers of every task, also of a 32-bit
 * one: PTRACE_GETREGS and PTRACE_POKEUSER go by the caller's width (arch_ptrace()
 * in the kernel's arch/x86/kernel/ptrace.c).
 */
#include <config.h>

#include "source/trace/arch.h"

#ifdef __x86_64__

#include <errno.h>
#include <linux/audit.h>
#include <stddef.h>
#include <sys/ptrace.h>
#include <sys/user.h>

#define X32_BIT 0x40000000u
/* Selector of 32-bit code: __USER32_CS in asm/segment.h. */
#define CS_32BIT 0x23

#define REG(name) offsetof(struct user_regs_struct, name)

static const size_t arg_regs[][6] = {
	[ABI_X86_64] = { REG(rdi), REG(rsi), REG(rdx), REG(r10), REG(r8),
			 REG(r9) },
	[ABI_I386] = { REG(rbx), REG(rcx), REG(rdx), REG(rsi), REG(rdi),
		       REG(rbp) },
};

const bool arch_can_repair = true;

enum abi arch_abi(uint32_t arch, uint64_t nr)
{
	switch (arch) {
	case AUDIT_ARCH_I386:
		return ABI_I386;
	case AUDIT_ARCH_X86_64:
		return nr & X32_BIT ? ABI_X32 : ABI_X86_64;
	default:
		return ABIS;
	}
}

/*
 * The code segment tells 32-bit code, but not a 64-bit program's int 0x80: that
 * the kernel knows, and says while the task is in the call (KERNEL.md P28).
 */
static bool is_i386(pid_t tid, const struct user_regs_struct *regs)
{
	struct __ptrace_syscall_info info = { 0 };

	return (regs->cs & 0xffff) == CS_32BIT ||
	       (ptrace(PTRACE_GET_SYSCALL_INFO, tid, sizeof info, &info) > 0 &&
		info.arch == AUDIT_ARCH_I386);
}

static int poke(pid_t tid, size_t reg, uint64_t value)
{
	return ptrace(PTRACE_POKEUSER, tid,
		      offsetof(struct user, regs) + reg, value) < 0 ? -errno : 0;
}

int arch_call_get(pid_t tid, struct arch_call *out)
{
	struct user_regs_struct regs;
	struct arch_call c;

	if (ptrace(PTRACE_GETREGS, tid, 0, &regs) < 0)
		return -errno;
	/* The kernel looks at these 32 bits alone. */
	c.nr = (int32_t)regs.orig_rax;
	if (is_i386(tid, &regs)) {
		c.abi = ABI_I386;
		c.result = (int32_t)regs.rax;
	} else {
		c.abi = c.nr >= 0 ? arch_abi(AUDIT_ARCH_X86_64,
					     (uint64_t)c.nr) : ABI_X86_64;
		c.result = (int64_t)regs.rax;
	}
	for (int i = 0; i < 6; i++) {
		bool narrow = c.abi == ABI_I386;
		const char *at = (const char *)&regs +
			arg_regs[narrow ? ABI_I386 : ABI_X86_64][i];
		uint64_t value = *(const unsigned long long *)(const void *)at;

		c.args[i] = narrow ? (uint32_t)value : value;
	}
	*out = c;
	return 0;
}

int arch_set_arg(pid_t tid, int n, uint64_t value)
{
	struct user_regs_struct regs;

	if (n < 0 || n >= 6)
		return -EINVAL;
	if (ptrace(PTRACE_GETREGS, tid, 0, &regs) < 0)
		return -errno;
	if (is_i386(tid, &regs))
		return poke(tid, arg_regs[ABI_I386][n], (uint32_t)value);
	return poke(tid, arg_regs[ABI_X86_64][n], value);
}

int arch_restore_arg(pid_t tid, int n, uint64_t value)
{
	return arch_set_arg(tid, n, value);
}

/* Sign-extended also for 32-bit tasks: the kernel's own results are, and it
 * looks for its restart codes in all 64 bits. */
int arch_set_result(pid_t tid, int64_t value)
{
	return poke(tid, REG(rax), (uint64_t)value);
}

#endif
