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

struct writer {
	uint32_t life;			/* in which the rest is true; 0: none */
	uint32_t stuck, freed;
	char *next, *done;
	char *last;			/* record of this chunk, NULL: none */
	pid_t pid, tid;
	bool busy;			/* it is taking a chunk */
	unsigned rounds;		/* of its destructors */
	bool ending;			/* the thread's last destructors run */
	uint64_t at;			/* the time of its last record, 0: none */
	uint32_t looks;			/* that there had been then */
};
extern HIDDEN THREAD_LOCAL struct writer heap_writer;

/* The life of this process in which a second thread began to write. */
extern HIDDEN uint32_t heap_life_shared;

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
static inline bool is_settled(const struct writer *w)
{
	return LIKELY(w->life && w->life == *heap_life);
}

/* A chunk that has room, or not, or one for this record alone: of a handler that
 * came while the thread was about to take one, and of a thread that has given
 * its own back for good. */
enum room { NO_ROOM, ROOM, ROOM_ALONE };
HIDDEN enum room heap_make_room(struct writer *w);
/* A slot and what follows it, in a chunk of its own. */
HIDDEN char *heap_make_room_alone(void);

#endif
