/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The mappings that system calls made and removed, as memory_tracker's text: a line
 * for each call that succeeded, including those of libc.
 *
 *	mmap(syscall): 0x7f836db50000 0x1000 /lib/libc.so.6 (null) 0x7f836dc519b3
 *	munmap(syscall): 0x7f836db50000 0x1000 (null) (null) 0x7f836dd80167
 *
 * The library is the one whose code makes the call, in a 64-bit process whose exec
 * mmtop saw.  (null): the loader, the program itself, or code of no file.
 *
 * mremap is an munmap and an mmap.  Where the ring of --heap is mapped, the mapping
 * before it is removed.  Addresses and bytes, in hex; the bytes are whole
 * pages.  Who is launched (or attached to first) has FILE, each other process
 * FILE.PID, as its addresses are others; exec begins it anew.
 *
 *	maptrace_new(&m, "mmap_trace.txt")
 *	maptrace_event(m, ev)		an event_fn; whole with END
 *	maptrace_free(m)
 *
 * Lines are written when there are many, with a STATUS, and when their process
 * is over.  The first write that fails is told, and nothing written any more.
 */
#ifndef SINK_MAPTRACE_H
#define SINK_MAPTRACE_H

#include <stdbool.h>

#include "base/err.h"
#include "event/event.h"

struct maptrace;

typedef void maptrace_failed_fn(void *arg, const char *name, int err);

/* path is copied.  0, or -errno where it cannot be written: -EINVAL where it is
 * no regular file. */
MUST_CHECK int maptrace_new(struct maptrace **out, const char *path);
/* Who is told of a failure: a positive errno. */
void maptrace_tell(struct maptrace *m, maptrace_failed_fn *failed, void *arg);
/* Some of it could not be written. */
bool maptrace_failed(const struct maptrace *m);
/* What was not written yet. */
void maptrace_flush(struct maptrace *m);
void maptrace_event(void *maptrace, const struct event *ev);
void maptrace_free(struct maptrace *m);

#endif
