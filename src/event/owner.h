/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whose a region is, in the words of the logs.
 *
 *	main heap
 *	arena 2 of thread 4122
 *	stack of thread 4122
 *	large malloc for libfoo.so: func()
 *	TLS of thread 4121
 *	loader: libc.so.6
 *	libfoo.so: func()
 *
 * What is not known is left out; nothing is appended for WHOSE_UNKNOWN.  The
 * code's name comes from the program's files: it is made safe here.
 */
#ifndef EVENT_OWNER_H
#define EVENT_OWNER_H

#include "base/str.h"
#include "event/event.h"

struct owner {
	enum region_whose whose;
	bool guessed;			/* by where it lies, or what it holds */
	pid_t tid;			/* 0: not known, or of no thread */
	uint32_t arena;			/* 1, 2, 3...; 0: not known */
	uint32_t others;		/* so many more have a part of it */
	struct bytes code;		/* borrowed */
};

struct owner owner_of(const struct ev_region *r);
void owner_put(struct ev_region *r, const struct owner *o);
bool owner_same(const struct owner *a, const struct owner *b);
void owner_text(struct str *out, const struct owner *o);

#endif
