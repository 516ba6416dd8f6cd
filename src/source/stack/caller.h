/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Who asked for a mapping, out of the frames of the call that made it.  Pure.
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

/* Zero before the first frame. */
struct caller_way {
	bool libc, loader;
};

/* Whether the next frame, outwards, is only on the way to who asked: libc's or
 * the loader's. */
bool caller_is_between(struct caller_way *way, const struct stack_entry *e);

/* code gets what owner.code is. */
struct owner caller_of(const struct ev_stack *frames, struct str *code);

#endif
