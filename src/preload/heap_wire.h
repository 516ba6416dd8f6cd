/* SPDX-License-Identifier: 0BSD */
/*
 * The memory that libmmtop-heap.so, inside a watched program, shares with
 * mmtop: a sealed memfd that both map.  The program and its children write
 * records, and mmtop reads them.  Neither side ever waits for the other.
 *
 *	0			struct heap_head
 *	HEAP_PAGE		an array with a struct heap_chunk for each chunk
 *	heap_data_at()		the chunks, HEAP_CHUNK bytes each
 *
 * A chunk belongs to one thread at a time.  The thread fills it from the second
 * slot to the last (the first slot is the chunk's head), and then takes another
 * chunk.  So there is nothing to lock, and nothing wraps around:
 *
 *	HEAP_FREE -> HEAP_TAKEN		by a thread, with compare-and-swap
 *	HEAP_TAKEN -> HEAP_DONE		by that thread, when the chunk is full
 *					or the thread ends
 *	HEAP_DONE -> HEAP_FREE		by mmtop, when it has read the chunk
 *	HEAP_TAKEN -> HEAP_FREE		by mmtop, when the process has exited
 *					or executes another program
 *
 * Without a free chunk the record is dropped; heap_head.dropped counts these.
 *
 * A record takes one or more slots of four 64-bit words each:
 *
 *	0	op, frames << 8, check << 16, ticks since the chunk's base << 32
 *	1	address
 *	2	size in bytes (HEAP_FREE_BLOCK: 0)
 *	3	return address of the call
 *	4, 5	if heap_has_old(op): the old address, and the ticks since the
 *		base at which the old address was still valid
 *	...	frames: return addresses of the callers' callers
 *
 * Reading the clock takes as long as all other work for a record.  If a process
 * has only one thread, its records are in order even if the clock is not read.
 * Each record then repeats the time of the previous one, until mmtop increments
 * heap_head.looks.  So a time is stale by at most the interval between two
 * increments.  mmtop also increments heap_head.looks at a fork: records from
 * before the fork have earlier times.
 *
 * Most blocks are freed right after they were allocated.  If there is still
 * only one thread and heap_head.looks is unchanged, the free has no record of
 * its own.  Instead, one atomic store sets HEAP_PASSED in the record of the
 * allocation, and changes the check.  Such a free has no caller; its time is
 * that of the allocation.  So the last record may change once more after mmtop
 * has read it; earlier records do not change.
 *
 * The check covers all words of the record, its position, and the serial of the
 * chunk's owner.  So mmtop detects records that are half written, old or
 * overwritten.  An example in hexadecimal, with the high bits of word 0 first:
 * malloc(40) = 0x55d0c2a0, called from 0x401136, 500 ticks after the base:
 *
 *	000001f4 XXXX 00 01   0000000055d0c2a0   28   401136
 *
 * Often the next record is for a call of the same function from the same place,
 * with the same stack frames.  If the clock need not be read either, the call is
 * one word (heap_like_word()), and mmtop takes the other fields from the last
 * full record before it.  Such words come in slots of four.  A word that is 0
 * is not written yet; in the last slot, this may change after mmtop read it.
 */
#ifndef PRELOAD_HEAP_WIRE_H
#define PRELOAD_HEAP_WIRE_H

#include <stdint.h>

/* The environment variable: "DESCRIPTOR:COOKIE:PID" in decimal, hex, decimal.
 * PID is mmtop's; the descriptor has the same number there. ":LETTERS" may
 * follow (heap_exec.c). */
#define HEAP_VARIABLE "MMTOP_HEAP"
/* Name of the memfd. */
#define HEAP_RING_NAME "mmtop-heap"

#define HEAP_MAGIC UINT64_C(0x3550414548544d4d)		/* "MMTHEAP5" */
#define HEAP_PAGE 4096u
#define HEAP_SLOT 32u
#define HEAP_WORDS 4u		/* 64-bit words in a slot */
#define HEAP_CHUNK 16384u
#define HEAP_SLOTS (HEAP_CHUNK / HEAP_SLOT)
#define HEAP_CHUNKS_MAX 65536u
#define HEAP_FRAMES_MAX 58u
/* The bits of the check in the first word of a record. */
#define HEAP_CHECK (UINT64_C(0xffff) << 16)
#define HEAP_LIKE_CHECK (UINT64_C(0xffff) << 24)
/* Bit of the op: the block was freed right after its allocation. */
#define HEAP_PASSED 0x80u
/* The bits to flip to set HEAP_PASSED, including those of the check. */
#define HEAP_PASS (UINT32_C(0xa5) << 24 | HEAP_PASSED)

