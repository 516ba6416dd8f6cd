/* SPDX-License-Identifier: 0BSD */
/*
 * What libmmtop-heap.so, inside a watched program, and mmtop, outside, share: a
 * sealed memfd that both map.  The program and its children write records, mmtop
 * reads them.  Neither ever waits for the other.
 *
 *	0			struct heap_head
 *	HEAP_PAGE		struct heap_chunk, one a chunk
 *	heap_data_at()		the chunks, HEAP_CHUNK bytes each
 *
 * A chunk belongs to one thread at a time, which fills it from its second slot
 * to its last (the first is its head) and then takes another, so that there is
 * nothing to lock and nothing to wrap round:
 *
 *	HEAP_FREE -> HEAP_TAKEN		by a thread, with compare-and-swap
 *	HEAP_TAKEN -> HEAP_DONE		by that thread: full, or the thread ends
 *	HEAP_DONE -> HEAP_FREE		by mmtop, when it has read it
 *	HEAP_TAKEN -> HEAP_FREE		by mmtop, when its owner has exited, or
 *					executes another program
 *
 * No chunk is free: the record is dropped, and counted in heap_head.dropped.
 *
 * A record is one slot or more, of four 64-bit words each:
 *
 *	0	op, frames << 8, check << 16, ticks since the chunk's base << 32
 *	1	address
 *	2	size in bytes (HEAP_FREE_BLOCK: 0)
 *	3	return address: of whoever called
 *	4, 5	where heap_has_old(op): the address before, and the ticks since the
 *		base at which that was still valid
 *	...	frames: return addresses of the callers' callers
 *
 * Reading the clock costs as much as all the rest.  Where a thread is the only
 * one that its process has, its records are in order without: then they have the
 * time of the one before, until mmtop looks again (heap_head.looks).  So a time is
 * late by no more than lies between two looks, and a fork, for which mmtop counts
 * a look, has what was before it before it.
 *
 * What is got is mostly given back next.  While its thread is alone, and nobody
 * looked meanwhile, that is no record of its own: HEAP_PASSED is set in the one
 * of the call that got it, and the check is changed with it, at one blow (who
 * called for that is not told, and it has the same time).  So the last record that
 * was read may come to have it afterwards; those before it may not.
 *
 * The check covers all words of the record, its place, and the number of the
 * chunk's owner: what is half written, old, or scribbled over is not believed.
 * An example, malloc(40) = 0x55d0c2a0, from 0x401136, 500 ticks after the base:
 *
 *	000001f4 XXXX 00 01   0000000055d0c2a0   28   401136
 *
 * What comes next is mostly another call of the same function from the same place,
 * and by the same frames.  Where it has no time of its own either, it is one word
 * (heap_like_word()), with which mmtop takes what is the same from the last record
 * before.  Such words come in slots of four; those that are 0 are not written yet,
 * and may be when the slot has been read, as long as it is the last.
 */
#ifndef PRELOAD_HEAP_WIRE_H
#define PRELOAD_HEAP_WIRE_H

#include <stdint.h>

/* The environment variable, "DESCRIPTOR:COOKIE:PID" in decimal, hex and decimal:
 * PID is mmtop's process that has the same descriptor.  ":LETTERS" may follow, see
 * heap_exec.c. */
#define HEAP_VARIABLE "MMTOP_HEAP"
/* Of the memfd. */
#define HEAP_RING_NAME "mmtop-heap"

#define HEAP_MAGIC UINT64_C(0x3550414548544d4d)		/* "MMTHEAP5" */
#define HEAP_PAGE 4096u
#define HEAP_SLOT 32u
#define HEAP_WORDS 4u		/* of a slot */
#define HEAP_CHUNK 16384u
#define HEAP_SLOTS (HEAP_CHUNK / HEAP_SLOT)
#define HEAP_CHUNKS_MAX 65536u
#define HEAP_FRAMES_MAX 58u
#define HEAP_CHECK (UINT64_C(0xffff) << 16)	/* of a record's first word */
#define HEAP_LIKE_CHECK (UINT64_C(0xffff) << 24)
#define HEAP_PASSED 0x80u			/* of its op */
#define HEAP_PASS (UINT32_C(0xa5) << 24 | HEAP_PASSED)	/* in the check, too */

