/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The state of an album, private to these files:
 *
 *	album.c		assigns regions to processes
 *	album_tell.c	emits them as events
 */
#ifndef APP_REPORT_ALBUM_PRIVATE_H
#define APP_REPORT_ALBUM_PRIVATE_H

#include "app/report/album.h"
#include "base/vec.h"

#define NONE SIZE_MAX

/* Compares two values in a qsort() function; returns from it unless they are
 * equal. */
#define COMPARE(x, y) \
	if ((x) != (y)) \
		return (x) < (y) ? -1 : 1

/* A region of a process. */
struct seat {
	size_t object;			/* index in captured->objects */
	size_t file;
	pid_t pid;
	uint64_t start, end, time_ns;	/* time_ns: when the region was last
					 * seen */
	const struct captured_process *program;	/* NULL: the program is
						 * unknown */
	const struct ev_region *region;	/* NULL: no event describes the
					 * region */
	size_t row;			/* index in `rows`; NONE: the region is
					 * not shown */
};

/* A process on the screen. */
struct row {
	size_t file;
	pid_t pid, shown;
	const struct captured_process *program;
	VEC(size_t) seats;		/* indexes in album->seats, sorted by
					 * address */
};

struct album {
	struct captured *c;
	const pid_t *pids;
	size_t n_pids;
	VEC(struct seat) seats;		/* the index + 1 is the number of the
					 * object on the screen */
	VEC(struct row) rows;
	VEC(const struct captured_view *) places, identities;
	struct album_sums sums;
};

#endif
