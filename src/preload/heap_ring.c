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
 * A handler may also never return there (siglongjmp).  Then `done` stands still,
 * and after a while it is taken for abandoned: mmtop finds what lies there
 * invalid, and counts it.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "preload/heap_private.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef F_GET_SEALS
#define F_GET_SEALS 1034
#endif
#ifndef F_SEAL_SHRINK
#define F_SEAL_SHRINK 2
#endif
#ifndef F_SEAL_GROW
#define F_SEAL_GROW 4
#endif

/* So many attempts in the middle of another one: that one was abandoned. */
#define ABANDONED 64

static struct {
	struct heap_head *head;
	struct heap_chunk *chunks;
	char *data;			/* aligned to HEAP_CHUNK */
	uint32_t n, frames, follow, ticks;
	pthread_key_t key;
	bool has_key;
} ring;

struct writer {
	uint32_t life;			/* in which the rest is true; 0: none */
	uint32_t stuck, freed;
	char *next, *done;
	pid_t pid, tid;
	bool busy;			/* it is taking a chunk */
	unsigned rounds;		/* of its destructors */
	bool ending;			/* the thread's last destructors run */
};
static THREAD_LOCAL struct writer writer;

/* ---- time --------------------------------------------------------------- */

static uint64_t clock_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* Not read before what stands before it is done. */
static inline uint64_t now(void)
{
#if defined __x86_64__
	uint32_t low, high;

	if (LIKELY(ring.ticks)) {
		__asm__ volatile("lfence; rdtsc" : "=a"(low), "=d"(high)
				 : : "memory");
		return (uint64_t)high << 32 | low;
	}
#elif defined __aarch64__
	uint64_t n;

	if (LIKELY(ring.ticks)) {
		__asm__ volatile("isb; mrs %0, cntvct_el0" : "=r"(n)
				 : : "memory");
		return n;
	}
#endif
	return clock_now();
}

uint64_t heap_ring_now(void)
{
	return ring.head ? now() : 0;
}

/* ---- chunks ------------------------------------------------------------- */

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

static void drop(void)
{
	__atomic_fetch_add(&ring.head->dropped, 1, __ATOMIC_RELAXED);
}

/* The one that p is in, or just behind: its first slot is never handed out. */
static inline char *chunk_of(char *p)
{
	return (char *)((uintptr_t)(p - 1) & ~(uintptr_t)(HEAP_CHUNK - 1));
}

static inline struct heap_chunk *state_of(const char *chunk)
{
	return &ring.chunks[(size_t)(chunk - ring.data) / HEAP_CHUNK];
}

/* All up to `next` may be read. */
static inline void publish(const char *next, const char *chunk)
{
	__atomic_store_n(&state_of(chunk)->used,
			 (uint32_t)(next - chunk) / HEAP_SLOT,
			 __ATOMIC_RELEASE);
}

/* Up to where a handler still wrote when there came to be nowhere to write to. */
static void give_up(struct writer *w)
{
	char *p;

	do
		p = __atomic_load_n(&w->next, __ATOMIC_RELAXED);
	while (!move_next(&w->next, p, NULL));
	__asm__ volatile("" : : : "memory");
	w->done = NULL;
	if (!p)
		return;
	publish(p, chunk_of(p));
	__atomic_store_n(&state_of(chunk_of(p))->state, HEAP_DONE,
			 __ATOMIC_RELEASE);
}

/* Only how far mmtop must look. */
static void raise_high(uint32_t to)
{
	uint32_t high = __atomic_load_n(&ring.head->high, __ATOMIC_RELAXED);

	while (high < to &&
	       !__atomic_compare_exchange_n(&ring.head->high, &high, to, false,
					    __ATOMIC_RELEASE,
					    __ATOMIC_RELAXED))
		;
}

/* The lowest that is free: so few are ever touched. */
static char *take_free(void)
{
	for (uint32_t i = 0; i < ring.n; i++) {
		uint32_t state = __atomic_load_n(&ring.chunks[i].state,
						 __ATOMIC_RELAXED);

		if (state != HEAP_FREE ||
		    !__atomic_compare_exchange_n(&ring.chunks[i].state, &state,
						 HEAP_TAKEN, false,
						 __ATOMIC_ACQUIRE,
						 __ATOMIC_RELAXED))
			continue;
		raise_high(i + 1);
		return ring.data + (size_t)i * HEAP_CHUNK;
	}
	return NULL;
}

