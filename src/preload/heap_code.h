/* SPDX-License-Identifier: 0BSD */
/*
 * What is known of the code that an address lies in, without a lock and without
 * a call of the kernel: how its frame is left, whether it is C++'s operator new,
 * and, told mmtop once, of which file it is.
 *
 *	heap_rule_of(pc)	pc: inside of the call that returns to pc + 1
 *	heap_caller(frame)	the caller, past any operator new
 *
 * The C and C++ libraries keep no frame pointers.  Their unwind tables say where
 * the return address lies; what a look there costs is paid once for each address.
 */
#ifndef PRELOAD_HEAP_CODE_H
#define PRELOAD_HEAP_CODE_H

#include "preload/heap_private.h"

/* How to leave a frame: the address behind its return address (the CFA) is so many
 * bytes above the stack pointer, or the frame pointer. */
enum heap_rule_kind {
	HEAP_RULE_NONE,		/* not known: there may be a frame pointer */
	HEAP_RULE_SP, HEAP_RULE_BP,
	HEAP_RULE_END		/* the outermost frame */
};

/* A rule is one word:
 *	0	1
 *	1-2	enum heap_rule_kind
 *	3	it is an operator new
 *	4	the caller's frame pointer is stored,
 *	5-20	so many words below the CFA
 *	21-44	bytes from the register to the CFA
 *	45-63	when it was found: the end of heap_code_age
 */
#define HEAP_RULE_VALID 1u
#define HEAP_RULE_NEW 8u
#define HEAP_RULE_SAVED 16u
#define HEAP_RULE_SAVED_MAX 0xffffu
#define HEAP_RULE_CFA_MAX 0xffffffu
#define HEAP_RULE_AGES (1u << 19)

static inline unsigned heap_rule_kind(uint64_t rule)
{
	return rule >> 1 & 3;
}

static inline uintptr_t heap_rule_saved(uint64_t rule)
{
	return (rule >> 5 & HEAP_RULE_SAVED_MAX) * sizeof(uintptr_t);
}

static inline uintptr_t heap_rule_cfa(uint64_t rule)
{
	return rule >> 21 & HEAP_RULE_CFA_MAX;
}

/* Two words that are written one after the other: who finds half of it finds
 * another address. */
struct heap_rule_slot {
	uint64_t key, rule;	/* key: the address xor the rule */
};
#define HEAP_RULES 4096u
/* The operators new of a library lie no farther from each other. */
#define HEAP_NEW_FAR 65536u
extern HIDDEN struct heap_rule_slot heap_rules[HEAP_RULES];
/* Another number each time that a library is unloaded. */
extern HIDDEN uint32_t heap_code_age;
/* Return addresses in operators new lie in there, and few others. */
extern HIDDEN uintptr_t heap_new_low, heap_new_size;

HIDDEN uint64_t heap_rule_find(uintptr_t pc);
HIDDEN uintptr_t heap_caller_of_new(const void *frame);

static inline uint64_t heap_rule_of(uintptr_t pc)
{
	const struct heap_rule_slot *s =
		&heap_rules[(pc ^ pc >> 12) % HEAP_RULES];
	uint64_t key = __atomic_load_n(&s->key, __ATOMIC_RELAXED);
	uint64_t rule = __atomic_load_n(&s->rule, __ATOMIC_RELAXED);
	uint32_t age = __atomic_load_n(&heap_code_age, __ATOMIC_RELAXED);

	if (LIKELY((key ^ rule) == pc &&
		   rule >> 45 == age % HEAP_RULE_AGES))
		return rule;
	return heap_rule_find(pc);
}

/* frame: of a function that has a frame pointer. */
static inline uintptr_t heap_return_of(const void *frame)
{
	return ((const uintptr_t *)frame)[1];
}

static inline uintptr_t heap_caller(const void *frame)
{
	uintptr_t pc = heap_return_of(frame);

	if (UNLIKELY(pc - heap_new_low < heap_new_size))
		return heap_caller_of_new(frame);
	return pc;
}

/* The same of one that was not seen before. */
static inline uintptr_t heap_caller_known(uintptr_t caller, const void *frame)
{
	if (UNLIKELY(heap_rule_of(caller - 1) & HEAP_RULE_NEW) && frame)
		return heap_caller_of_new(frame);
	return caller;
}

/* --- heap_cfi.c */
/* The rule in the unwind tables of an object, without its age and whether it is
 * an operator new; where its function begins, 0: not known.
 * header: .eh_frame_hdr; all of it lies in [low, high). */
HIDDEN uint64_t heap_cfi_rule(uintptr_t pc, const void *header, uintptr_t low,
			      uintptr_t high, uintptr_t *function);

#endif
