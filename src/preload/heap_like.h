/* SPDX-License-Identifier: 0BSD */
/*
 * Records for mmtop, the short ways: what is given back next after it was got is
 * noted in the record that says so (HEAP_PASSED), and a call like the one before
 * is one word (HEAP_LIKE).
 *
 * While that is done `done` stands before `next`, as if a record were being
 * written (heap_write.c): handlers that come then leave these alone, and theirs
 * to be published here.  Each is written at one blow.
 */
#ifndef PRELOAD_HEAP_LIKE_H
#define PRELOAD_HEAP_LIKE_H

#include "preload/heap_record.h"
#include "preload/heap_writer.h"

/* Of a record's first word: which half has the op, and the check. */
#define LOW_HALF (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)

#define COMPILER_BARRIER() __asm__ volatile("" : : : "memory")

/* False: a handler came. */
static inline bool like_begin(struct heap_writer *w, char *next)
{
	w->done = next - HEAP_SLOT;
	COMPILER_BARRIER();
	return LIKELY(w->next == next);
}

/* What came meanwhile is later than what is to be published.  Who took this one
 * for abandoned published it before it was written, and it may not be read again:
 * it counts as dropped. */
static __attribute__((noinline)) void
like_interrupted(struct heap_writer *w, const char *next, const char *done)
{
	if (done != next - HEAP_SLOT)
		heap_ring_drop();
	publish(w, next);
}

static inline void like_end(struct heap_writer *w, char *next)
{
	const char *done;

	COMPILER_BARRIER();
	done = w->done;
	w->done = next;
	COMPILER_BARRIER();
	if (UNLIKELY(w->next != next))
		like_interrupted(w, next, done);
}

/* What the last record says was got is given back: false, it was not, or there is
 * more to say of it. */
static inline bool like_pass(uintptr_t addr)
{
	struct heap_writer *w = &heap_writer;
	char *next = w->next;
	bool passed = false;

	if (w->last_got != addr || UNLIKELY(w->done != next || !is_unseen(w)))
		return false;
	if (LIKELY(like_begin(w, next) && w->last_got == addr)) {
		uint32_t *low = (uint32_t *)(void *)w->last + LOW_HALF;

		__atomic_store_n(low, *low ^ HEAP_PASS, __ATOMIC_RELEASE);
		w->last_got = 0;
		passed = true;
	}
	like_end(w, next);
	return passed;
}

static inline void like_write(struct heap_writer *w, char *p, uintptr_t addr,
			      uintptr_t size)
{
	uint32_t at = (uintptr_t)p & (HEAP_CHUNK - 1);
	uint64_t word = heap_like_word(w->lead_got, addr, size);

	word |= heap_like_check(word, w->lead_key, at) << 24;
	__atomic_store_n((uint64_t *)(void *)p, word, __ATOMIC_RELEASE);
	w->like_at = p + sizeof word;
	w->last_got = addr;
	w->last = p;
}

/* In a slot of its own, with room for three more. */
static __attribute__((noinline)) bool
like_begin_slot(struct heap_writer *w, char *p, uintptr_t addr, uintptr_t size)
{
	uint64_t *words = (uint64_t *)(void *)p;

	if (((uintptr_t)p & (HEAP_CHUNK - 1)) == 0 ||
	    !move_next(&w->next, p, p + HEAP_SLOT)) {
		w->lead_caller = 0;
		like_end(w, p);
		return false;
	}
	writer_wants(p, 1);
	for (unsigned i = 1; i < HEAP_WORDS; i++)
		__atomic_store_n(&words[i], 0, __ATOMIC_RELAXED);
	like_write(w, p, addr, size);
	if (w->done != p - HEAP_SLOT)
		heap_ring_drop();
	publish(w, p + HEAP_SLOT);
	return true;
}

/* Its callers are the same, too, where they are told. */
static inline bool like_stack(const struct heap_writer *w, const void *frame)
{
	return LIKELY(!w->lead_wanted) ||
	       heap_frames_are(w->lead_stack, w->lead_frames, w->lead_wanted,
			       frame);
}

/* The call is like the last record's, and noted: false, it is not. */
static inline __attribute__((always_inline)) bool
like_got(unsigned op, uintptr_t addr, uintptr_t size, uintptr_t caller,
	 const void *frame)
{
	struct heap_writer *w = &heap_writer;
	char *next = w->next, *p;

	if (w->lead_caller != caller || w->lead_op != op ||
	    UNLIKELY(w->done != next || !is_unseen(w) ||
		     !heap_is_like(w->lead_got, addr, size) ||
		     !like_stack(w, frame)))
		return false;
	if (UNLIKELY(!like_begin(w, next))) {
		like_end(w, next);
		return false;
	}
	p = w->like_at;
	if (((uintptr_t)p & (HEAP_SLOT - 1)) == 0)
		return like_begin_slot(w, p, addr, size);
	like_write(w, p, addr, size);
	like_end(w, next);
	return true;
}

#endif