/* One that is this thread's; its first slot says so. */
static char *own_chunk(pid_t pid, pid_t tid)
{
	char *chunk = take_free();
	struct heap_owner *owner = (struct heap_owner *)(void *)chunk;

	if (!chunk)
		return NULL;
	owner->serial = 1u + __atomic_fetch_add(&ring.head->serial, 1,
						__ATOMIC_RELAXED);
	owner->base = now();
	owner->pid = pid;
	owner->tid = tid;
	publish(chunk + HEAP_SLOT, chunk);
	return chunk;
}

static bool take_chunk(struct writer *w)
{
	uint32_t freed = __atomic_load_n(&ring.head->freed, __ATOMIC_RELAXED);
	char *chunk;

	/* There was none, and none was given back since. */
	if (w->freed == freed + 1)
		return false;
	chunk = own_chunk(w->pid, w->tid);
	w->freed = chunk ? 0 : freed + 1;
	if (!chunk)
		return false;
	w->done = chunk + HEAP_SLOT;
	__asm__ volatile("" : : : "memory");
	w->next = chunk + HEAP_SLOT;
	return true;
}

/* The thread, or after a fork the process, is new. */
static bool begin_life(struct writer *w)
{
	uint32_t life = heap_life_now();

	if (!ring.follow && life > 1) {
		heap_ways &= ~(unsigned)HEAP_TO_RING;
		return false;
	}
	/* Its parent's, or nobody's: it is not touched. */
	w->next = w->done = NULL;
	w->stuck = w->freed = 0;
	w->pid = getpid();
	w->tid = (pid_t)syscall(SYS_gettid);
	w->rounds = 0;
	w->ending = false;
	if (ring.frames)
		heap_frames_prepare();
	w->life = life;
	if (ring.has_key)
		pthread_setspecific(ring.key, w);
	return true;
}

enum room { NO_ROOM, ROOM, ROOM_ALONE };

/* A chunk that has room, or not, or one for this record alone: of a handler that
 * came while the thread was about to take one, and of a thread that has given
 * its own back for good. */
static __attribute__((noinline)) enum room make_room(struct writer *w)
{
	bool good = true;

	if (w->busy && ++w->stuck < ABANDONED)
		return ROOM_ALONE;
	w->busy = true;
	if (w->life != *heap_life || !w->life)
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
		drop();
	return good ? ROOM : NO_ROOM;
}

/* A slot and what follows it, in a chunk of its own. */
static char *make_room_alone(void)
{
	char *chunk = own_chunk(getpid(), (pid_t)syscall(SYS_gettid));

	if (!chunk)
		drop();
	return chunk ? chunk + HEAP_SLOT : NULL;
}

/* ---- records ------------------------------------------------------------ */

/* Since the base.  Who began before the chunk's owner did (a handler took it, or
 * the way there was long) counts as one who began then. */
static inline uint64_t ticks_since(uint64_t base, uint64_t at)
{
	return at > base ? at - base : 0;
}

static char *reserve_slowly(struct writer *w, enum room *how)
{
	int e = errno;
	char *p = NULL;

	*how = make_room(w);
	if (*how == ROOM_ALONE)
		p = make_room_alone();
	errno = e;
	return p;
}

