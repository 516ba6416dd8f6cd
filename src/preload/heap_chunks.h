/* SPDX-License-Identifier: 0BSD */
/*
 * The ring (heap_wire.h) as its writers see it.  heap_ring.c maps the ring and
 * hands out chunks; heap_write.c writes records to them.
 */
#ifndef PRELOAD_HEAP_CHUNKS_H
#define PRELOAD_HEAP_CHUNKS_H

#include <pthread.h>

#include "preload/heap_private.h"

/* How many bytes ahead of a record to prefetch: some cache lines. */
#define HEAP_AHEAD 1024u

struct heap_ring {
	struct heap_head *head;
	struct heap_chunk *chunks;
	char *data;			/* aligned to HEAP_CHUNK */
	int fd;			/* inherited; the program may have closed it */
	dev_t dev;
	ino_t ino;
	uint64_t image;
	uint32_t n, frames, follow, ticks, exact;
	pthread_key_t key;		/* its destructor is
					 * heap_ring_end_thread() */
	bool has_key;
	bool wants;			/* the processor has prefetchw
					 * instructions */
};
extern HIDDEN struct heap_ring heap_ring;

HIDDEN uint64_t heap_ring_clock(void);
HIDDEN void heap_ring_drop(void);
/* Takes a chunk for this thread and writes its head.  Returns NULL if no chunk
 * is free. */
HIDDEN char *heap_ring_chunk(pid_t pid, pid_t tid);
HIDDEN void heap_ring_end_thread(void *writer);

/* Reads the clock after all earlier instructions have completed. */
static inline uint64_t heap_ticks(void)
{
#if defined __x86_64__
	uint32_t low, high;

	if (LIKELY(heap_ring.ticks)) {
		__asm__ volatile("lfence; rdtsc" : "=a"(low), "=d"(high)
				 : : "memory");
		return (uint64_t)high << 32 | low;
	}
#elif defined __aarch64__
	uint64_t n;

	if (LIKELY(heap_ring.ticks)) {
		__asm__ volatile("isb; mrs %0, cntvct_el0" : "=r"(n)
				 : : "memory");
		return n;
	}
#endif
	return heap_ring_clock();
}

/* Reads the clock, but the time may be some ns early: the processor may read
 * the counter before earlier instructions have completed.  Waiting for them
 * would take longer than writing the rest of a record, and mmtop corrects the
 * effects (source/heap/live.c).  Later instructions never take effect before
 * the counter is read. */
static inline uint64_t heap_ticks_about(void)
{
#if defined __x86_64__
	uint32_t low, high;

	if (LIKELY(heap_ring.ticks)) {
		__asm__ volatile("rdtsc" : "=a"(low), "=d"(high)
				 : : "memory");
		return (uint64_t)high << 32 | low;
	}
#endif
	return heap_ticks();
}

/* Returns the chunk that contains p.  The start of a chunk counts as the end of
 * the previous one: a chunk's first slot is never handed out. */
static inline char *heap_chunk_of(char *p)
{
	return (char *)((uintptr_t)(p - 1) & ~(uintptr_t)(HEAP_CHUNK - 1));
}

static inline struct heap_chunk *heap_state_of(const char *chunk)
{
	return &heap_ring.chunks[(size_t)(chunk - heap_ring.data) / HEAP_CHUNK];
}

/* Prefetches a cache line for writing, since its old contents are in the cache
 * of mmtop's processor. */
static inline void heap_want(const char *at)
{
#if defined __x86_64__ || defined __i386__
	if (LIKELY(heap_ring.wants))
		__asm__ volatile("prefetchw %0" : : "m"(*at));
#else
	__builtin_prefetch(at, 1);
#endif
}

/* Allows mmtop to read all slots of the chunk before `next`. */
static inline void heap_publish(const char *next, const char *chunk)
{
	__atomic_store_n(&heap_state_of(chunk)->used,
			 (uint32_t)(next - chunk) / HEAP_SLOT,
			 __ATOMIC_RELEASE);
}

#endif
