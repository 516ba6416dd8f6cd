/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The owner of a region, as text in logs.
 *
 *	main heap
 *	arena 2 of thread 4122
 *	stack of thread 4122
 *	large malloc for libfoo.so: func()
 *	TLS of thread 4121
 *	loader: libc.so.6
 *	libfoo.so: func()
 *
 * Unknown parts are omitted; nothing is appended for WHOSE_UNKNOWN.  The name
 * of the code comes from the program's files; owner_text() makes it safe.
 */
#ifndef EVENT_OWNER_H
#define EVENT_OWNER_H

#include "base/str.h"
#include "event/event.h"

struct owner {
	enum region_whose whose;
	bool guessed;			/* inferred from the place or the
					 * contents of the region */
	pid_t tid;			/* 0: not known, or the owner is not a
					 * thread */
	uint32_t arena;			/* 1, 2, 3...; 0: not known */
	uint32_t others;		/* number of further owners, with
					 * smaller parts of the region */
	struct bytes code;		/* borrowed */
};

struct owner owner_of(const struct ev_region *r);
void owner_put(struct ev_region *r, const struct owner *o);
bool owner_same(const struct owner *a, const struct owner *b);
void owner_text(struct str *out, const struct owner *o);

#endif
