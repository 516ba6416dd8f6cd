/* SPDX-License-Identifier: 0BSD */
/*
 * A thread that writes records, between the files that find it a chunk
 * (heap_thread.c) and write into it (heap_write.c).
 */
#ifndef PRELOAD_HEAP_WRITER_H
#define PRELOAD_HEAP_WRITER_H

#include "preload/heap_chunks.h"

/* So many attempts in the middle of another one: that one was abandoned. */
#define ABANDONED 64

struct heap_writer {
	uint32_t life;			/* in which the rest is true; 0: none */
	uint32_t stuck, freed;
	char *next, *done;
	/* What the last record says was got, and where; 0: nothing. */
	uintptr_t last_got;
	char *last;
	/* Calls like this one are noted at like_at, behind the last record; caller
	 * 0: none are. */
	uintptr_t lead_got, lead_caller;
	uint64_t lead_key;		/* heap_like_key() */
	unsigned lead_op;
	/* Its frames, where they are wanted, in its record. */
	unsigned lead_wanted, lead_frames;
	const uint64_t *lead_stack;
	char *like_at;
	pid_t pid, tid;
	bool busy;			/* it is taking a chunk */
	unsigned rounds;		/* of its destructors */
	bool ending;			/* the thread's last destructors run */
	/* It is in the middle of whom calls are passed on to, and may hold what
	 * they lock. */
	bool inside;
	uint64_t at;			/* the time of its last record, 0: none */
	uint32_t looks;			/* that there had been then */
};
extern HIDDEN THREAD_LOCAL struct heap_writer heap_writer;

/* Against this thread's own signal handlers alone. */
static inline bool move_next(char **next, char *from, char *to)
{
#if defined __x86_64__
	bool moved;

	__asm__ volatile("cmpxchgq %3, %1"
			 : "=@ccz"(moved), "+m"(*next), "+a"(from)
			 : "r"(to) : "memory");
	return moved;
#else
	return __atomic_compare_exchange_n(next, &from, to, false,
					   __ATOMIC_RELAXED, __ATOMIC_RELAXED);
#endif
}

/* What it has is this life's. */
static inline bool is_settled(const struct heap_writer *w)
{
	return LIKELY(w->life && w->life == heap_life->number);
}

/* A chunk that has room, or not, or one for this record alone: of a handler that
 * came while the thread was about to take one, and of a thread that has given
 * its own back for good. */
enum room { NO_ROOM, ROOM, ROOM_ALONE };
HIDDEN enum room heap_make_room(struct heap_writer *w);
/* A slot and what follows it, in a chunk of its own. */
HIDDEN char *heap_make_room_alone(void);

static inline uint32_t looks_now(void)
{
	return __atomic_load_n(&heap_ring.head->looks, __ATOMIC_RELAXED);
}

/* It is alone, and mmtop did not look since the time of its last record. */
static inline bool is_unseen(const struct heap_writer *w)
{
	return w->looks == looks_now() &&
	       w->life == __atomic_load_n(&heap_life->alone, __ATOMIC_RELAXED);
}

/* mmtop has what comes a little later: by the time that it is written to, it is
 * here.  Not what lies behind the chunk, which is another thread's. */
static inline void writer_wants(const char *p, unsigned slots)
{
	const char *from = p + HEAP_AHEAD;

	if (UNLIKELY(((uintptr_t)from ^ (uintptr_t)p) >= HEAP_CHUNK))
		return;
	for (unsigned i = 0; i < slots; i += 64 / HEAP_SLOT)
		heap_want(from + (size_t)i * HEAP_SLOT);
}

/* All that is reserved is written. */
static inline void publish_all(struct heap_writer *w)
{
	char *next;

	do {
		next = __atomic_load_n(&w->next, __ATOMIC_RELAXED);
		if (UNLIKELY(!next)) {
			w->done = NULL;
			return;
		}
		heap_publish(next, heap_chunk_of(next));
		__asm__ volatile("" : : : "memory");
		__atomic_store_n(&w->done, next, __ATOMIC_RELAXED);
		__asm__ volatile("" : : : "memory");
	} while (UNLIKELY(__atomic_load_n(&w->next, __ATOMIC_RELAXED) != next &&
			  __atomic_load_n(&w->done, __ATOMIC_RELAXED) == next));
	if (UNLIKELY(w->stuck))
		w->stuck = 0;
}

/* All up to there is written.  Where it is more a handler came, whose record is
 * the last one now. */
static inline void publish(struct heap_writer *w, const char *to)
{
	publish_all(w);
	if (UNLIKELY(w->next != to)) {
		w->last_got = 0;
		w->lead_caller = 0;
	}
}

#endif
