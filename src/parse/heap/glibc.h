/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Recognizes glibc's data structures in memory: heads of arenas, of large
 * blocks and of threads.
 *
 * The program may have written any data there.  So the results are only
 * plausible: use the addresses in them only for labels.  `wide` is true for a
 * 64-bit program.  The byte order is that of this machine.
 *
 *	glibc_heap	malloc/arena.c: struct heap_info, at HEAP_MAX_SIZE
 *	glibc_block	malloc/malloc.c: a chunk with IS_MMAPPED, as sysmalloc()
 *			creates it
 *	glibc_next	struct malloc_state.next: links all arenas; the newest
 *			arena comes after the main one
 *	glibc_thread	nptl/descr.h: struct pthread (only on x86, where it
 *			contains its own address)
 */
#ifndef PARSE_HEAP_GLIBC_H
#define PARSE_HEAP_GLIBC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define GLIBC_HEAP_MAX(wide) ((wide) ? UINT64_C(64) << 20 : UINT64_C(1) << 20)
/* Number of bytes that must be read from the start of each structure. */
#define GLIBC_HEAP_BYTES 32
#define GLIBC_BLOCK_BYTES 16
#define GLIBC_THREAD_BYTES 0x300
/* The largest size of the static TLS below a thread's head. */
#define GLIBC_TLS_MAX 16384

/* True if a heap starts at address `at`.  Sets *arena to the address of its
 * arena, which is in this heap or in an older one. */
bool glibc_heap(const void *bytes, size_t n, uint64_t at, bool wide,
		uint64_t *arena);
/* Length of the large block that starts at the page, at most `room`; 0: no
 * large block starts there. */
uint64_t glibc_block(const void *bytes, size_t n, uint64_t room, bool wide);
/* Address of the field `next` in an arena. */
uint64_t glibc_next(uint64_t arena, bool wide);
/* True if a thread's head is at address `at`.  Sets *tid to the thread's TID,
 * or to 0 if the thread has exited and glibc keeps its memory for reuse. */
bool glibc_thread(const void *bytes, size_t n, uint64_t at, bool wide,
		  pid_t *tid);

/*
 * Numbers arenas by age.  next[i] is the field `next` of arena[i]: the address
 * of the arena created before it.  Only the oldest arena has a `next` that is
 * not in arena[], that of the main arena.  number[i] is set to 1 for the oldest
 * arena, 2 for the second oldest, and so on.  If the arenas do not form a
 * single chain, all numbers are set to 0.
 */
void glibc_ages(const uint64_t *arena, const uint64_t *next, uint32_t *number,
		size_t n);

#endif
