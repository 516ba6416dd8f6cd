/* SPDX-License-Identifier: 0BSD */
/*
 * libmmtop-heap.so: a library that LD_PRELOAD puts before the C library.  It
 * passes each call for memory on and notes it.
 *
 *	heap.c		the calls
 *	heap_next.c	whom they are passed on to, and what is asked before that
 *			is known
 *	heap_note.c	where notes go: to the ring, to the text, nowhere
 *	heap_ring.c	what is shared with mmtop (heap_wire.h)
 *	heap_write.c	records in it
 *	heap_like.h	those that are short
 *	heap_frames.c	who called whom
 *	heap_code.c	what is known of the code that an address lies in
 *	heap_cfi.c	how its frames are left
 *	heap_info.c	what the allocator says of itself, when mmtop asks
 *	heap_close.c	the descriptor of the ring stays open
 *	heap_exec.c	what this process executes has the library, or has it not
 *	heap_fit.c	which programs can load it
 *	heap_text.c	ALLOCATION_TRACE and MMAP_TRACE, memory_tracker's text
 *	heap_maps.c	mmap, munmap and mremap of the C library itself
 *
 * It lives in other people's processes.  So: it needs the C library alone,
 * allocates nothing, takes no lock, writes to no stream, keeps errno, and what
 * it cannot do it leaves undone.  Everything here may be called from a signal
 * handler, in the middle of itself.
 */
#ifndef PRELOAD_HEAP_PRIVATE_H
#define PRELOAD_HEAP_PRIVATE_H

#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/types.h>

#include "preload/heap_wire.h"

/* Older C libraries lack it. */
#ifndef MREMAP_DONTUNMAP
#define MREMAP_DONTUNMAP 4
#endif

#define EXPORT __attribute__((visibility("default"), noinline))
#define HIDDEN __attribute__((visibility("hidden")))
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
/* Nothing is looked up for it: this library is there from the start. */
#define THREAD_LOCAL __thread __attribute__((tls_model("initial-exec")))

/* What would be called were this library not there. */
struct heap_next {
	void *(*malloc)(size_t);
	void *(*calloc)(size_t, size_t);
	void *(*realloc)(void *, size_t);
	void (*free)(void *);
	int (*posix_memalign)(void **, size_t, size_t);
	void *(*aligned_alloc)(size_t, size_t);
	void *(*memalign)(size_t, size_t);
	void *(*valloc)(size_t);
	void *(*pvalloc)(size_t);
	void *(*mmap)(void *, size_t, int, int, int, long);
	void *(*mmap64)(void *, size_t, int, int, int, int64_t);
	int (*munmap)(void *, size_t);
	void *(*mremap)(void *, size_t, size_t, int, ...);
	int (*dlclose)(void *);
	int (*close)(int);
	int (*close_range)(unsigned, unsigned, int);
	void (*closefrom)(int);
	int (*execve)(const char *, char *const *, char *const *);
	int (*execvpe)(const char *, char *const *, char *const *);
	int (*fexecve)(int, char *const *, char *const *);
	int (*posix_spawn)(pid_t *, const char *,
			   const posix_spawn_file_actions_t *,
			   const posix_spawnattr_t *, char *const *,
			   char *const *);
	int (*posix_spawnp)(pid_t *, const char *,
			    const posix_spawn_file_actions_t *,
			    const posix_spawnattr_t *, char *const *,
			    char *const *);
};
extern HIDDEN struct heap_next heap_next;

/* Finds them.  False while that is being done: then heap_early() serves. */
HIDDEN bool heap_resolve(void);
/* Memory, zeroed, that is never given back. */
HIDDEN void *heap_early(size_t align, size_t size);
#define HEAP_EARLY_BYTES 65536
extern HIDDEN char heap_early_room[HEAP_EARLY_BYTES];
static inline bool heap_is_early(const void *p)
{
	return (uintptr_t)p - (uintptr_t)heap_early_room < HEAP_EARLY_BYTES;
}
/* Of what heap_early() gave: how much may be copied of it. */
HIDDEN size_t heap_early_size(const void *p);

