/* SPDX-License-Identifier: 0BSD */
/*
 * Writes a thread's records to its chunk.
 *
 * `next` is the address where the next record goes: one word for both chunk and
 * slot.  It is moved by a compare-and-swap, which can only be disturbed by
 * signal handlers of the same thread.  The code that moved `next` owns the
 * slots between the old and the new address.  All slots before `done` are
 * written.  A handler that interrupts the writing of a record does not publish
 * its own record: the interrupted code does.
 *
 * The short forms of records are in heap_like.h.
 *
 * A handler may leave by siglongjmp(), so that the interrupted code never
 * continues.  Then `done` does not advance.  After some more records, the
 * unfinished record counts as abandoned: mmtop finds it invalid, and counts it.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "preload/heap_code.h"
#include "preload/heap_record.h"
#include "preload/heap_writer.h"

#include <errno.h>

/*
 * Returns the time for a record.  If no other thread writes and mmtop has not
 * read the ring since the last record, returns the time of that record: the
 * order is known anyway.  Otherwise reads the clock.  A signal handler may run
 * between these lines and see a newer value of looks; then the next record
 * reads the clock again.
 */
static inline uint64_t time_of(struct heap_writer *w)
{
	uint32_t looks = looks_now();
	uint64_t at = w->at;

	if (LIKELY(at && is_unseen(w)))
		return at;
	at = heap_ticks_about();
	w->at = at;
	__asm__ volatile("" : : : "memory");
	w->looks = looks;
	return at;
}

/* Ticks from the base to `at`.  If a call started before the chunk was taken
 * (by a handler, or in reserve_slowly()), it counts as started at the base. */
static inline uint64_t ticks_since(uint64_t base, uint64_t at)
{
	return at > base ? at - base : 0;
}

static char *reserve_slowly(struct heap_writer *w, enum room *how)
{
	int e = errno;
	char *p = NULL;

	*how = heap_make_room(w);
	if (*how == ROOM_ALONE)
		p = heap_make_room_alone();
	/* The next record must read the clock, since its time must be later
	 * than the base of the new chunk.  A signal handler may have
	 * interrupted this code and written a record to a chunk of its own: the
	 * next record must be later than that, too. */
	if (*how != NO_ROOM)
		w->at = w->lead_caller = 0;
	errno = e;
	return p;
}

/* Reserves n slots.  Their times are relative to *base (ticks).  Returns NULL
 * if the record is dropped. */
static inline char *reserve(struct heap_writer *w, uint64_t at, unsigned n,
			    uint64_t *base, enum room *how)
{
	*how = ROOM;
	*base = 0;
	for (;;) {
		char *p = w->next, *chunk = heap_chunk_of(p);

		/* If p is NULL, it also counts as the end of a chunk. */
		if (LIKELY(is_settled(w) &&
			   (((uintptr_t)p & (HEAP_CHUNK - 1)) != 0) &&
			   p + (size_t)n * HEAP_SLOT <= chunk + HEAP_CHUNK)) {
			*base = ((struct heap_owner *)(void *)chunk)->base;
			if (LIKELY(ticks_since(*base, at) >> 32 == 0)) {
				if (LIKELY(move_next(&w->next, p,
						     p + n * HEAP_SLOT)))
					return p;
				continue;
			}
		}
		p = reserve_slowly(w, how);
		if (UNLIKELY(p))
			*base = ((struct heap_owner *)(void *)heap_chunk_of(p))->base;
		if (*how != ROOM)
			return p;
	}
}

/* Copies the words one by one: they were just stored, and a wider load would
 * have to wait until the stores have completed. */
static inline void put(char *p, const uint64_t *words, unsigned n)
{
	uint64_t *to = (uint64_t *)(void *)p;

#pragma GCC unroll 4
	for (unsigned i = 0; i < n; i++)
		__atomic_store_n(&to[i], words[i], __ATOMIC_RELAXED);
}

static inline void seal(char *p, uint64_t *words, unsigned n)
{
	char *chunk = heap_chunk_of(p + 1);
	uint64_t serial = ((struct heap_owner *)(void *)chunk)->serial;
	uint32_t slot = (uint32_t)(p - chunk) / HEAP_SLOT;

	words[0] |= heap_check(words, n, serial, slot) << 16;
	put(p, words, n);
}

/* Publishes a chunk that contains only this record. */
static void commit_alone(char *p, unsigned n)
{
	char *chunk = heap_chunk_of(p);

	heap_publish(p + (size_t)n * HEAP_SLOT, chunk);
	__atomic_store_n(&heap_state_of(chunk)->state, HEAP_DONE, __ATOMIC_RELEASE);
}

/*
 * True if the record at p is the next one to be published.  Until `done` is
 * moved, signal handlers neither publish their records nor return the chunk.
 * So nothing is written to a chunk that may belong to another thread.  If the
 * result is false, `next` has moved and `done` has not: this code has
 * interrupted the writing of another record.
 */
static inline bool is_first(struct heap_writer *w, const char *p)
{
	if (LIKELY(w->done == p))
		return true;
	/* The interrupted code publishes this record, unless it never
	 * continues. */
	if (++w->stuck < ABANDONED)
		return false;
	w->stuck = 0;
	return true;
}

static inline void commit(struct heap_writer *w, char *p, unsigned n)
{
	if (UNLIKELY(!is_first(w, p)))
		return;
	w->last_got = 0;
	w->lead_caller = 0;
	publish(w, p + (size_t)n * HEAP_SLOT);
}

/* Publishes a record of an allocation.  Later calls like it may be written in
 * short form. */
