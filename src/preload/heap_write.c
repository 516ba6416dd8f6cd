/* SPDX-License-Identifier: 0BSD */
/*
 * Records for mmtop: how a thread writes into its chunk.
 *
 * `next` is where the next record goes: one word that names the chunk and the
 * slot, and is moved by a compare-and-swap that only this thread's own signal
 * handlers can disturb.  Whoever moved it owns the slots between.  `done` is up
 * to where all of them are written: a handler that comes while a record is half
 * written leaves its own for the one that it interrupted to publish.
 *
 * The shortest ways are in heap_like.h.
 *
 * A handler may also never return there (siglongjmp).  Then `done` stands still,
 * and after a while it is taken for abandoned: mmtop finds what lies there
 * invalid, and counts it.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "preload/heap_code.h"
#include "preload/heap_record.h"
#include "preload/heap_writer.h"

#include <errno.h>

/*
 * For a thread that is alone, the time of its last record, unless mmtop looked
 * since: what it does is in order anyway.  Handlers may come between these
 * lines, and see other looks: then the next record reads the clock again.
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

/* Since the base.  Who began before the chunk's owner did (a handler took it, or
 * the way there was long) counts as one who began then. */
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
	/* What comes next is later than what the chunk counts from; also than what
	 * a handler says in one of its own, for whom this one interrupts. */
	if (*how != NO_ROOM)
		w->at = w->lead_caller = 0;
	errno = e;
	return p;
}

/* Room for n slots; the base that their time counts from.  NULL: dropped. */
static inline char *reserve(struct heap_writer *w, uint64_t at, unsigned n,
			    uint64_t *base, enum room *how)
{
	*how = ROOM;
	*base = 0;
	for (;;) {
		char *p = w->next, *chunk = heap_chunk_of(p);

		/* NULL is the end of a chunk too: that before the first. */
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

/* Word by word: what the check was made of may still be on its way to memory, and
 * would have to be waited for by who copies more of it at once. */
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

/* Nobody will come for what is in it. */
static void commit_alone(char *p, unsigned n)
{
	char *chunk = heap_chunk_of(p);

	heap_publish(p + (size_t)n * HEAP_SLOT, chunk);
	__atomic_store_n(&heap_state_of(chunk)->state, HEAP_DONE, __ATOMIC_RELEASE);
}

/*
 * The record at p is written.  Until `done` is moved, handlers leave theirs to
 * be published here, and the chunk cannot be given back: so nothing is written
 * to it afterwards, when it may be another thread's.  Where `next` has gone on
 * and `done` has not, one came between: false.
 */
static inline bool is_first(struct heap_writer *w, const char *p)
{
	if (LIKELY(w->done == p))
		return true;
	/* For whom this one interrupted, unless it never comes back. */
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

/* The same of one that says what was got, which others may be like. */
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

/* Only who has a chunk knows its stack.  False: there is none, and the record is
 * dropped. */
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
	/* What files its code is of was told before. */
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

/* Where it is not as it nearly always is. */
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
