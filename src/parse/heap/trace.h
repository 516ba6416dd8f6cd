/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The text that memory_tracker and libmmtop-heap.so write, a line a call:
 *
 *	malloc: 0x55d0c2a0 0x28 /usr/bin/cat main 0x401136
 *	free: 0x55d0c2a0 /usr/bin/cat main 0x40115c
 *	mmap(syscall): 0x7f836db50000 0x1000
 *
 * and the same as a list of what is active.  NAME may have more in parentheses:
 * malloc(realloc).  Library, symbol and caller may be missing.
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
	HEAPTRACE_BLOCK,	/* malloc and its like */
	HEAPTRACE_FREE,
	HEAPTRACE_MOVE,		/* free(realloc): before it is known whether */
	HEAPTRACE_STAY,		/* realloc(failed): it was not freed after all */
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
	HEAPTRACE_FAILED,	/* a call that got nothing */
	HEAPTRACE_BLANK,
	HEAPTRACE_OTHER		/* no line of such a text */
};

struct heaptrace_call {
	enum heaptrace_kind kind;
	struct bytes name;	/* as an active list has it: "malloc" for
				 * malloc(realloc), "mmap" for mmap64 */
	uint64_t addr, size;	/* size 0: of FREE, MOVE,
				 * STAY; addr + size does not wrap */
	struct bytes library, symbol;	/* empty: not told */
	uint64_t caller;	/* 0: not told */
};

enum heaptrace_line heaptrace_line(struct scan line, struct heaptrace_call *out);
/* The line of an active list, without its newline. */
void heaptrace_text(struct str *out, const struct heaptrace_call *c);

#endif
