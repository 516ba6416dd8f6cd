/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 *	album.c		who sits where: regions, processes
 *	album_tell.c	what is told of them
 */
#ifndef APP_REPORT_ALBUM_PRIVATE_H
#define APP_REPORT_ALBUM_PRIVATE_H

#include "app/report/album.h"
#include "base/vec.h"

#define NONE SIZE_MAX

/* Of a function for qsort(). */
#define COMPARE(x, y) \
	if ((x) != (y)) \
		return (x) < (y) ? -1 : 1

/* A region of a process. */
struct seat {
	size_t object;			/* of captured */
	size_t file;
	pid_t pid;
	uint64_t start, end, time_ns;	/* when it was seen last */
	const struct captured_process *program;	/* NULL: not known */
	const struct ev_region *region;	/* NULL: nothing was told of it */
	size_t row;			/* NONE: it is left out */
};

/* What is shown as a process. */
struct row {
	size_t file;
	pid_t pid, shown;
	const struct captured_process *program;
	VEC(size_t) seats;		/* by address */
};

struct album {
	struct captured *c;
	const pid_t *pids;
	size_t n_pids;
	VEC(struct seat) seats;		/* their numbers are the objects' */
	VEC(struct row) rows;
	VEC(const struct captured_view *) places, identities;
	struct album_sums sums;
};

#endif
