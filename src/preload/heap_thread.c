/* SPDX-License-Identifier: 0BSD */
/* The chunk that a thread writes records to.  The thread has a chunk from its
 * first record (or the first after a fork) until it ends. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "preload/heap_writer.h"

#include <errno.h>
#include <limits.h>
#include <sys/syscall.h>
#include <unistd.h>

THREAD_LOCAL struct heap_writer heap_writer;

/* Counts a thread that starts to write.  Once two threads write, only the times
 * order their records. */
static void join_life(uint32_t life)
{
	uint32_t none = 0;

	if (__atomic_fetch_add(&heap_life->writers, 1, __ATOMIC_SEQ_CST))
		__atomic_store_n(&heap_life->alone, UINT32_MAX,
				 __ATOMIC_SEQ_CST);
	else if (heap_ways == HEAP_TO_RING && !heap_ring.exact)
		__atomic_compare_exchange_n(&heap_life->alone, &none, life, false,
					    __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
}

/* Returns the chunk to mmtop.  The chunk then includes all slots that signal
 * handlers reserved before `next` became NULL. */
static void give_up(struct heap_writer *w)
{
	char *p;

	do
		p = __atomic_load_n(&w->next, __ATOMIC_RELAXED);
	while (!move_next(&w->next, p, NULL));
	__asm__ volatile("" : : : "memory");
	w->done = NULL;
	w->last_got = w->lead_caller = 0;
	if (!p)
		return;
	heap_publish(p, heap_chunk_of(p));
	__atomic_store_n(&heap_state_of(heap_chunk_of(p))->state, HEAP_DONE,
			 __ATOMIC_RELEASE);
}

static bool take_chunk(struct heap_writer *w)
{
	uint32_t freed = __atomic_load_n(&heap_ring.head->freed, __ATOMIC_RELAXED);
	char *chunk;

	/* At the last attempt no chunk was free, and mmtop has freed no chunk
	 * since. */
	if (w->freed == freed + 1)
		return false;
	chunk = heap_ring_chunk(w->pid, w->tid);
	w->freed = chunk ? 0 : freed + 1;
	if (!chunk)
		return false;
	w->done = chunk + HEAP_SLOT;
	__asm__ volatile("" : : : "memory");
	w->next = chunk + HEAP_SLOT;
	return true;
}

/* The PID of this life.  A seccomp filter of the program may forbid getpid()
 * and gettid() later, even for threads that start after the filter.  So
 * getpid() is called only once in each life, and own_tid() gets the TID from a
 * mutex that the C library locks for the thread. */
static pid_t pid_of(uint32_t life)
{
	static uint32_t known_life;
	static pid_t known;
	pid_t pid;

	if (__atomic_load_n(&known_life, __ATOMIC_ACQUIRE) == life)
		return __atomic_load_n(&known, __ATOMIC_RELAXED);
	pid = getpid();
	__atomic_store_n(&known, pid, __ATOMIC_RELAXED);
	__atomic_store_n(&known_life, life, __ATOMIC_RELEASE);
	return pid;
}

static pid_t own_tid(void)
{
#ifdef __GLIBC__
	pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
	pid_t tid = 0;

	if (pthread_mutex_lock(&m) == 0) {
		tid = m.__data.__owner;
		pthread_mutex_unlock(&m);
	}
	if (tid > 0)
		return tid;
#endif
	return (pid_t)syscall(SYS_gettid);
}

/* Sets up the state of a new thread; after a fork, that of the child's
 * thread. */
static bool begin_life(struct heap_writer *w)
{
	uint32_t life = heap_life_now();

	if (!heap_ring.follow && life > 1) {
		heap_ways &= ~(unsigned)HEAP_TO_RING;
		return false;
	}
	/* If there is a chunk, it belongs to the parent: do not return it. */
	w->next = w->done = NULL;
	w->last_got = w->lead_caller = 0;
	w->stuck = w->freed = 0;
	w->pid = pid_of(life);
	/* The first thread of a child may have been created without the C
	 * library, which then does not know its TID. */
	w->tid = life > 1 ? (pid_t)syscall(SYS_gettid) : own_tid();
	w->rounds = 0;
	w->ending = false;
	__atomic_fetch_add(&heap_ring.head->writers, 1, __ATOMIC_SEQ_CST);
	join_life(life);
	if (heap_ring.frames)
		heap_frames_prepare();
	w->life = life;
	if (heap_ring.has_key)
		pthread_setspecific(heap_ring.key, w);
	return true;
}

enum room heap_make_room(struct heap_writer *w)
{
	bool good = true;

	if (w->busy && ++w->stuck < ABANDONED)
		return ROOM_ALONE;
	w->busy = true;
	if (w->life != heap_life->number || !w->life)
		good = begin_life(w);
	if (good && (w->ending ||
		     (w->next != w->done && ++w->stuck < ABANDONED))) {
		w->busy = false;
		return ROOM_ALONE;
	}
	if (good) {
		w->stuck = 0;
		give_up(w);
		good = take_chunk(w);
	}
	w->busy = false;
	if (!good && heap_ways & HEAP_TO_RING)
		heap_ring_drop();
	return good ? ROOM : NO_ROOM;
}

char *heap_make_room_alone(void)
{
	const struct heap_writer *w = &heap_writer;
	bool known = w->life && w->life == heap_life->number;
	char *chunk = heap_ring_chunk(known ? w->pid : getpid(), known ? w->tid :
				      (pid_t)syscall(SYS_gettid));

	if (!chunk)
		heap_ring_drop();
	return chunk ? chunk + HEAP_SLOT : NULL;
}

/* The destructor for a thread's data.  Destructors of other libraries may run
 * after this one, and free memory.  So this destructor requests to be called
 * again, and returns the chunk only at its last call.  Later records take one
 * chunk each. */
void heap_ring_end_thread(void *arg)
{
	struct heap_writer *w = arg;
	int e = errno;

	if (++w->rounds < PTHREAD_DESTRUCTOR_ITERATIONS &&
	    pthread_setspecific(heap_ring.key, w) == 0)
		return;
	w->ending = true;
	if (w->next == w->done)
		give_up(w);
	errno = e;
}
