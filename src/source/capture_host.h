/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The contract between the source of captures and the store of captures
 * (app/engine/capturing.c).  The store also chooses which parts of each region
 * are captured.  The store outlives the engine, which borrows it.
 */
#ifndef SOURCE_CAPTURE_HOST_H
#define SOURCE_CAPTURE_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "event/event.h"
#include "event/owner.h"

struct loop;
struct source_host;
struct str;

#define CAPTURE_STOP_NS (12 * 1000000ull)

/* A region, as shown to the store; its strings come from the target and are
 * untrusted. */
struct capture_region {
	pid_t pid, ppid;
	const char *exe, *cwd;		/* "" if unknown */
	const char *argv;		/* joined by spaces */
	uint64_t start, end, offset, dev, inode;
	uint64_t perm;			/* enum perm_bit */
	uint64_t flags;			/* mmap(2) flags; or EV_UNKNOWN */
	uint64_t length;		/* length passed to the mmap(2) that
					 * made exactly this region; or
					 * EV_UNKNOWN */
	enum region_kind kind;
	int64_t owner;
	struct owner holder;
	const char *name;		/* "" if the region has no name */
};

struct capture_choice {
	uint64_t offset, size;		/* part to capture; size 0: no part */
	uint64_t period_ns;		/* time between two captures while the
					 * program runs; 0: the refresh period
					 * of the screen */
	uint64_t limit;			/* most bytes to store; 0: no limit */
	bool undecided;			/* size is 0 for now: call choose()
					 * again when the map is read next */
};

struct capture_host {
	void *arg;
	bool all;		/* capture from the start, not only on
				 * request */
	bool at_calls;		/* capture at each call that
				 * event/wire/handover.h lists, without a rate
				 * limit */
	uint64_t stop_ns;	/* longest duration of a capture while a task is
				 * stopped; the rest is captured while the
				 * task runs.  0: CAPTURE_STOP_NS */
	/* Chooses the part of a region to capture.  Called for each new or
	 * changed region.  NULL: everything is captured. */
	void (*choose)(void *arg, const struct capture_region *r,
		       struct capture_choice *out);
	/* Starts to store frames (captured contents).  Returns 0, or -errno
	 * after it has reported the error. */
	int (*begin)(void *arg, struct source_host *host);
	/* Stores a PROCESS, REGION or FRAME event; a FRAME with its data.
	 * `sums` has the struct page_sum of each page of the data, in order, or
	 * is empty. */
	void (*store)(void *arg, const struct event *ev, struct bytes sums);
	/* Returns a buffer for the n bytes of data of the next FRAME, or NULL.
	 * That FRAME must be the next event stored: any other event invalidates
	 * the buffer.  The pointer `place` may be NULL. */
	void *(*place)(void *arg, size_t n);
	/* True if the store has room for more data now. */
	bool (*room)(void *arg);
	/* Called after the last event by the owner of the engine.  Returns 0 or
	 * -errno when all data is written or *cut is set.  If storing stopped
	 * for an unreported reason, appends the reason to words. */
	int (*end)(void *arg, struct loop *loop, const bool *cut,
		   struct str *words);
};

#endif
