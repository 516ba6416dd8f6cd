/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Registers of x86.  A 64-bit tracer sees the 64-bit registers of every task,
 * even of a 32-bit task: PTRACE_GETREGS and PTRACE_POKEUSER use the caller's
 * width (arch_ptrace() in the kernel's arch/x86/kernel/ptrace.c).
 */
#include <config.h>

#include "source/trace/core/arch.h"

#ifdef __x86_64__

#include <elf.h>
#include <errno.h>
#include <linux/audit.h>
#include <stddef.h>
#include <string.h>
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
 * True if the task's call is an i386 call.  32-bit code has its own code
 * segment.  The kernel reports the int 0x80 of a 64-bit program, while the task
 * is in the call.
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
	/* The kernel uses only the lower 32 bits of orig_rax. */
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

/* The value is sign-extended even for 32-bit tasks, as in the kernel's own
 * results: the kernel compares all 64 bits with its restart codes. */
int arch_set_result(pid_t tid, int64_t value)
{
	return poke(tid, REG(rax), (uint64_t)value);
}

/*
 * After most faults, rip is still at the instruction that caused the fault, so
 * the task repeats it.  int3 (one byte, 0xcc) leaves rip after the instruction.
 * A call (two bytes) that a seccomp filter answers with SECCOMP_RET_TRAP does
 * so, too, and rax has its number again (syscall_rollback()).
 */
int arch_repeat_fault(pid_t tid, const siginfo_t *si)
{
	struct user_regs_struct regs;
	unsigned back = 0;
	long word;

	if (si->si_signo != SIGTRAP && si->si_signo != SIGSYS)
		return 0;
	if (ptrace(PTRACE_GETREGS, tid, 0, &regs) < 0)
		return -errno;
	if (si->si_signo == SIGSYS) {
		back = 2;
	} else {
		/* The last byte of this word is the instruction before rip. */
		errno = 0;
		word = ptrace(PTRACE_PEEKTEXT, tid, regs.rip - sizeof word, 0);
		if (errno)
			return -errno;
		back = (uint64_t)word >> 56 == 0xcc;
	}
	return back ? poke(tid, REG(rip), regs.rip - back) : -EINVAL;
}

/* The registers are in the DWARF numbering of the ABI supplements; the last one
 * is the return address. */
int arch_stack_regs(pid_t tid, struct stack_ask *out)
{
	static const size_t wide[] = {
		REG(rax), REG(rdx), REG(rcx), REG(rbx), REG(rsi), REG(rdi),
		REG(rbp), REG(rsp), REG(r8), REG(r9), REG(r10), REG(r11),
		REG(r12), REG(r13), REG(r14), REG(r15), REG(rip),
	};
	static const size_t narrow[] = {
		REG(rax), REG(rcx), REG(rdx), REG(rbx), REG(rsp), REG(rbp),
		REG(rsi), REG(rdi), REG(rip),
	};
	struct user_regs_struct regs;
	bool is_narrow;

	if (ptrace(PTRACE_GETREGS, tid, 0, &regs) < 0)
		return -errno;
	is_narrow = arch_is_narrow(&regs);
	out->machine = is_narrow ? EM_386 : EM_X86_64;
	out->n = is_narrow ? sizeof narrow / sizeof *narrow :
		 sizeof wide / sizeof *wide;
	for (uint32_t i = 0; i < out->n; i++) {
		const char *at = (const char *)&regs +
				 (is_narrow ? narrow : wide)[i];
		uint64_t value = *(const unsigned long long *)(const void *)at;

		out->regs[i] = is_narrow ? (uint32_t)value : value;
	}
	out->pc = out->regs[out->n - 1];
	return 0;
}

uint64_t arch_stack_pointer(const struct stack_ask *ask)
{
	return ask->regs[ask->machine == EM_386 ? 4 : 7];
}

/* --- injected calls ------------------------------------------------------- */

/* asm/unistd_64.h, asm/unistd_32.h */
enum {
	NR_USERFAULTFD = 323, NR_CLOSE = 3, NR_PAUSE = 34,
	NR32_USERFAULTFD = 374, NR32_CLOSE = 6, NR32_PAUSE = 29
};
/* include/linux/errno.h */
enum { ERESTARTSYS = 512, ERESTARTNOINTR, ERESTARTNOHAND,
       ERESTART_RESTARTBLOCK = 516 };

#define FLAG_C 0x1u
#define FLAG_P 0x4u
#define FLAG_Z 0x40u
#define FLAG_S 0x80u
#define FLAG_O 0x800u
#define FLAGS_TESTED (FLAG_C | FLAG_P | FLAG_Z | FLAG_S | FLAG_O)

const bool arch_can_inject = true;

/* Retries after a transient error: if the registers were not restored, the task
 * would be lost. */
static int regs_request(int request, pid_t tid, struct user_regs_struct *regs)
{
	for (int tries = ASK_TRIES; tries; tries--)
		if (ptrace((enum __ptrace_request)request, tid, 0, regs) == 0)
			return 0;
		else if (errno == ESRCH)
			break;
	return -errno;
}

int arch_regs_get(pid_t tid, struct user_regs_struct *out)
{
	return regs_request(PTRACE_GETREGS, tid, out);
}

int arch_regs_set(pid_t tid, const struct user_regs_struct *regs)
{
	struct user_regs_struct copy = *regs;

	return regs_request(PTRACE_SETREGS, tid, &copy);
}

bool arch_is_narrow(const struct user_regs_struct *regs)
{
	return (regs->cs & 0xffff) == CS_32BIT;
}

/* For each conditional jump 0x70 + i: the flags with which it is taken, if all
 * other flags are clear. */
static const uint16_t taken[16] = {
	FLAG_O, 0, FLAG_C, 0, FLAG_Z, 0, FLAG_C, 0,
	FLAG_S, 0, FLAG_P, 0, FLAG_S, 0, FLAG_Z, 0,
};

/* True for a short jump by -2 bytes, its own length: it jumps to itself. */
static bool is_spin(const uint8_t *at)
{
	return at[1] == 0xfe && (at[0] == 0xeb || (at[0] & 0xf0) == 0x70);
}

static bool is_insn(const uint8_t *at, bool narrow)
{
	return narrow ? at[0] == 0xcd && at[1] == 0x80	/* int $0x80 */
		      : at[0] == 0x0f && at[1] == 0x05;	/* syscall */
}

void arch_find_place(struct arch_place *place, const uint8_t *bytes, size_t n,
		     uint64_t base, bool narrow)
{
	for (size_t i = 0; i + 1 < n; i++) {
		const uint8_t *at = bytes + i;

		if (!place->insn && is_insn(at, narrow))
			place->insn = base + i;
		if (!place->spin && is_spin(at)) {
			place->spin = base + i;
			place->spin_flags = at[0] == 0xeb ? 0 :
					    taken[at[0] & 0xf];
		}
	}
}

bool arch_check_place(pid_t tid, const struct arch_place *place, bool narrow)
{
	uint8_t at[sizeof(long)];
	long word;

	errno = 0;
	word = ptrace(PTRACE_PEEKTEXT, tid, place->insn, 0);
	memcpy(at, &word, sizeof at);
	if (errno || !is_insn(at, narrow))
		return false;
	word = ptrace(PTRACE_PEEKTEXT, tid, place->spin, 0);
	memcpy(at, &word, sizeof at);
	return !errno && is_spin(at);
}

bool arch_restarts(const struct user_regs_struct *regs)
{
	int64_t result = (int64_t)regs->rax;

	return (int64_t)regs->orig_rax >= 0 &&
	       (result == -ERESTARTSYS || result == -ERESTARTNOINTR ||
		result == -ERESTARTNOHAND || result == -ERESTART_RESTARTBLOCK);
}

void arch_enter_wait(struct user_regs_struct *regs,
		     const struct arch_place *place)
{
	regs->orig_rax = (unsigned long long)-1;
	regs->rax = arch_is_narrow(regs) ? NR32_PAUSE : NR_PAUSE;
	regs->rip = place->insn;
}

int arch_replace_call(pid_t tid, enum arch_injected call, uint64_t arg,
		      const struct arch_place *place)
{
	struct user_regs_struct regs;
	int r = arch_regs_get(tid, &regs);

	if (r < 0)
		return r;
	if (call == INJECT_NO_CALL) {
		regs.orig_rax = (unsigned long long)-1;
	} else if (is_i386(tid, &regs)) {
		regs.orig_rax = call == INJECT_CLOSE ? NR32_CLOSE :
				NR32_USERFAULTFD;
		regs.rbx = (uint32_t)arg;
	} else {
		regs.orig_rax = call == INJECT_CLOSE ? NR_CLOSE :
				NR_USERFAULTFD;
		regs.rdi = arg;
	}
	regs.rip = place->spin;
	regs.eflags = (regs.eflags & ~(unsigned long long)FLAGS_TESTED) |
		      place->spin_flags;
	return arch_regs_set(tid, &regs);
}

int64_t arch_result(const struct user_regs_struct *regs)
{
	return arch_is_narrow(regs) ? (int32_t)regs->rax : (int64_t)regs->rax;
}

bool arch_is_away(const struct user_regs_struct *regs,
		  const struct arch_place *place, bool waits)
{
	return regs->rip == place->spin ||
	       (waits && (regs->rip == place->insn ||
			  regs->rip == place->insn + 2));
}

#endif
