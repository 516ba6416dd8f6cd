/* SPDX-License-Identifier: 0BSD */
/*
 * libmmtop-heap.so: a library that LD_PRELOAD puts before the C library.  It
 * records each memory call of the program, and passes the call on to the C
 * library.
 *
 *	heap.c		the memory calls
 *	heap_next.c	finds the functions that calls are passed on to;
 *			handles the calls before they are found
 *	heap_note.c	where to record: in the ring, as text, nowhere
 *	heap_ring.c	the memory shared with mmtop (heap_wire.h)
 *	heap_write.c	writes records to the ring
 *	heap_like.h	the short forms of records
 *	heap_thread.c	the chunks of a thread
 *	heap_frames.c	callers on the stack
 *	heap_code.c	the code at an address
 *	heap_cfi.c	unwind tables
 *	heap_info.c	statistics of the allocator, if mmtop requests them
 *	heap_close.c	keeps the descriptor of the ring open
 *	heap_exec.c	passes the library on to executed programs, or not
 *	heap_fit.c	which programs can load the library
 *	heap_text.c	ALLOCATION_TRACE and MMAP_TRACE: memory_tracker's text
 *	heap_maps.c	mmap, munmap and mremap of the C library itself
 *
 * The library runs inside any program.  So it needs only the C library,
 * allocates nothing, takes no lock, uses no stdio stream, and preserves errno.
 * If a step fails, it is skipped.  Each function here may be called by a signal
 * handler that has interrupted the same function.
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

/* Older C libraries do not define MREMAP_DONTUNMAP. */
#ifndef MREMAP_DONTUNMAP
#define MREMAP_DONTUNMAP 4
#endif

#define EXPORT __attribute__((visibility("default"), noinline))
#define HIDDEN __attribute__((visibility("hidden")))
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
/* Fast access to thread-local variables.  It is possible because this library
 * is loaded at program start. */
#define THREAD_LOCAL __thread __attribute__((tls_model("initial-exec")))

/* The functions that the program would call without this library. */
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

/* Finds the functions in heap_next.  Returns false while another call is doing
 * so: then use heap_early(). */
HIDDEN bool heap_resolve(void);
/* Returns zeroed memory that is never freed. */
HIDDEN void *heap_early(size_t align, size_t size);
#define HEAP_EARLY_BYTES 65536
extern HIDDEN char heap_early_room[HEAP_EARLY_BYTES];
static inline bool heap_is_early(const void *p)
{
	return (uintptr_t)p - (uintptr_t)heap_early_room < HEAP_EARLY_BYTES;
}
/* The size of a block that heap_early() returned. */
HIDDEN size_t heap_early_size(const void *p);

/* A call to be recorded. */
struct heap_call {
	unsigned op;		/* enum heap_op */
	uintptr_t addr, size, caller;
	uintptr_t old;		/* the old address; valid if heap_has_old(op) */
	uint64_t began;		/* if `old` is valid: a time in ticks at which
				 * the program still owned the old block */
	const void *frame;	/* stack frame of the function that was
				 * called */
};

enum heap_way { HEAP_TO_RING = 1, HEAP_TO_TEXT = 2, HEAP_TO_BE_KNOWN = 4 };
extern HIDDEN unsigned heap_ways;
HIDDEN void heap_note(const struct heap_call *call);
/* Returns the value for call.began.  Used before a call with an old address is
 * passed on.  After the call, use heap_note(), or heap_note_undo() if it
 * failed. */
HIDDEN uint64_t heap_note_begin(const struct heap_call *call);
HIDDEN void heap_note_undo(const struct heap_call *call);

/* Callers of heap_ring_open(), heap_ring_note(), heap_text_*() save errno. */
HIDDEN bool heap_ring_open(const char *given);
HIDDEN void heap_ring_note(const struct heap_call *call);
/* Records a call without an old address, the most frequent kind of call. */
HIDDEN void heap_ring_brief(unsigned op, uintptr_t addr, uintptr_t size,
			    uintptr_t caller, const void *frame);
HIDDEN uint64_t heap_ring_now(void);
enum heap_text { HEAP_TEXT_CALLS, HEAP_TEXT_MAPS };
/* `name` is the file to write to; "": write no trace; NULL: write to descriptor
 * 2. */
HIDDEN bool heap_text_open(enum heap_text which, const char *name);
HIDDEN void heap_text_map(const char *name, uintptr_t addr, uintptr_t size,
			  uintptr_t caller);
HIDDEN void heap_text_note(const struct heap_call *call);
HIDDEN void heap_text_begin(const struct heap_call *call);
HIDDEN void heap_text_undo(const struct heap_call *call);

/* Reads the library's variables from envp for later exec calls, and removes
 * entries that a parent's exec added.  Returns the value of HEAP_VARIABLE
 * without its letters; NULL: it is not set. */
HIDDEN const char *heap_exec_open(char **envp);

/* Writes a HEAP_SAY record.  `number` identifies the request; `took` is in
 * ns. */
HIDDEN void heap_ring_say(enum heap_says what, uint64_t number, uint64_t took,
			  const uint64_t *more, unsigned n);
/* The PID in the current thread's records; 0: the thread writes none. */
HIDDEN pid_t heap_ring_pid(void);
/* Address of heap_head.asked; NULL: there is no ring. */
HIDDEN const uint64_t *heap_ring_asked(void);

/* heap_request points to mmtop's current request; heap_seen is the last request
 * that this process saw. */
extern HIDDEN const uint64_t *heap_request;
extern HIDDEN uint64_t heap_seen;
HIDDEN void heap_info_open(void);
HIDDEN void heap_info_answer(void);
static inline void heap_poll_request(void)
{
	if (UNLIKELY(__atomic_load_n(heap_request, __ATOMIC_RELAXED) !=
		     __atomic_load_n(&heap_seen, __ATOMIC_RELAXED)))
		heap_info_answer();
}

/* Stores the return addresses that follow heap_caller(frame), and returns their
 * number. `frame` is that of the function that the program called. */
HIDDEN unsigned heap_frames(uint64_t *out, unsigned max, const void *frame);
/* True if heap_frames() would return these n addresses. */
HIDDEN bool heap_frames_are(const uint64_t *had, unsigned n, unsigned max,
			    const void *frame);
/* Finds the stack of the current thread.  Call it before heap_frames(), and
 * again after a fork. */
HIDDEN void heap_frames_prepare(void);

/*
 * The life of this process: a number that changes at each fork, whichever call
 * forks.  A vfork child shares its parent's memory and life while the parent
 * waits: its calls change the parent's memory.
 */
struct heap_life {
	uint32_t number;	/* 0: unknown, until heap_life_renew() */
	uint32_t writers;	/* number of threads that have ever written
				 * records */
	/* Equal to `number` while only one thread has ever written, and only to
	 * the ring.  The records of that thread need no time of their own. */
	uint32_t alone;
};
extern HIDDEN struct heap_life *heap_life;
HIDDEN uint32_t heap_life_renew(void);
static inline uint32_t heap_life_now(void)
{
	return LIKELY(heap_life->number) ? heap_life->number
					 : heap_life_renew();
}

/* The value of an environment variable; NULL: it is not set. */
HIDDEN const char *heap_variable(char *const *envp, const char *name);

#endif
