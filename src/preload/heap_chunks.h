/* SPDX-License-Identifier: 0BSD */
/*
 * The ring (heap_wire.h), as those see it who write: between heap_ring.c, which
 * has it and hands out its chunks, and heap_write.c, which fills them.
 */
#ifndef PRELOAD_HEAP_CHUNKS_H
#define PRELOAD_HEAP_CHUNKS_H

#include <pthread.h>

#include "preload/heap_private.h"

/* Bytes: some cache lines. */
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
	pthread_key_t key;		/* heap_ring_end_thread() */
	bool has_key;
	bool wants;			/* the processor has prefetchw */
};
extern HIDDEN struct heap_ring heap_ring;

HIDDEN uint64_t heap_ring_clock(void);
HIDDEN void heap_ring_drop(void);
/* One that is that thread's; its first slot says so.  NULL: there is none. */
HIDDEN char *heap_ring_chunk(pid_t pid, pid_t tid);
HIDDEN void heap_ring_end_thread(void *writer);

/* Not read before what stands before it is done. */
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

/* The same, but for some ns that it may be early: the processor reads ahead, and
 * waiting for it costs more than the rest.  What comes of it mmtop puts right
 * (source/heap/live.c); where this is read, what follows has not happened. */
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

/* The one that p is in, or just behind: its first slot is never handed out. */
static inline char *heap_chunk_of(char *p)
{
	return (char *)((uintptr_t)(p - 1) & ~(uintptr_t)(HEAP_CHUNK - 1));
}

static inline struct heap_chunk *heap_state_of(const char *chunk)
{
	return &heap_ring.chunks[(size_t)(chunk - heap_ring.data) / HEAP_CHUNK];
}

/* It is going to be written to: mmtop's processor has what was there. */
static inline void heap_want(const char *at)
{
#if defined __x86_64__ || defined __i386__
	if (LIKELY(heap_ring.wants))
		__asm__ volatile("prefetchw %0" : : "m"(*at));
#else
	__builtin_prefetch(at, 1);
#endif
}

/* All up to `next` may be read. */
static inline void heap_publish(const char *next, const char *chunk)
{
	__atomic_store_n(&heap_state_of(chunk)->used,
			 (uint32_t)(next - chunk) / HEAP_SLOT,
			 __ATOMIC_RELEASE);
}

#endif