/* A call that is to be noted. */
struct heap_call {
	unsigned op;		/* enum heap_op */
	uintptr_t addr, size, caller;
	uintptr_t old;		/* heap_has_old() */
	uint64_t began;		/* then: ticks, when old was still valid */
	const void *frame;	/* that of the function that was called */
};

enum heap_way { HEAP_TO_RING = 1, HEAP_TO_TEXT = 2, HEAP_TO_BE_KNOWN = 4 };
extern HIDDEN unsigned heap_ways;
HIDDEN void heap_note(const struct heap_call *call);
/* Of a call that has an old address, before it is passed on: for call.began.
 * Then comes heap_note(), or where it failed heap_note_undo(). */
HIDDEN uint64_t heap_note_begin(const struct heap_call *call);
HIDDEN void heap_note_undo(const struct heap_call *call);

/* errno is kept by the callers of these. */
HIDDEN bool heap_ring_open(const char *given);
HIDDEN void heap_ring_note(const struct heap_call *call);
/* The commonest: no old address. */
HIDDEN void heap_ring_brief(unsigned op, uintptr_t addr, uintptr_t size,
			    uintptr_t caller, const void *frame);
HIDDEN uint64_t heap_ring_now(void);
enum heap_text { HEAP_TEXT_CALLS, HEAP_TEXT_MAPS };
/* name: of the file; "": no trace; NULL: descriptor 2. */
HIDDEN bool heap_text_open(enum heap_text which, const char *name);
HIDDEN void heap_text_map(const char *name, uintptr_t addr, uintptr_t size,
			  uintptr_t caller);
HIDDEN void heap_text_note(const struct heap_call *call);
HIDDEN void heap_text_begin(const struct heap_call *call);
HIDDEN void heap_text_undo(const struct heap_call *call);

/* Sets up exec calls from envp, and removes the added entries from it.  Returns
 * HEAP_VARIABLE's value without its letters; NULL: there is none. */
HIDDEN const char *heap_exec_open(char **envp);

/* number: which question that answers. */
HIDDEN void heap_ring_say(enum heap_says what, uint64_t number, uint64_t took,
			  const uint64_t *more, unsigned n);
/* As whom the current thread writes, 0: it does not. */
HIDDEN pid_t heap_ring_pid(void);
/* heap_head.asked, NULL: nobody asks. */
HIDDEN const uint64_t *heap_ring_asked(void);

/* Which question there is, and which was seen last. */
extern HIDDEN const uint64_t *heap_asked;
extern HIDDEN uint64_t heap_seen;
HIDDEN void heap_info_open(void);
HIDDEN void heap_info_answer(void);
static inline void heap_answer(void)
{
	if (UNLIKELY(__atomic_load_n(heap_asked, __ATOMIC_RELAXED) !=
		     __atomic_load_n(&heap_seen, __ATOMIC_RELAXED)))
		heap_info_answer();
}

/* Stores the return addresses above heap_caller(), and returns how many.  frame:
 * of the function that the program called. */
HIDDEN unsigned heap_frames(uint64_t *out, unsigned max, const void *frame);
/* They would be those n. */
HIDDEN bool heap_frames_are(const uint64_t *had, unsigned n, unsigned max,
			    const void *frame);
/* Of the current thread, before heap_frames(); again after a fork. */
HIDDEN void heap_frames_prepare(void);

/*
 * Which life this process leads: another number after each fork, however it was
 * forked.  vfork's child shares its parent's memory, and while that waits, its
 * life: what it notes is true of its parent's memory.
 */
struct heap_life {
	uint32_t number;	/* 0: it cannot be known */
	uint32_t writers;	/* threads that began to write */
	/* The number, while there is one such thread, whose records need no time
	 * of their own and are written nowhere else. */
	uint32_t alone;
};
extern HIDDEN struct heap_life *heap_life;
HIDDEN uint32_t heap_life_renew(void);
static inline uint32_t heap_life_now(void)
{
	return LIKELY(heap_life->number) ? heap_life->number
					 : heap_life_renew();
}

/* The value of a variable, NULL: none. */
HIDDEN const char *heap_variable(char *const *envp, const char *name);

#endif
