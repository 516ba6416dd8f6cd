/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The memory that libmmtop-heap.so writes its records to, from the reader's
 * side: made before the program is launched, which inherits the descriptor.
 *
 *	heappool_new(&config, &pool, &err)
 *	   child:  heappool_enter(pool, ...)	before it executes the program
 *	   parent: heappool_drain(pool, ...)	now and then
 *	   parent: heappool_gone(pool, pid, ..)	a process has ended
 *	heappool_free(pool)
 *
 * Whatever the program writes there, the reader goes on: places and lengths are
 * checked, what is no record is counted.  The file is sealed: it cannot be made
 * shorter, which would end who reads it.
 */
#ifndef SOURCE_HEAP_POOL_H
#define SOURCE_HEAP_POOL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"
#include "parse/heap/ring.h"
#include "source/heap/clock.h"

/* Of the source that reads it: event.source. */
#define HEAP_LETTER 'h'

struct heappool;

struct heappool_config {
	uint32_t chunks;	/* 16 KiB each, 0: 64 MiB; memory is used as far
				 * as the reader is behind */
	uint32_t frames;	/* beside the return address */
	bool follow;		/* children, and what they execute, too */
	bool exact;		/* each record has a time of its own */
};

/* owner and record are valid for the call.  A record that is passed says two
 * things, the second of which may also come for itself, as a HEAP_FREE_BLOCK. */
typedef void heappool_fn(void *arg, const struct heap_owner *owner,
			 const struct heapring_record *record);

/* What was not told. */
struct heappool_lost {
	uint64_t dropped;	/* there was no room */
	uint64_t invalid;	/* slots that hold no record */
};

MUST_CHECK int heappool_new(const struct heappool_config *config,
			    struct heappool **out, struct err *err);
/* In the reader's child, between fork and exec: if the program can load `library`,
 * the descriptor stays open, and the library is put first in LD_PRELOAD.
 * Not async-signal-safe. */
MUST_CHECK int heappool_enter(struct heappool *pool, const char *library,
			      const char *program);
/*
 * What has come, at most about `budget` records; true: there is more, false: all
 * that was there when this was called has been told.  Within a thread they come
 * in order, between threads they do not.
 */
bool heappool_drain(struct heappool *pool, uint32_t budget, heappool_fn *tell,
		    void *arg);
/* All records of before then are told (ticks): what happened later may be
 * missing, what it depends on is not. */
uint64_t heappool_until(const struct heappool *pool);
/* What the records' times are; it looks when a drain begins. */
const struct heapclock *heappool_clock(const struct heappool *pool);
/* As if it had been looked: what is written from now on is later. */
void heappool_tick(struct heappool *pool);
/* Threads that ever wrote, of all processes. */
uint32_t heappool_writers(const struct heappool *pool);
/* How many records of this round, or of the last one, were told. */
uint32_t heappool_told(const struct heappool *pool);
/* A process exited, or is executing another program: its chunks become free once they
 * were read, within one complete round.  pid and image as in struct heap_owner; image
 * 0: any. */
void heappool_gone(struct heappool *pool, pid_t pid, uint64_t image);
/* The number of unread slots: in all chunks, and in those of this round. */
uint64_t heappool_unread(const struct heappool *pool);
uint64_t heappool_unread_round(const struct heappool *pool);
/* Since the last time that it was asked. */
struct heappool_lost heappool_lost(struct heappool *pool);
/* What the allocator of that process (0: of all) says of itself: the answer is a
 * HEAP_SAY with that number, which is not 0, if ever one comes. */
void heappool_ask(struct heappool *pool, pid_t pid, uint32_t number);
/* Whether anybody ever wrote. */
bool heappool_used(const struct heappool *pool);
void heappool_free(struct heappool *pool);

#endif
