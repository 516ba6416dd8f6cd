/* SPDX-License-Identifier: 0BSD */
/*
 * The state of a thread that writes records.  heap_thread.c takes its chunks;
 * heap_write.c writes records to them.
 */
#ifndef PRELOAD_HEAP_WRITER_H
#define PRELOAD_HEAP_WRITER_H

#include "preload/heap_chunks.h"

/* A signal handler may interrupt a write and never return.  After this many
 * further attempts to write, the interrupted write counts as abandoned. */
#define ABANDONED 64

struct heap_writer {
	uint32_t life;			/* the life (struct heap_life) in
					 * which the other fields are valid;
					 * 0: none */
	uint32_t stuck, freed;
	char *next, *done;
	/* The block that the last record allocated (0: none), and that
	 * record. */
	uintptr_t last_got;
	char *last;
	/* The lead: the last full record, if calls like it may be written in
	 * short form, at like_at.  lead_caller is 0 if there is no lead. */
	uintptr_t lead_got, lead_caller;
	uint64_t lead_key;		/* heap_like_key() of the owner of the
					 * lead's chunk */
	unsigned lead_op;
	/* The lead's stack frames, which are in its record, if frames are
	 * requested. */
	unsigned lead_wanted, lead_frames;
	const uint64_t *lead_stack;
	char *like_at;
	pid_t pid, tid;
	bool busy;			/* the thread is taking a chunk */
	unsigned rounds;		/* number of calls of
					 * heap_ring_end_thread() */
	bool ending;			/* the thread's last destructors are
					 * running */
	/* The thread is in the real function of a memory call, and may hold its
	 * locks. */
	bool inside;
	uint64_t at;			/* time of the thread's last record; 0:
					 * none */
	uint32_t looks;			/* the value of heap_head.looks at the
					 * time `at` */
};
extern HIDDEN THREAD_LOCAL struct heap_writer heap_writer;

/* Moves *next from `from` to `to`.  The operation is atomic only with respect
 * to signal handlers of the same thread. */
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

/* True if the state of the writer is from the current life of the process. */
static inline bool is_settled(const struct heap_writer *w)
{
	return LIKELY(w->life && w->life == heap_life->number);
}

/* ROOM_ALONE: take a chunk for this record only.  Either a signal handler
 * interrupted the thread while it took a chunk, or the thread has already
 * returned its last chunk. */
enum room { NO_ROOM, ROOM, ROOM_ALONE };
HIDDEN enum room heap_make_room(struct heap_writer *w);
/* Takes a chunk for one record.  Returns its first free slot; NULL: no chunk is
 * free. */
HIDDEN char *heap_make_room_alone(void);

static inline uint32_t looks_now(void)
{
	return __atomic_load_n(&heap_ring.head->looks, __ATOMIC_RELAXED);
}

/* True if only this thread writes records, and mmtop has not read the ring
 * since its last record. */
static inline bool is_unseen(const struct heap_writer *w)
{
	return w->looks == looks_now() &&
	       w->life == __atomic_load_n(&heap_life->alone, __ATOMIC_RELAXED);
}

/* Prefetches the cache lines that will be written soon, since they are in the
 * cache of mmtop's processor.  Stops at the end of the chunk: the next chunk
 * belongs to another thread. */
static inline void writer_wants(const char *p, unsigned slots)
{
	const char *from = p + HEAP_AHEAD;

	if (UNLIKELY(((uintptr_t)from ^ (uintptr_t)p) >= HEAP_CHUNK))
		return;
	for (unsigned i = 0; i < slots; i += 64 / HEAP_SLOT)
		heap_want(from + (size_t)i * HEAP_SLOT);
}

/* Publishes the reserved slots, which the thread must all have written. */
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

/* Publishes all slots up to `to`.  If a signal handler has written slots after
 * `to`, publishes these, too; the last record is then the handler's. */
static inline void publish(struct heap_writer *w, const char *to)
{
	publish_all(w);
	if (UNLIKELY(w->next != to)) {
		w->last_got = 0;
		w->lead_caller = 0;
	}
}

#endif
