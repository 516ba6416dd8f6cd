/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What one process has got of its allocator and not given back, by address, and
 * what is known of each site that allocates.  What is told here was told by the
 * process: it is hostile, so all of it is bounded, and what does not fit is
 * counted.
 *
 *	l = live_new();
 *	site = live_site(l, caller, frames, n);
 *	live_alloc(l, &block, site, false);
 *	wrong = live_release(l, &given, &block);
 *	live_count_ages(l, now, second);
 *	live_fork(parent)	a child begins with what its parent has
 *	live_delete(l);
 *
 * Changes come in the order of their times, but for two: where realloc moves a
 * block another thread may get the old address before it is told that it was
 * given back; and a time may be early by some ns (preload/heap_chunks.h), so that
 * an address is got by one thread before another has given it back.  So getting
 * an address ends what was there, giving back what was got later than that does
 * nothing, and nor does who else gives it back at the same time, once.
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
	uint64_t time;		/* when it was got, by whatever clock */
	uint32_t site;
	uint16_t thread;	/* which got it: of its number, the end */
	bool inherited;		/* its process' parent got it */
	bool owed;		/* that what was there was given back is still
				 * to be told */
};

/* Sizes in bytes, as they were asked for. */
struct live_site {
	uint32_t id;
	uint32_t changed;	/* since it was told */
	uint64_t caller;	/* heap_modules_key(), as are these: */
	uint64_t *frames;	/* who called that, owned */
	uint32_t n_frames;
	uint32_t next;		/* of the same hash */
	uint64_t size, blocks, allocs, frees, reallocs, bytes, peak;
	uint64_t inherited, inherited_blocks;	/* of size, blocks */
	uint64_t at_peak, peak_seen;	/* of which of the process' peaks */
	uint64_t told_at_peak;		/* to who looks */
	uint64_t ages[HEAP_AGES];	/* of the last live_count_ages() */
	uint64_t resident;		/* EV_UNKNOWN: nobody looked */
	uint32_t classes[HEAP_CLASSES];
};

struct live;

struct live *live_new(void);
struct live *live_fork(const struct live *parent);
void live_delete(struct live *l);

/* The number of a site, from 1 on; 0: of all those that there is no room for. */
uint32_t live_site(struct live *l, uint64_t caller, const uint64_t *frames,
		   unsigned n);
struct live_site *live_get(struct live *l, uint32_t site);
uint32_t live_sites(const struct live *l);	/* numbers below that */

void live_alloc(struct live *l, const struct live_block *block, bool realloc);
/* Of `given` the address, the time and the thread.  out: the block, size
 * EV_UNKNOWN where there is none. */
enum heap_wrong live_release(struct live *l, const struct live_block *given,
			     struct live_block *out);
/* What was found wrong with one is counted.  HEAP_RIGHT: the allocator took it, so
 * what it got was not seen. */
void live_judged(struct live *l, enum heap_wrong wrong);
/* Both, one after the other.  False: nothing was done, they are to be told each. */
bool live_pass(struct live *l, const struct live_block *block, bool realloc);
/* By so much, in time, what happens at the same time may be out of order. */
void live_slack(struct live *l, uint64_t time);
/* Nothing is wrong with what cannot be known: records were lost. */
void live_lost(struct live *l, uint64_t n);

/* All of the process: ages, classes and resident are sums of its sites. */
void live_total(struct live *l, struct live_site *out);
struct live_faults {
	uint64_t doubles, foreign, missed;
	uint64_t peak_time;
};
struct live_faults live_faults(const struct live *l);
void live_count_ages(struct live *l, uint64_t now, uint64_t second);
/* What the site had when its process had its peak. */
uint64_t live_at_peak(const struct live *l, const struct live_site *s);
/* All blocks, in no order. */
void live_each(struct live *l, void (*fn)(void *arg, const struct live_block *b),
	       void *arg);
unsigned live_class(uint64_t size);

#endif