static inline void commit_got(struct heap_writer *w, char *p, unsigned n,
			      unsigned op, uintptr_t got, uintptr_t caller,
			      unsigned frames)
{
	if (UNLIKELY(!is_first(w, p)))
		return;
	w->last_got = got;
	w->last = p;
	w->like_at = p + (size_t)n * HEAP_SLOT;
	w->lead_got = got;
	w->lead_caller = w->at ? caller : 0;
	w->lead_op = op;
	w->lead_wanted = heap_ring.frames;
	w->lead_frames = frames;
	w->lead_stack = (const uint64_t *)(const void *)p + HEAP_WORDS;
	w->lead_key = heap_like_key(((struct heap_owner *)(void *)
				     heap_chunk_of(p))->serial);
	publish(w, p + (size_t)n * HEAP_SLOT);
}

/* Makes sure that the thread has a chunk: its stack is known then.  Returns
 * false if no chunk is free, and the record is dropped. */
static bool knows_stack(struct heap_writer *w)
{
	int e = errno;
	bool good;

	if (LIKELY(is_settled(w)))
		return true;
	good = heap_make_room(w) != NO_ROOM;
	w->at = w->lead_caller = 0;
	errno = e;
	return good;
}

static void write_long(const struct heap_call *call)
{
	uint64_t words[HEAP_WORDS + 2 + HEAP_FRAMES_MAX + HEAP_WORDS];
	struct heap_writer *w = &heap_writer;
	unsigned frames = 0, n = HEAP_WORDS, end;
	enum room how;
	uintptr_t caller = heap_caller_known(call->caller, call->frame);
	uint64_t base, at;
	char *p;

	if (heap_has_old(call->op))
		n += 2;
	if (heap_ring.frames && !knows_stack(w))
		return;
	if (heap_ring.frames && is_settled(w) && call->frame)
		frames = heap_frames(words + n, heap_ring.frames, call->frame);
	end = n + frames;
	n = heap_slots(call->op, frames);
	/* Read the clock only now, after heap_caller_known() and heap_frames()
	 * have written HEAP_SAYS_OBJECT records of the code. */
	at = heap_has_old(call->op) ? heap_ticks() : time_of(w);
	w->at = at;
	p = reserve(w, at, n, &base, &how);
	if (!p)
		return;
	writer_wants(p, n);
	while (end < n * HEAP_WORDS)
		words[end++] = 0;
	words[0] = call->op | frames << 8 | ticks_since(base, at) << 32;
	words[1] = call->addr;
	words[2] = call->size;
	words[3] = caller;
	if (heap_has_old(call->op)) {
		words[4] = call->old;
		words[5] = call->began - base;
	}
	seal(p, words, n * HEAP_WORDS);
	if (UNLIKELY(how == ROOM_ALONE))
		commit_alone(p, n);
	else if (heap_may_pass(call->op))
		commit_got(w, p, n, call->op, call->addr, caller, frames);
	else
		commit(w, p, n);
}

void heap_ring_say(enum heap_says what, uint64_t number, uint64_t took,
		   const uint64_t *more, unsigned n)
{
	uint64_t words[HEAP_WORDS + HEAP_FRAMES_MAX + HEAP_WORDS] = { 0 };
	struct heap_writer *w = &heap_writer;
	uint64_t base, at = time_of(w);
	enum room how;
	char *p;

	for (unsigned i = 0; i < n; i++)
		words[HEAP_WORDS + i] = more[i];
	words[0] = HEAP_SAY | n << 8;
	words[1] = what;
	words[2] = number;
	words[3] = took;
	n = heap_slots(HEAP_SAY, n);
	p = reserve(w, at, n, &base, &how);
	if (!p)
		return;
	words[0] |= ticks_since(base, at) << 32;
	seal(p, words, n * HEAP_WORDS);
	if (UNLIKELY(how == ROOM_ALONE))
		commit_alone(p, n);
	else
		commit(w, p, n);
}

pid_t heap_ring_pid(void)
{
	return is_settled(&heap_writer) ? heap_writer.pid : 0;
}

void heap_ring_note(const struct heap_call *call)
{
	write_long(call);
}

/* Writes a record in the rare cases that heap_ring_brief() does not handle. */
static __attribute__((noinline)) void
brief_slowly(unsigned op, uintptr_t addr, uintptr_t size, uintptr_t caller,
	     const void *frame)
{
	const struct heap_call call = {
		.op = op, .addr = addr, .size = size, .caller = caller,
		.frame = frame,
	};

	write_long(&call);
}

void heap_ring_brief(unsigned op, uintptr_t addr, uintptr_t size,
		     uintptr_t caller, const void *frame)
{
	struct heap_writer *w = &heap_writer;
	uint64_t words[HEAP_WORDS], base, at;
	char *p, *chunk;

	if (UNLIKELY(heap_ring.frames || !is_settled(w)))
		return brief_slowly(op, addr, size, caller, frame);
	caller = heap_caller_known(caller, frame);
	at = w->at;
	if (UNLIKELY(!at || !is_unseen(w)))
		at = time_of(w);
	p = __atomic_load_n(&w->next, __ATOMIC_RELAXED);
	chunk = heap_chunk_of(p);
	if (UNLIKELY(((uintptr_t)p & (HEAP_CHUNK - 1)) == 0))
		return brief_slowly(op, addr, size, caller, frame);
	base = ((struct heap_owner *)(void *)chunk)->base;
	if (UNLIKELY(ticks_since(base, at) >> 32 ||
		     !move_next(&w->next, p, p + HEAP_SLOT)))
		return brief_slowly(op, addr, size, caller, frame);
	writer_wants(p, 1);
	words[0] = op | ticks_since(base, at) << 32;
	words[1] = addr;
	words[2] = size;
	words[3] = caller;
	seal(p, words, HEAP_WORDS);
	if (heap_may_pass(op))
		commit_got(w, p, 1, op, addr, caller, 0);
	else
		commit(w, p, 1);
}
