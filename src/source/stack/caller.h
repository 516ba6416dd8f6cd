/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the code that requested a mapping, in the frames of the call that
 * mapped it.  Pure.  Examples of frames, innermost first, and the result:
 *
 *	mmap64 libc, sysmalloc libc, malloc libc, main prog
 *					large malloc for prog: main()
 *	mmap64 libc, pthread_create libc, ...
 *					thread stack
 *	mmap64 libc, _PyMem_ArenaAlloc libpython, ...
 *					libpython3.11.so: _PyMem_ArenaAlloc()
 *	mmap64 libc, getdelim libc, main prog
 *					libc.so.6: getdelim()
 *	mmap ld-linux, ...		loader
 *
 * Names of files and symbols are hostile.
 */
#ifndef SOURCE_STACK_CALLER_H
#define SOURCE_STACK_CALLER_H

#include <stdbool.h>

#include "event/stack.h"

struct owner;

/* State of caller_is_between() while it walks outwards; all zero before the
 * first frame. */
struct caller_way {
	bool libc, loader;
};

/* Called for one frame after the other, outwards.  True if the frame e belongs
 * to libc or the loader, so that the code that requested the mapping is further
 * out. */
bool caller_is_between(struct caller_way *way, const struct stack_entry *e);

/* Returns the owner of the mapping; its owner.code points to *code. */
struct owner caller_of(const struct ev_stack *frames, struct str *code);

#endif
