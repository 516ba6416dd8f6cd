/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The reader's side of the shared memory to which libmmtop-heap.so writes its
 * records.  The memory is created before mmtop launches the program, which
 * inherits its descriptor.
 *
 *	heappool_new(&config, &pool, &err)
 *	   child:  heappool_enter(pool, ...)	before it executes the program
 *	   parent: heappool_drain(pool, ...)	at intervals
 *	   parent: heappool_gone(pool, pid, ..)	a process has ended
 *	heappool_free(pool)
 *
 * The program cannot harm the reader by writing invalid data there: the reader
 * checks positions and lengths, and counts invalid records.  The file is sealed
 * against shrinking, which would kill the reader with SIGBUS.
 *
 * Records lie in chunks of 16 KiB, each of one thread.  The reader works in
 * rounds: a round reads all chunks that have data when the round starts.
 */
#ifndef SOURCE_HEAP_POOL_H
#define SOURCE_HEAP_POOL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"
#include "parse/heap/ring.h"
#include "source/heap/clock.h"

/* The value of event.source for events that come from the pool. */
#define HEAP_LETTER 'h'

struct heappool;

struct heappool_config {
	uint32_t chunks;	/* number of chunks of 16 KiB, 0: 64 MiB in
				 * total; only chunks with unread records use
				 * memory */
	uint32_t frames;	/* number of callers stored in addition to the
				 * return address */
	bool follow;		/* also watch children, and the programs that
				 * processes execute */
	bool exact;		/* each record has its own time */
};

/* A receiver of records.  `owner` and `record` are valid only during the call.
 * A record with `passed` set is an allocation and its free.  The free may also
 * come separately, as a HEAP_FREE_BLOCK. */
typedef void heappool_fn(void *arg, const struct heap_owner *owner,
			 const struct heapring_record *record);

/* Numbers of lost records. */
struct heappool_lost {
	uint64_t dropped;	/* the memory had no room for them */
	uint64_t invalid;	/* their slots have no valid record */
};

MUST_CHECK int heappool_new(const struct heappool_config *config,
			    struct heappool **out, struct err *err);
/* Called in mmtop's child between fork and exec.  If the program can load
 * `library`, leaves the descriptor open for it and puts the library first in
 * LD_PRELOAD.  Not async-signal-safe. */
MUST_CHECK int heappool_enter(struct heappool *pool, const char *library,
			      const char *program);
/*
 * Reads about `budget` records at most.  Returns true if there are more, false
 * if all records that existed at the call have been read.  The records of one
 * thread come in order; those of different threads do not.
 */
bool heappool_drain(struct heappool *pool, uint32_t budget, heappool_fn *tell,
		    void *arg);
/* All records from before this time (ticks) have been read, including those
 * that they depend on.  Records from after it may be missing. */
uint64_t heappool_until(const struct heappool *pool);
/* The clock that converts the times of records.  It is updated at the start of
 * each heappool_drain(). */
const struct heapclock *heappool_clock(const struct heappool *pool);
/* Makes sure that records written from now on have a later time than those
 * before. */
void heappool_tick(struct heappool *pool);
/* Number of threads, of all processes, that have written records. */
uint32_t heappool_writers(const struct heappool *pool);
/* Records read in the current round, or in the last one if no round is
 * active. */
uint32_t heappool_n_read(const struct heappool *pool);
/* Called when a process has exited or executes another program.  Its chunks are
 * freed once they are read, within one complete round.  pid and image are as in
 * struct heap_owner; an image of 0 matches any. */
void heappool_gone(struct heappool *pool, pid_t pid, uint64_t image);
/* The number of unread slots in all chunks, and in the chunks of the current
 * round. */
uint64_t heappool_unread(const struct heappool *pool);
uint64_t heappool_unread_round(const struct heappool *pool);
/* The number of records lost since the last call. */
struct heappool_lost heappool_lost(struct heappool *pool);
/* Requests statistics from the allocator of process pid (0: of all processes).
 * The answer, if any, is a HEAP_SAY record with the given number, which must
 * not be 0. */
void heappool_request(struct heappool *pool, pid_t pid, uint32_t number);
/* True if any thread has ever written a record. */
bool heappool_used(const struct heappool *pool);
void heappool_free(struct heappool *pool);

#endif
