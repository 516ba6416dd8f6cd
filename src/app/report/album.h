/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Captures as the screen can show them: one or several of them told as events,
 * as if a session had just ended.
 *
 *	a = album_new(captured, pids, n)	n 0: all processes
 *	album_tell(a, fn, arg)			START, PROCESS, REGION, FRAME ...
 *	album_find(a, object, number, &found)	where the bytes of a frame are
 *	album_free(a)
 *
 * Each process has each region that was captured of it, as its last frame has
 * it.  Of what lay at one place one after the other, of a process that became
 * another program, and of one process in several captures there can be only one
 * in a process: the others are shown as processes of their own, whose numbers
 * are those of the process and ALBUM_STEP, twice that, and so on.
 *
 * A region of a process is an object of its own on the screen, with a number of
 * its own, also where it shares memory with others.
 */
#ifndef APP_REPORT_ALBUM_H
#define APP_REPORT_ALBUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "event/event.h"
#include "source/captured/captured.h"

/* More than any process can have. */
#define ALBUM_STEP 10000000
/* So many frames of a region, the last ones. */
#define ALBUM_FRAMES 65536
/* So many of one process there can be. */
#define ALBUM_TWINS 100

struct album;

struct album_sums {
	size_t captures, processes, regions;
	uint64_t frames;
	size_t twins;		/* processes beyond the first of a number */
	size_t left_out;	/* regions of more than ALBUM_TWINS */
	uint64_t frames_left_out;
	uint64_t last_ns;	/* the newest time in it */
};

struct album_found {
	const struct captured_object *object;
	const struct captured_frame *frame;
};

/* The captures stay the caller's, and as they are. */
struct album *album_new(struct captured *c, const pid_t *pids, size_t n);
void album_free(struct album *a);
void album_tell(const struct album *a, event_fn *fn, void *arg);
struct album_sums album_sums(const struct album *a);
struct captured *album_captured(const struct album *a);
bool album_find(const struct album *a, uint64_t object, uint64_t number,
		struct album_found *out);

#endif
