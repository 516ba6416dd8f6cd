/* SPDX-License-Identifier: 0BSD */
/*
 * The short forms of records.  If a block is freed right after its allocation,
 * the free is noted in the record of the allocation (HEAP_PASSED).  A call that
 * is like the one before is written as one word (HEAP_LIKE).
 *
 * While a short form is written, `done` is before `next`, as if a full record
 * were being written (heap_write.c).  So a signal handler that interrupts the
 * write uses no short form, and does not publish its records: the interrupted
 * code does. Each short form is one atomic store.
 */
#ifndef PRELOAD_HEAP_LIKE_H
#define PRELOAD_HEAP_LIKE_H

#include "preload/heap_record.h"
#include "preload/heap_writer.h"

/* Index of the half of a record's first word that has the op and the check. */
#define LOW_HALF (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)

#define COMPILER_BARRIER() __asm__ volatile("" : : : "memory")

/* Returns false if a handler has written a record since `next` was read. */
static inline bool like_begin(struct heap_writer *w, char *next)
{
	w->done = next - HEAP_SLOT;
	COMPILER_BARRIER();
	return LIKELY(w->next == next);
}

/* Called if a signal handler wrote records, which come after the short form. If
 * the handler took the interrupted write for abandoned, it published the slot
 * too early.  mmtop may not read the slot again, so the short form counts as
 * dropped. */
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

/* Notes a free of the last record's block in that record.  Returns false if it
 * is another block, or the free needs a record of its own. */
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

/* Starts a new slot for short forms, with room for three more words. */
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

/* True if the callers are those of the last full record, or are not
 * requested. */
static inline bool like_stack(const struct heap_writer *w, const void *frame)
{
	return LIKELY(!w->lead_wanted) ||
	       heap_frames_are(w->lead_stack, w->lead_frames, w->lead_wanted,
			       frame);
}

/* Writes a call in short form if it is like the last full record.  Returns
 * false if it is not. */
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
