/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The blocks that one process has allocated and not freed, by address, and the
 * counts of each allocation site.  The data comes from the process, which may
 * be hostile.  So all tables have a maximum size; entries that do not fit are
 * only counted.
 *
 *	l = live_new();
 *	site = live_site(l, caller, frames, n);
 *	live_alloc(l, &block, site, false);
 *	wrong = live_release(l, &given, &block);
 *	live_count_ages(l, now, second);
 *	live_fork(parent)	a child starts with its parent's blocks
 *	live_delete(l);
 *
 * Changes arrive in order of time, with two exceptions.  When realloc moves a
 * block, another thread may allocate the old address before the free of the old
 * address is reported.  And a timestamp may be some ns early
 * (preload/heap_chunks.h), so one thread may seem to allocate an address before
 * another thread has freed it.  Therefore an allocation replaces the block at
 * its address.  A free is ignored if the block at its address was allocated
 * after the free.  A free is also ignored, once, if the block at its address
 * replaced another one, and was allocated by another thread at most
 * live_slack() before the free.
 */
#ifndef SOURCE_HEAP_LIVE_H
#define SOURCE_HEAP_LIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event/event.h"

#define LIVE_BLOCKS_MAX (1u << 22)
#define LIVE_SITES_MAX 65536u

struct live_block {
	uint64_t addr, size;
	uint64_t time;		/* time of the allocation, by a clock that the
				 * caller chooses */
	uint32_t site;
	uint16_t thread;	/* low 16 bits of the TID of the thread that
				 * allocated the block */
	bool inherited;		/* allocated by the parent process */
	bool owed;		/* The block replaced another one at its
				 * address, and the free of the replaced block
				 * is still to be reported. */
};

/* An allocation site.  Sizes are in bytes, as the program requested them. */
struct live_site {
	uint32_t id;
	uint32_t changed;	/* true if it changed since it was last
				 * reported */
	uint64_t caller;	/* the code address as a heap_modules_key(),
				 * like those in `frames` */
	uint64_t *frames;	/* keys of the callers of `caller`; owned */
	uint32_t n_frames;
	uint32_t next;		/* number of the next site in the same hash
				 * chain; 0: end */
	uint64_t size, blocks, allocs, frees, reallocs, bytes, peak;
	uint64_t inherited, inherited_blocks;	/* the parts of size and blocks
						 * that were allocated by the
						 * parent process */
	uint64_t at_peak, peak_seen;	/* `at_peak` is its size at the
					 * process's peak number `peak_seen` */
	uint64_t told_at_peak;		/* the value that was last reported to
					 * the screen */
	uint64_t ages[HEAP_AGES];	/* bytes by age, as of the last
					 * live_count_ages() */
	uint64_t resident;		/* bytes in memory; EV_UNKNOWN: not
					 * scanned */
	uint32_t classes[HEAP_CLASSES];
};

struct live;

struct live *live_new(void);
struct live *live_fork(const struct live *parent);
void live_delete(struct live *l);

/* Returns the number of a site, at least 1.  Returns 0 if the table is full:
 * site 0 counts for all further sites. */
uint32_t live_site(struct live *l, uint64_t caller, const uint64_t *frames,
		   unsigned n);
struct live_site *live_get(struct live *l, uint32_t site);
uint32_t live_sites(const struct live *l);	/* all site numbers are less
						 * than this */

void live_alloc(struct live *l, const struct live_block *block, bool realloc);
/* Frees the block at the address of `given`, which also has the time and thread
 * of the free.  Stores the block in *out; if there is no such block, its size
 * is EV_UNKNOWN. */
enum heap_wrong live_release(struct live *l, const struct live_block *given,
			     struct live_block *out);
/* Counts a wrong free.  If the allocator accepted the free (HEAP_RIGHT), the
 * library did not see the allocation: counts the block as foreign. */
void live_count_wrong(struct live *l, enum heap_wrong wrong);
/* Counts the allocation and the free of a block at once.  If it returns false,
 * it did nothing, and the caller must do the two steps. */
bool live_pass(struct live *l, const struct live_block *block, bool realloc);
/* Sets the longest time by which changes of different threads may be out of
 * order. */
void live_slack(struct live *l, uint64_t time);
/* Called when n records were lost.  From now on, frees of unknown blocks are
 * not reported as wrong. */
void live_lost(struct live *l, uint64_t n);

/* Stores the totals of the process in *out; ages, classes and resident are sums
 * over its sites. */
void live_total(struct live *l, struct live_site *out);
struct live_faults {
	uint64_t doubles, foreign, missed;
	uint64_t peak_time;
};
struct live_faults live_faults(const struct live *l);
void live_count_ages(struct live *l, uint64_t now, uint64_t second);
/* The size of site s when the size of the whole process was at its peak. */
uint64_t live_at_peak(const struct live *l, const struct live_site *s);
/* Calls fn for all blocks, in no particular order. */
void live_each(struct live *l, void (*fn)(void *arg, const struct live_block *b),
	       void *arg);
unsigned live_class(uint64_t size);

#endif
