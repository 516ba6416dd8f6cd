/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Frames for calls of NULL and of other addresses without code, the most common
 * crashes.  No unwind table covers such an address, so mmtop adds the frame
 * itself, and continues at the caller.
 */
#include <config.h>

#include "source/stack/private.h"

#include <elf.h>

/* Indexes of registers in struct stack_ask. */
enum { X86_64_SP = 7, X86_64_IP = 16, I386_SP = 4, I386_IP = 8,
       AARCH64_LR = 30, AARCH64_SP = 31 };

static bool is_code(const struct unwinder *u, uint64_t pc)
{
	const struct process_mapping *map = modules_mapping(u, pc);

	return map && map->runs;
}

bool nowhere_called(struct stack_frames *f)
{
	struct stack_ask *a = &f->u->ask;
	bool wide = stack_is_wide(f->u);
	unsigned sp = wide ? X86_64_SP : I386_SP;

	if (is_code(f->u, a->pc))
		return true;
	frames_nowhere(f, a->pc);
	/* continue at the return address */
	if (a->machine == EM_AARCH64) {
		a->pc = a->regs[AARCH64_LR];
	} else {
		if (!stack_word(f->u, a->regs[sp], &a->pc))
			return false;
		a->regs[sp] += wide ? 8 : 4;
		a->regs[wide ? X86_64_IP : I386_IP] = a->pc;
	}
	return is_code(f->u, a->pc);
}

bool nowhere_new(struct stack_frames *f, Dwfl_Frame *state, uint64_t pc)
{
#ifdef HAVE_DWFL_FRAME_REG
	static const uint32_t machines[][2] = {
		{ EM_X86_64, X86_64_SP }, { EM_386, I386_SP },
		{ EM_AARCH64, AARCH64_SP },
	};
	Dwarf_Word sp = 0;
	bool same;

	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
		if (machines[i][0] == f->u->ask.machine &&
		    dwfl_frame_reg(state, machines[i][1], &sp))
			return true;
	same = f->last_pc == pc && f->last_sp == sp;
	f->last_pc = pc;
	f->last_sp = sp;
	return !same;
#else
	(void)f;
	(void)state;
	(void)pc;
	return true;
#endif
}

void nowhere_remember(struct stack_frames *f, Dwfl_Frame *state)
{
#ifdef HAVE_DWFL_FRAME_REG
	Dwarf_Word sp;

	if (f->u->ask.machine == EM_X86_64 &&
	    dwfl_frame_reg(state, X86_64_SP, &sp) == 0)
		f->context = sp;
#else
	(void)state;
#endif
}

/* The handler would return to the trampoline, where the stack has a struct
 * ucontext (struct rt_sigframe in the kernel's
 * arch/x86/include/asm/sigframe.h). */
bool nowhere_interrupted(struct stack_frames *f)
{
	/* Indexes of the registers in the order of the ucontext's gregs: r8 to
	 * r15, rdi, rsi, rbp, rbx, rdx, rax, rcx, rsp, rip. */
	static const unsigned char at[] = {
		8, 9, 10, 11, 12, 13, 14, 15, 5, 4, 6, 3, 1, 0, 2, X86_64_SP,
		X86_64_IP,
	};
	const unsigned gregs = 40;
	struct stack_ask *a = &f->u->ask;

	if (a->machine != EM_X86_64 || !f->context)
		return false;
	for (unsigned i = 0; i < sizeof at; i++)
		if (!stack_word(f->u, f->context + gregs + 8 * i,
				&a->regs[at[i]]))
			return false;
	a->pc = a->regs[X86_64_IP];
	f->context = 0;
	f->again = true;
	return true;
}
