/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The system calls at which the command `next` stops, or to which `until` runs.
 * Turns `catch all`, `catch memory`, `catch mmap,munmap` or `until 11` into a
 * request and a message.
 *
 *	struct stops s = STOPS_INIT;
 *	stops_set(&s, "mmap,munmap", request, arg, ascii, &said)
 *	said = "Steps end at mmap, munmap."
 */
#ifndef APP_COMMAND_STOPS_H
#define APP_COMMAND_STOPS_H

#include <stdbool.h>

#include "base/str.h"
#include "event/request.h"
#include "ui/kit/command.h"

struct stops {
	enum catch catch;
	struct str names;		/* the calls if `catch` is CATCH_CALLS:
					 * "mmap, munmap" */
};
#define STOPS_INIT { .names = STR_INIT }

/* Parses `args` and sends the request.  If `args` is "", only appends the
 * current setting to `said`.  If a word is not a system call, changes nothing,
 * stores the error in `said` and returns false. */
bool stops_set(struct stops *s, const char *args, request_fn *request,
	       void *arg, bool ascii, struct str *said);
/* As stops_set(), for `until`: runs the process of tid. */
bool stops_until(const char *args, pid_t tid, request_fn *request, void *arg,
		 bool ascii, struct str *said);
/* True if the arguments of the command are such calls. */
bool stops_takes(enum cmd cmd);
/* Returns the i-th name that completes `word`, the last of those typed, or
 * NULL. */
const char *stops_choice(const char *word, size_t i);
/* Returns the length of the names before the last one. */
size_t stops_before(const char *word);
void stops_release(struct stops *s);

#endif
