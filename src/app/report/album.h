/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Turns captures into events, as if a session had just ended, for the screen.
 *
 *	a = album_new(captured, pids, n)	n 0: all processes
 *	album_tell(a, fn, arg)			emits START, PROCESS, REGION,
 *						FRAME ...
 *	album_find(a, object, number, &found)	finds the bytes of a frame
 *	album_free(a)
 *
 * Each process has all its captured regions, in the state of their last frames.
 * Three things do not fit into one process: regions that used the same
 * addresses one after the other, several programs of a process, and a process
 * in several captures.  For these the album makes extra processes.  Their
 * numbers are the pid plus ALBUM_STEP, plus twice ALBUM_STEP, and so on.
 *
 * On the screen, each region of a process is an object of its own, even if it
 * shares memory with other processes.
 */
#ifndef APP_REPORT_ALBUM_H
#define APP_REPORT_ALBUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "event/event.h"
#include "source/captured/captured.h"

/* The distance between the numbers of a process and its extra processes; larger
 * than any pid. */
#define ALBUM_STEP 10000000
/* The maximum number of frames that are shown of one region: its last
 * frames. */
#define ALBUM_FRAMES 65536
/* The maximum number of extra processes for one pid. */
#define ALBUM_TWINS 100

struct album;

struct album_sums {
	size_t captures, processes, regions;
	uint64_t frames;
	size_t twins;		/* extra processes that were made */
	size_t left_out;	/* regions not shown, because of ALBUM_TWINS */
	uint64_t frames_left_out;
	uint64_t last_ns;	/* the time of the newest event */
};

struct album_found {
	const struct captured_object *object;
	const struct captured_frame *frame;
};

/* The caller owns the captures `c`; the album does not change them. */
struct album *album_new(struct captured *c, const pid_t *pids, size_t n);
void album_free(struct album *a);
void album_tell(const struct album *a, event_fn *fn, void *arg);
struct album_sums album_sums(const struct album *a);
struct captured *album_captured(const struct album *a);
bool album_find(const struct album *a, uint64_t object, uint64_t number,
		struct album_found *out);

#endif
