/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stacks with bytes of the heap, folded as flamegraph.pl, inferno and speedscope
 * read them: a line for each stack, whoever called first at the left, and the
 * bytes behind a blank.
 *
 *	prog;main;load;std::string::_M_create 4096
 *	prog;[libfoo.so];callback 64
 *	prog;libc.so.6;fopen 472		where nobody asked who called
 *
 *	folded_put(&line, process, frames, n)	a stack, without its bytes
 *	folded_add(f, line.data, bytes)		equal ones are one line
 *	folded_text(f, &text)			all lines, in order
 *
 * Names are a program's own: they are made safe, and what would end a frame or a
 * line is replaced, so that each line has one meaning.  Of more stacks than can
 * be kept the bytes are in one line, so that the sum stays what it is.
 *
 * As a log of a whole session it writes a file at its end:
 *
 *	folded_open(&f, "left.folded", FOLDED_LEFT)
 *	folded_event(f, ev)			an event_fn
 *	folded_finish(f)			written, once
 *	folded_free(f)
 */
#ifndef SINK_FOLDED_H
#define SINK_FOLDED_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"
#include "event/event.h"

/* Of a process that has ended: what it left, all those of a name together; or
 * what it had when it had most, each by itself, as that is at no common time. */
enum folded_what { FOLDED_LEFT, FOLDED_PEAK };

struct folded_frame {
	uint64_t addr;
	struct bytes library, symbol;	/* empty where not known */
};

struct folded;

/* frames: innermost first.  One alone is told with its library. */
void folded_put(struct str *out, struct bytes process,
		const struct folded_frame *frames, size_t n);

struct folded *folded_new(void);
void folded_add(struct folded *f, const char *stack, uint64_t bytes);
void folded_text(const struct folded *f, struct str *out);
void folded_free(struct folded *f);

typedef void folded_failed_fn(void *arg, const char *name, int err);

/* The file is there, and empty, at once.  path is copied.  0, or -errno:
 * -EINVAL where it is no regular file. */
MUST_CHECK int folded_open(struct folded **out, const char *path,
			   enum folded_what what);
/* Who is told when it cannot be written at the end: a positive errno. */
void folded_tell(struct folded *f, folded_failed_fn *failed, void *arg);
void folded_event(void *folded, const struct event *ev);
void folded_finish(struct folded *f);

#endif
