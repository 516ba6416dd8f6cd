/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The text that memory_tracker and libmmtop-heap.so write, one line for each
 * call:
 *
 *	malloc: 0x55d0c2a0 0x28 /usr/bin/cat main 0x401136
 *	free: 0x55d0c2a0 /usr/bin/cat main 0x40115c
 *	mmap(syscall): 0x7f836db50000 0x1000
 *
 * A list of active memory has the same lines.  A name may have a suffix in
 * parentheses: malloc(realloc).  Library, symbol and caller may be missing.
 *
 * Ownership: the words point into the line that was parsed.
 */
#ifndef PARSE_HEAP_TRACE_H
#define PARSE_HEAP_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "event/event.h"
#include "parse/scan.h"

enum heaptrace_kind {
	HEAPTRACE_BLOCK,	/* malloc and similar calls */
	HEAPTRACE_FREE,
	HEAPTRACE_MOVE,		/* free(realloc): the realloc may still fail */
	HEAPTRACE_STAY,		/* realloc(failed): the block was not freed */
	HEAPTRACE_MAP,
	HEAPTRACE_UNMAP
};

static inline bool heaptrace_has_size(enum heaptrace_kind kind)
{
	return kind == HEAPTRACE_BLOCK || kind == HEAPTRACE_MAP ||
	       kind == HEAPTRACE_UNMAP;
}

enum heaptrace_line {
	HEAPTRACE_CALL,
	HEAPTRACE_FAILED,	/* a call that failed */
	HEAPTRACE_BLANK,
	HEAPTRACE_OTHER		/* not a line of this format */
};

struct heaptrace_call {
	enum heaptrace_kind kind;
	struct bytes name;	/* name in a list of active memory: "malloc" for
				 * malloc(realloc), "mmap" for mmap64 */
	uint64_t addr, size;	/* size is 0 for FREE, MOVE and STAY; addr +
				 * size does not overflow */
	struct bytes library, symbol;	/* empty if missing in the line */
	uint64_t caller;	/* 0 if missing in the line */
};

enum heaptrace_line heaptrace_line(struct scan line, struct heaptrace_call *out);
/* Appends the call as a line of a list of active memory, without a newline. */
void heaptrace_text(struct str *out, const struct heaptrace_call *c);

#endif