enum heap_record_state { HEAP_FREE, HEAP_TAKEN, HEAP_DONE };

enum heap_op {
	HEAP_NONE,
	HEAP_MALLOC, HEAP_CALLOC, HEAP_REALLOC, HEAP_REALLOCARRAY,
	HEAP_MEMALIGN, HEAP_POSIX_MEMALIGN, HEAP_ALIGNED_ALLOC,
	HEAP_VALLOC, HEAP_PVALLOC,
	HEAP_FREE_BLOCK,
	HEAP_MMAP, HEAP_MUNMAP,
	HEAP_MREMAP,		/* like HEAP_MMAP; preceded by a HEAP_MUNMAP
				 * record for the old mapping, if that is
				 * unmapped */
	HEAP_SAY,		/* a report, not a call */
	HEAP_LIKE,		/* four words, each for a call like that of the
				 * last full record */
	HEAP_OPS
};

/*
 * Requests and reports.
 *
 * A request is a value in heap_head.asked.  Its lower half is a number that
 * changes with each request; its upper half is the PID that the request is for,
 * or 0 for all processes.  A thread that sees the request while it allocates
 * answers once, with a HEAP_SAY record.  The record's address is an enum
 * heap_says, its size is the number of the request, and its return address is
 * the duration in ns.  For HEAP_SAYS_NUMBERS, the frames are HEAP_NUMBERS
 * values.  Without a request, the library sends HEAP_SAYS_HERE as its first
 * record, and HEAP_SAYS_OWN from a process that will never see a request.
 *
 * HEAP_SAYS_OBJECT is also sent without a request: before the first record with
 * a return address in the file, and again after a library was unloaded.  size
 * and return address are the start and the end of the file's mappings.  The
 * frames hold the file's path as the loader knows it, padded with zeros; ""
 * means the program.
 */
enum heap_says {
	HEAP_SAYS_NUMBERS,	/* fields of mallinfo2(3) */
	HEAP_SAYS_UNABLE,	/* the C library has no mallinfo2 */
	HEAP_SAYS_OTHER,	/* malloc comes from another library than the C
				 * library */
	HEAP_SAYS_OWN,		/* the program has a malloc of its own */
	HEAP_SAYS_HERE,		/* the library has started in the process */
	HEAP_SAYS_OBJECT,	/* the process uses code of this file */
	HEAP_SAYS
};
#define HEAP_NUMBERS 10u
#define HEAP_PATH_WORDS HEAP_FRAMES_MAX

struct heap_head {
	/* Written by mmtop before any program maps the memory. */
	uint64_t magic;
	uint64_t cookie;	/* same number as in HEAP_VARIABLE */
	uint32_t chunks;
	uint32_t frames;	/* number of callers to record in addition to
				 * the return address; at most
				 * HEAP_FRAMES_MAX */
	uint32_t ticks;		/* 1: times are ticks of the processor's
				 * counter; 0: ns of CLOCK_MONOTONIC in the
				 * initial time namespace */
	uint32_t follow;	/* 1: children and executed programs may
				 * write */
	int32_t root;		/* if `follow` is 0: the only process that may
				 * write */
	uint32_t exact;		/* 1: each record has its own time */
	/* Fields that the program writes. */
	_Alignas(64) uint64_t dropped;
	_Alignas(64) uint32_t serial;	/* serial of the newest owner */
	uint32_t high;		/* no chunk from this index on was used */
	uint32_t writers;	/* threads that have ever written records */
	/* Fields that mmtop writes. */
	_Alignas(64) uint32_t freed;	/* number of chunks that mmtop has freed
					 * so far */
	uint32_t looks;			/* incremented when mmtop reads or sends
					 * a request */
	uint64_t asked;			/* the request, see enum heap_says */
};

/* The state of a chunk.  It has a cache line of its own, so that threads do not
 * compete for it. */
struct heap_chunk {
	_Alignas(64) uint32_t state;
	uint32_t used;		/* number of slots written, including the
				 * head */
};

/* The first slot of a chunk: its head. */
struct heap_owner {
	uint64_t serial;	/* at least 1; different for each owner */
	uint64_t base;		/* ticks; the times of records are relative to
				 * it */
	int32_t pid, tid;	/* the IDs as the program sees them */
	uint64_t image;		/* address in AT_RANDOM of the program: differs
				 * for processes with the same pid in different
				 * PID namespaces */
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
