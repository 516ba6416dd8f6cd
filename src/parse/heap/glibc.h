/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What glibc leaves in memory: the heads of its arenas, of large blocks and of
 * threads.
 *
 * The bytes are a program's, which may have written anything there: what comes
 * out is plausible, never more, and no address in it is to be believed beyond a
 * label.  wide: a 64-bit program.  Byte order is ours.
 *
 *	glibc_heap	malloc/arena.c: struct heap_info, at HEAP_MAX_SIZE
 *	glibc_block	malloc/malloc.c: a chunk with IS_MMAPPED, as sysmalloc()
 *			makes it
 *	glibc_next	struct malloc_state.next: all arenas, the newest after the
 *			main one
 *	glibc_thread	nptl/descr.h: struct pthread (of x86, where it can be
 *			known: it says its own address)
 */
#ifndef PARSE_HEAP_GLIBC_H
#define PARSE_HEAP_GLIBC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define GLIBC_HEAP_MAX(wide) ((wide) ? UINT64_C(64) << 20 : UINT64_C(1) << 20)
/* Bytes that tell, from where it begins. */
#define GLIBC_HEAP_BYTES 32
#define GLIBC_BLOCK_BYTES 16
#define GLIBC_THREAD_BYTES 0x300
/* How much of what lies below a thread's head is its static TLS, at most. */
#define GLIBC_TLS_MAX 16384

/* The heap at `at`: *arena is where its arena is, in it or in an older heap. */
bool glibc_heap(const void *bytes, size_t n, uint64_t at, bool wide,
		uint64_t *arena);
/* How long the block is that begins where a page does, with room bytes from
 * there on; 0: none. */
uint64_t glibc_block(const void *bytes, size_t n, uint64_t room, bool wide);
/* Where `next` is in an arena. */
uint64_t glibc_next(uint64_t arena, bool wide);
/* Whether bytes at `at` are a thread's head; *tid is what it says, 0 for one
 * that has ended and whose memory waits for the next. */
bool glibc_thread(const void *bytes, size_t n, uint64_t at, bool wide,
		  pid_t *tid);

/*
 * Numbers arenas by age.  next[i] is what arena[i] has as `next`: the one that
 * was made before it, of the oldest an address that is none of them, the main
 * arena.  number[i]: 1 for the oldest, ...; all 0 where it is no such chain.
 */
void glibc_ages(const uint64_t *arena, const uint64_t *next, uint32_t *number,
		size_t n);

#endif
