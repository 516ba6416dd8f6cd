/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The contract between the source of captures and the store that keeps them
 * (app/engine/capturing.c).  The store also chooses the parts of each region.
 * It outlives the engine, which borrows it.
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

/* A region that the store may choose; texts are hostile. */
struct capture_region {
	pid_t pid, ppid;
	const char *exe, *cwd;		/* "" where not known */
	const char *argv;		/* with spaces between */
	uint64_t start, end, offset, dev, inode;
	uint64_t perm;			/* enum perm_bit */
	uint64_t flags;			/* as mmap(2) took them; EV_UNKNOWN */
	uint64_t length;		/* argument of the mmap(2) that made exactly
					 * this region; EV_UNKNOWN */
	enum region_kind kind;
	int64_t owner;
	struct owner holder;
	const char *name;		/* "" for none */
};

struct capture_choice {
	uint64_t offset, size;		/* size 0: nothing */
	uint64_t period_ns;		/* between two looks while it runs; 0:
					 * as the screen is refreshed */
	uint64_t limit;			/* bytes of it in all; 0: none */
	bool undecided;			/* size is 0; choose() is called again
					 * when the map is read next */
};

struct capture_host {
	void *arg;
	bool all;		/* from the beginning on, not when asked */
	bool at_calls;		/* at each call of event/wire/handover.h, however
				 * many there are */
	uint64_t stop_ns;	/* a task is held no longer for a look; what is
				 * not done by then is done while it runs.
				 * 0: CAPTURE_STOP_NS */
	/* Asked once for each region, and when it has changed.  NULL: all of
	 * each. */
	void (*choose)(void *arg, const struct capture_region *r,
		       struct capture_choice *out);
	/* The store keeps frames from now on; 0, or -errno after it has
	 * reported the error. */
	int (*begin)(void *arg, struct source_host *host);
	/* Takes PROCESS, REGION, and FRAME with its data: sums are the struct
	 * page_sum of each page of that, in order, or none. */
	void (*store)(void *arg, const struct event *ev, struct bytes sums);
	/* Where n bytes had best be read to: the next FRAME that is stored may
	 * have them as its data, and is all that is stored before they are not
	 * there any more.  NULL: nowhere.  May be NULL itself. */
	void *(*place)(void *arg, size_t n);
	/* Whether there is room for more now. */
	bool (*room)(void *arg);
	/* Nothing more comes: returns when all is written, or *cut; 0 or
	 * -errno.  The words say what ended it only now.  The engine's owner
	 * calls it. */
	int (*end)(void *arg, struct loop *loop, const bool *cut,
		   struct str *words);
};

#endif