enum heap_record_state { HEAP_FREE, HEAP_TAKEN, HEAP_DONE };

enum heap_op {
	HEAP_NONE,
	HEAP_MALLOC, HEAP_CALLOC, HEAP_REALLOC, HEAP_REALLOCARRAY,
	HEAP_MEMALIGN, HEAP_POSIX_MEMALIGN, HEAP_ALIGNED_ALLOC,
	HEAP_VALLOC, HEAP_PVALLOC,
	HEAP_FREE_BLOCK,
	HEAP_MMAP, HEAP_MUNMAP,
	HEAP_MREMAP,		/* a HEAP_MMAP; HEAP_MUNMAP told what went */
	HEAP_SAY,		/* no call: what the allocator says of itself */
	HEAP_LIKE,		/* four calls like that of the record before */
	HEAP_OPS
};

/*
 * mmtop asks by heap_head.asked: a number that is another each time, and in the
 * upper half of whom, 0: of all.  Who sees that when it comes to allocate
 * answers once with a HEAP_SAY: address: what it says; size: the question's
 * number; return address: how many ns that took; frames: HEAP_NUMBERS, where it
 * says them.  The library sends HEAP_SAYS_OWN unrequested from a process that
 * will never see a request, and HEAP_SAYS_HERE unrequested as its first record.
 *
 * Unrequested too is HEAP_SAYS_OBJECT, before the first record with a return
 * address in that file, and again after a library was unloaded.  size: where its
 * mappings begin; return address: where they end; frames: its path as the loader
 * has it, padded with zeros, "" for the program.
 */
enum heap_says {
	HEAP_SAYS_NUMBERS,	/* as mallinfo2(3) has them */
	HEAP_SAYS_UNABLE,	/* the C library has no mallinfo2 */
	HEAP_SAYS_OTHER,	/* another library's malloc is called */
	HEAP_SAYS_OWN,		/* the program's own is, and not the preload's */
	HEAP_SAYS_HERE,		/* the library has started in that process */
	HEAP_SAYS_OBJECT,	/* code of a file is called */
	HEAP_SAYS
};
#define HEAP_NUMBERS 10u
#define HEAP_PATH_WORDS HEAP_FRAMES_MAX

struct heap_head {
	/* Written by mmtop, before anybody else maps it. */
	uint64_t magic;
	uint64_t cookie;	/* that of the variable */
	uint32_t chunks;
	uint32_t frames;	/* wanted beside the return address, at most
				 * HEAP_FRAMES_MAX */
	uint32_t ticks;		/* 1: the processor's counter; 0: ns of
				 * CLOCK_MONOTONIC in the initial time
				 * namespace */
	uint32_t follow;	/* 1: children, and what is executed, too */
	int32_t root;		/* else: the process that may write */
	uint32_t exact;		/* 1: each record has a time of its own */
	/* Written by the program. */
	_Alignas(64) uint64_t dropped;
	_Alignas(64) uint32_t serial;	/* of the owner that came last */
	uint32_t high;		/* no chunk from here on was ever taken */
	uint32_t writers;	/* threads that began to write */
	/* Written by mmtop. */
	_Alignas(64) uint32_t freed;	/* how many chunks it gave back */
	uint32_t looks;			/* how often it came for records, or asked */
	uint64_t asked;			/* see enum heap_says */
};

/* One cache line, so that threads do not take it from each other. */
struct heap_chunk {
	_Alignas(64) uint32_t state;
	uint32_t used;		/* slots that are written, the head among them */
};

/* The first slot of a chunk. */
struct heap_owner {
	uint64_t serial;	/* 1 and up: another for each owner */
	uint64_t base;		/* ticks: what its records count from */
	int32_t pid, tid;	/* as the program sees them */
	uint64_t image;		/* the program's AT_RANDOM: its pid may be another
				 * one's, in another PID namespace */
};

static inline uint64_t heap_data_at(uint32_t chunks)
{
	uint64_t end = HEAP_PAGE + (uint64_t)chunks * sizeof(struct heap_chunk);

	return (end + HEAP_CHUNK - 1) / HEAP_CHUNK * HEAP_CHUNK;
}

static inline uint64_t heap_bytes(uint32_t chunks)
{
	return heap_data_at(chunks) + (uint64_t)chunks * HEAP_CHUNK;
}

#endif