/* Room for n slots; the base that their time counts from.  NULL: dropped. */
static inline char *reserve(struct writer *w, uint64_t at, unsigned n,
			    uint64_t *base, enum room *how)
{
	*how = ROOM;
	*base = 0;
	for (;;) {
		char *p = w->next, *chunk = chunk_of(p);

		/* NULL is the end of a chunk too: that before the first. */
		if (LIKELY(w->life == *heap_life && w->life &&
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
			*base = ((struct heap_owner *)(void *)chunk_of(p))->base;
		if (*how != ROOM)
			return p;
	}
}

static inline void seal(char *p, uint64_t *words, unsigned n)
{
	char *chunk = chunk_of(p + 1);
	uint64_t serial = ((struct heap_owner *)(void *)chunk)->serial;
	uint32_t slot = (uint32_t)(p - chunk) / HEAP_SLOT;
	uint64_t *to = (uint64_t *)(void *)p;

	words[0] |= heap_check(words, n, serial, slot) << 16;
	for (unsigned i = 0; i < n; i++)
		to[i] = words[i];
}

/* Nobody will come for what is in it. */
static void commit_alone(char *p, unsigned n)
{
	char *chunk = chunk_of(p);

	publish(p + (size_t)n * HEAP_SLOT, chunk);
	__atomic_store_n(&state_of(chunk)->state, HEAP_DONE, __ATOMIC_RELEASE);
}

/*
 * The record at p is written.  Until `done` is moved, handlers leave theirs to
 * be published here, and the chunk cannot be given back: so nothing is written
 * to it afterwards, when it may be another thread's.  Where `next` has gone on
 * and `done` has not, one came between.
 */
static inline void commit(struct writer *w, char *p, unsigned n, enum room how)
{
	char *next;

	if (UNLIKELY(how == ROOM_ALONE)) {
		commit_alone(p, n);
		return;
	}
	if (UNLIKELY(w->done != p)) {
		/* For whom this one interrupted, unless it never comes back. */
		if (++w->stuck < ABANDONED)
			return;
		w->stuck = 0;
	}
	do {
		next = __atomic_load_n(&w->next, __ATOMIC_RELAXED);
		if (UNLIKELY(!next))
			return;
		publish(next, chunk_of(next));
		__asm__ volatile("" : : : "memory");
		__atomic_store_n(&w->done, next, __ATOMIC_RELAXED);
		__asm__ volatile("" : : : "memory");
	} while (UNLIKELY(__atomic_load_n(&w->next, __ATOMIC_RELAXED) != next &&
			  __atomic_load_n(&w->done, __ATOMIC_RELAXED) == next));
	if (UNLIKELY(w->stuck))
		w->stuck = 0;
}

static void write_long(const struct heap_call *call, uint64_t at)
{
	uint64_t words[HEAP_WORDS + 2 + HEAP_FRAMES_MAX + HEAP_WORDS] = { 0 };
	struct writer *w = &writer;
	unsigned frames = 0, n = HEAP_WORDS;
	enum room how;
	uint64_t base;
	char *p;

	if (heap_has_old(call->op))
		n += 2;
	/* Also: only who had a chunk knows its stack. */
	if (ring.frames && w->life == *heap_life && call->frame)
		frames = heap_frames(words + n, ring.frames, call->frame);
	n = heap_slots(call->op, frames);
	p = reserve(w, at, n, &base, &how);
	if (!p)
		return;
	words[0] = call->op | frames << 8 | ticks_since(base, at) << 32;
	words[1] = call->addr;
	words[2] = call->size;
	words[3] = call->caller;
	if (heap_has_old(call->op)) {
		words[4] = call->old;
		words[5] = call->began - base;
	}
	seal(p, words, n * HEAP_WORDS);
	commit(w, p, n, how);
}

void heap_ring_note(const struct heap_call *call)
{
	write_long(call, now());
}

void heap_ring_brief(unsigned op, uintptr_t addr, uintptr_t size,
		     uintptr_t caller, const void *frame)
{
	struct writer *w = &writer;
	uint64_t words[HEAP_WORDS], base, at;
	enum room how;
	char *p;

	if (UNLIKELY(ring.frames)) {
		const struct heap_call call = {
			.op = op, .addr = addr, .size = size, .caller = caller,
			.frame = frame,
		};

		write_long(&call, now());
		return;
	}
	at = now();
	p = reserve(w, at, 1, &base, &how);
	if (UNLIKELY(!p))
		return;
	words[0] = op | ticks_since(base, at) << 32;
	words[1] = addr;
	words[2] = size;
	words[3] = caller;
	seal(p, words, HEAP_WORDS);
	commit(w, p, 1, how);
}

/* ---- the beginning and the end ------------------------------------------ */

/* Other destructors free: this one asks to be called again, and gives the chunk
 * back in the last round.  What comes even after that takes a chunk a record. */
static void end_thread(void *arg)
{
	struct writer *w = arg;
	int e = errno;

	if (++w->rounds < PTHREAD_DESTRUCTOR_ITERATIONS &&
	    pthread_setspecific(ring.key, w) == 0)
		return;
	w->ending = true;
	if (w->next == w->done)
		give_up(w);
	errno = e;
}

/* "DESCRIPTOR:COOKIE" */
static int parse(const char *text, uint64_t *cookie)
{
	char *end;
	long fd = strtol(text, &end, 10);

	if (end == text || *end != ':' || fd < 0 || fd > INT32_MAX)
		return -1;
	*cookie = strtoull(end + 1, &end, 16);
	return *end ? -1 : (int)fd;
}

/* It may be another file by now, or anybody's. */
static bool is_ring(int fd, uint64_t cookie, struct heap_head *head)
{
	int seals = fcntl(fd, F_GET_SEALS);
	struct stat st;

	return seals >= 0 && seals & F_SEAL_SHRINK && seals & F_SEAL_GROW &&
	       fstat(fd, &st) == 0 &&
	       pread(fd, head, sizeof *head, 0) == (ssize_t)sizeof *head &&
	       head->magic == HEAP_MAGIC && head->cookie == cookie &&
	       head->chunks && head->chunks <= HEAP_CHUNKS_MAX &&
	       head->frames <= HEAP_FRAMES_MAX &&
	       (uint64_t)st.st_size == heap_bytes(head->chunks);
}

/* The data begins at a multiple of HEAP_CHUNK. */
static char *map_aligned(int fd, size_t size)
{
	char *room = heap_next.mmap(NULL, size + HEAP_CHUNK, PROT_NONE,
				    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uintptr_t at = ((uintptr_t)room + HEAP_CHUNK - 1) &
		       ~(uintptr_t)(HEAP_CHUNK - 1);
	size_t before = at - (uintptr_t)room;

	if (room == MAP_FAILED)
		return NULL;
	if (heap_next.mmap((void *)at, size, PROT_READ | PROT_WRITE,
			   MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED) {
		heap_next.munmap(room, size + HEAP_CHUNK);
		return NULL;
	}
	if (before)
		heap_next.munmap(room, before);
	if (before < HEAP_CHUNK)
		heap_next.munmap((char *)at + size, HEAP_CHUNK - before);
	return (char *)at;
}

/* The program that this one replaced, in the same process, left its own. */
static void give_up_old(void)
{
	uint32_t high = __atomic_load_n(&ring.head->high, __ATOMIC_ACQUIRE);
	pid_t pid = getpid();

	for (uint32_t i = 0; i < high && i < ring.n; i++) {
		const struct heap_owner *owner = (const void *)
			(ring.data + (size_t)i * HEAP_CHUNK);
		uint32_t taken = HEAP_TAKEN;

		if (__atomic_load_n(&ring.chunks[i].used, __ATOMIC_ACQUIRE) &&
		    owner->pid == pid)
			__atomic_compare_exchange_n(&ring.chunks[i].state,
						    &taken, HEAP_DONE, false,
						    __ATOMIC_RELEASE,
						    __ATOMIC_RELAXED);
	}
}

bool heap_ring_open(char *const *envp)
{
	const char *text = heap_variable(envp, HEAP_VARIABLE);
	struct heap_head head;
	uint64_t cookie;
	int fd = text ? parse(text, &cookie) : -1;
	size_t size;
	char *at;

	if (fd < 0 || !is_ring(fd, cookie, &head))
		return false;
	if (!head.follow && head.root != getpid())
		return false;
	size = heap_bytes(head.chunks);
	at = map_aligned(fd, size);
	if (!at)
		return false;
	ring.head = (struct heap_head *)(void *)at;
	ring.chunks = (struct heap_chunk *)(void *)(at + HEAP_PAGE);
	ring.data = at + heap_data_at(head.chunks);
	ring.n = head.chunks;
	ring.frames = head.frames;
	ring.follow = head.follow;
	ring.ticks = head.ticks;
	ring.has_key = pthread_key_create(&ring.key, end_thread) == 0;
	give_up_old();
	return true;
}
