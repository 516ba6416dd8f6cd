/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes the mappings that system calls made and removed, in the text format of
 * memory_tracker: one line per successful call, including the calls of libc.
 *
 *	mmap(syscall): 0x7f836db50000 0x1000 /lib/libc.so.6 (null) 0x7f836dc519b3
 *	munmap(syscall): 0x7f836db50000 0x1000 (null) (null) 0x7f836dd80167
 *
 * After address and size, a line has the library that contains the calling
 * code.  For the loader, the program itself and code in no file, it has
 * "(null)".  The library is known only in a 64-bit process, and only if mmtop
 * saw its exec; otherwise the line ends after the size.
 *
 * An mremap is written as an munmap and an mmap.  When the preload library maps
 * the ring of --heap over memory of its own, only an munmap is written.
 * Addresses and sizes are in hex; sizes are whole pages.  The lines of the
 * process that is launched (or attached to first) are in FILE.  Other processes
 * have other addresses: their lines are in FILE.PID.  An exec empties the file
 * of its process.
 *
 *	maptrace_new(&m, "mmap_trace.txt")
 *	maptrace_event(m, ev)		an event_fn; END completes the files
 *	maptrace_free(m)
 *
 * Lines are written when the buffer is full, at each STATUS event, and when
 * their process ends.  The first failed write is reported; after it nothing is
 * written.
 */
#ifndef SINK_MAPTRACE_H
#define SINK_MAPTRACE_H

#include <stdbool.h>

#include "base/err.h"
#include "event/event.h"

struct maptrace;

typedef void maptrace_failed_fn(void *arg, const char *name, int err);

/* path is copied.  Returns 0, or -errno if the file cannot be written; -EINVAL
 * if it is not a regular file. */
MUST_CHECK int maptrace_new(struct maptrace **out, const char *path);
/* Sets a function that is called when a write fails; its err is a positive
 * errno. */
void maptrace_on_failure(struct maptrace *m, maptrace_failed_fn *failed,
			 void *arg);
bool maptrace_failed(const struct maptrace *m);
/* Writes all buffered lines. */
void maptrace_flush(struct maptrace *m);
void maptrace_event(void *maptrace, const struct event *ev);
void maptrace_free(struct maptrace *m);

#endif
