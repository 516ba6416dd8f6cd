/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where `next` stops: `catch all`, `catch memory`, `catch mmap,munmap`, from
 * what is typed to requests, and as a sentence.
 *
 *	struct stops s = STOPS_INIT;
 *	stops_set(&s, "mmap,munmap", request, arg, ascii, &said)
 *	said = "next stops at mmap, munmap."
 */
#ifndef APP_COMMAND_STOPS_H
#define APP_COMMAND_STOPS_H

#include <stdbool.h>

#include "base/str.h"
#include "event/request.h"

struct stops {
	enum catch catch;
	struct str names;		/* "mmap, munmap" of CATCH_CALLS */
};
#define STOPS_INIT { .names = STR_INIT }

/* args "": only says what is set.  False when that is no list of calls: then
 * nothing changed, and said tells which word is none. */
bool stops_set(struct stops *s, const char *args, request_fn *request,
	       void *arg, bool ascii, struct str *said);
void stops_release(struct stops *s);

#endif
