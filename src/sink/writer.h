/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes a log, either at once or in a thread, so that no other thread waits
 * for the log's disk or reader.
 *
 *	w = writer_new(fd);
 *	writer_behind(w);
 *	while (writer_put(w, &buf))	empties buf, which may be filled again
 *		...
 *	if (writer_pending(w))		some text is still unwritten
 *		poll(writer_fd(w))	readable when that may have changed
 *	writer_free(w);			drops text that is still queued
 *
 * The queue is bounded: writer_put() refuses a text that does not fit, and the
 * caller drops the text.  After the first failed write, nothing more is
 * written.  The first writer_put() starts the thread, in the process that calls
 * it.  If no thread can be created, writer_put() itself writes.  The thread
 * blocks all signals except those of a crash and SIGURG, and takes no lock
 * except that of the queue.  It keeps the CPU affinity that the caller of
 * writer_behind() has, as the tracer later changes its own.
 */
#ifndef SINK_WRITER_H
#define SINK_WRITER_H

#include <stdbool.h>

#include "base/str.h"

struct writer;
/* Converts a text before it is written; the result may be empty.  Returns 0 or
 * a positive errno, which counts as a failed write. */
typedef int writer_fn(void *arg, struct str *text);

/* fd is borrowed: writer_free() does not close it. */
struct writer *writer_new(int fd);
/* Makes a thread do the writing.  Call it before the first writer_put(). */
void writer_behind(struct writer *w);
/* Sets fn, which is called in the thread that writes.  Call it before the first
 * writer_put(). */
void writer_prepare(struct writer *w, writer_fn *fn, void *arg);
/* Takes over the text and returns true.  If the queue is full, leaves the text
 * and returns false, unless `must` is true. */
bool writer_put(struct writer *w, struct str *text, bool must);
/* True if the queue has room again after writer_put() has returned false. */
bool writer_has_room(struct writer *w);
/* Returns how full the queue is, per mille. */
unsigned writer_fill(struct writer *w);
/* Returns the positive errno of the first failed write, or 0. */
int writer_error(struct writer *w);
bool writer_pending(struct writer *w);
int writer_fd(const struct writer *w);
/* Returns false if the thread hangs in a write that cannot be interrupted: then
 * the thread still owns the descriptor and w. */
bool writer_free(struct writer *w);

#endif
