/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stacks with heap bytes in the folded format of flamegraph.pl, inferno and
 * speedscope: one line per stack with the outermost caller first, then a blank
 * and the number of bytes.
 *
 *	prog;main;load;std::string::_M_create 4096
 *	prog;[libfoo.so];callback 64
 *	prog;libc.so.6;fopen 472		without callers
 *
 *	folded_put(&line, process, frames, n)	a stack, without its bytes
 *	folded_add(f, line.data, bytes)		equal stacks are summed
 *	folded_text(f, &text)			all lines, sorted
 *
 * Names come from the program: they are made safe, and characters that would
 * end a frame or a line are replaced.  When the table of stacks is full, the
 * bytes of further stacks are added up in one line.
 *
 * The module is also a sink for a whole session, which writes a file at the
 * end:
 *
 *	folded_open(&f, "left.folded", FOLDED_LEFT)
 *	folded_event(f, ev)			an event_fn
 *	folded_finish(f)			writes the file, once
 *	folded_free(f)
 */
#ifndef SINK_FOLDED_H
#define SINK_FOLDED_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"
#include "event/event.h"

/* The bytes of an exited process that are written.  FOLDED_LEFT: those unfreed
 * at exit, summed for all processes of one name.  FOLDED_PEAK: those at the
 * process's peak; processes are not summed, as each has its peak at another
 * time. */
enum folded_what { FOLDED_LEFT, FOLDED_PEAK };

struct folded_frame {
	uint64_t addr;
	struct bytes library, symbol;	/* empty if unknown */
};

struct folded;

/* Appends a stack; frames[0] is the innermost frame.  A single frame is written
 * with its library. */
void folded_put(struct str *out, struct bytes process,
		const struct folded_frame *frames, size_t n);

struct folded *folded_new(void);
void folded_add(struct folded *f, const char *stack, uint64_t bytes);
void folded_text(const struct folded *f, struct str *out);
void folded_free(struct folded *f);

typedef void folded_failed_fn(void *arg, const char *name, int err);

/* Creates an empty file at once.  path is copied.  Returns 0 or -errno; -EINVAL
 * if the file exists and is not regular. */
MUST_CHECK int folded_open(struct folded **out, const char *path,
			   enum folded_what what);
/* Sets a function that is called if the file cannot be written at the end; its
 * err is a positive errno. */
void folded_on_failure(struct folded *f, folded_failed_fn *failed, void *arg);
void folded_event(void *folded, const struct event *ev);
void folded_finish(struct folded *f);

#endif
