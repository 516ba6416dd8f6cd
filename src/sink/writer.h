/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes a log: at once, or behind, in a thread of its own, so that nobody
 * else waits for its disk or its reader.
 *
 *	w = writer_new(fd);
 *	writer_behind(w);
 *	while (writer_put(w, &buf))	buf is empty then, and may be filled
 *		...
 *	if (writer_pending(w))		something is left to be written
 *		poll(writer_fd(w))	readable when that may have changed
 *	writer_free(w);			what is still queued is not written
 *
 * The queue is bounded: writer_put() refuses what does not fit, and its caller
 * drops it.  The first failed write ends the writing.  The thread comes with
 * the first writer_put(), in the process that calls it; where there can be
 * none, writer_put() writes.  It takes no signals but those of a crash and no
 * locks but the queue's, and runs on the processors of writer_behind()'s
 * caller: the tracer's own change.
 */
#ifndef SINK_WRITER_H
#define SINK_WRITER_H

#include <stdbool.h>

#include "base/str.h"

struct writer;
/* Makes of a text what is written, maybe nothing; 0, or a positive errno: as if
 * writing had failed. */
typedef int writer_fn(void *arg, struct str *text);

/* The descriptor is borrowed. */
struct writer *writer_new(int fd);
/* Before the first writer_put(). */
void writer_behind(struct writer *w);
/* Before the first writer_put(): fn is called by whoever writes. */
void writer_prepare(struct writer *w, writer_fn *fn, void *arg);
/* Takes the text over, or leaves it when there is no room for it; must: there
 * is room. */
bool writer_put(struct writer *w, struct str *text, bool must);
/* The queue is empty enough again for what was refused. */
bool writer_has_room(struct writer *w);
/* How full the queue is, per mille. */
unsigned writer_fill(struct writer *w);
/* The positive errno of the first write that failed, 0. */
int writer_error(struct writer *w);
bool writer_pending(struct writer *w);
int writer_fd(const struct writer *w);
/* False when the thread hangs in a write that nothing ends: it keeps the
 * descriptor and w. */
bool writer_free(struct writer *w);

#endif
