/* SPDX-License-Identifier: 0BSD */
/*
 * Information about the code at an address: how to leave its stack frame, and
 * whether the code is C++'s operator new.  Needs no lock and no system call.
 * Also reports the file of the code to mmtop, once.
 *
 *	heap_rule_of(pc)	the rule; pc is inside the call that
 *				returns to pc + 1
 *	heap_caller(frame)	the caller, past any operator new
 *
 * The C and C++ libraries have no frame pointers.  Their unwind tables say
 * where the return address is; each address is looked up there only once.
 */
#ifndef PRELOAD_HEAP_CODE_H
#define PRELOAD_HEAP_CODE_H

#include "preload/heap_private.h"

/* How to leave a frame.  Its CFA is the address after its return address, a
 * number of bytes above the stack pointer (SP) or the frame pointer (BP). */
enum heap_rule_kind {
	HEAP_RULE_NONE,		/* unknown: there may be a frame pointer */
	HEAP_RULE_SP, HEAP_RULE_BP,
	HEAP_RULE_END		/* this is the outermost frame */
};

/*
 * A rule is one word of bits:
 *
 *	0	1
 *	1-2	enum heap_rule_kind
 *	3	the code is an operator new
 *	4	the caller's frame pointer is stored below the CFA
 *	5-20	if bit 4 is set: that many words below the CFA
 *	21-44	bytes from the register to the CFA
 *	45-63	age of the rule: low bits of heap_code_age
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

/* A slot of the cache of rules.  The two words are written one after the other;
 * a reader that sees only one of them finds no match. */
struct heap_rule_slot {
	uint64_t key, rule;	/* `key` is the address XOR the rule */
};
#define HEAP_RULES 4096u
/* The operators new of one library are at most this many bytes apart. */
#define HEAP_NEW_FAR 65536u
extern HIDDEN struct heap_rule_slot heap_rules[HEAP_RULES];
/* Incremented when a library is unloaded. */
extern HIDDEN uint32_t heap_code_age;
/* The range of return addresses in operators new.  Few other return addresses
 * are in the range. */
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

/* The return address of `frame`, which must be of a function with a frame
 * pointer. */
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

/* Like heap_caller(), but also recognizes an operator new that is not in the
 * range yet. */
static inline uintptr_t heap_caller_known(uintptr_t caller, const void *frame)
{
	if (UNLIKELY(heap_rule_of(caller - 1) & HEAP_RULE_NEW) && frame)
		return heap_caller_of_new(frame);
	return caller;
}

/* --- heap_cfi.c */
/* Reads the rule for pc from an object's unwind tables; the rule lacks its age
 * and HEAP_RULE_NEW.  `header` is the object's .eh_frame_hdr; the tables lie in
 * [low, high).  Sets *function to the start of the function; 0: unknown. */
HIDDEN uint64_t heap_cfi_rule(uintptr_t pc, const void *header, uintptr_t low,
			      uintptr_t high, uintptr_t *function);

#endif
