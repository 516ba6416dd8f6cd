/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads from a text log which pages were written, around an address that the
 * victim printed: the page before it, and those from it on.
 *
 *	size_t from = writelog_size(log);
 *	...the victim writes...
 *	unsigned char seen[1 + 512];
 *	writelog_read(log, from, pid, at, seen, sizeof seen)
 *	seen[0]			true if the page before `at` was written
 *	writelog_settle(log, pid, at, fd, 'm')
 *			call before reading: the log has all writes
 */
#ifndef TESTS_LIVE_WRITELOG_H
#define TESTS_LIVE_WRITELOG_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* The log's complete lines from offset `from` on, to be freed; NULL if there is
 * none. */
char *writelog_lines(const char *log, size_t from);
/* The length of the complete lines. */
size_t writelog_size(const char *log);
/* Sets seen[i] if pid (0: any process) wrote page i, counted from the one
 * before `at`, according to the lines from offset `from` on. */
void writelog_read(const char *log, size_t from, pid_t pid, unsigned long at,
		   unsigned char *seen, size_t pages);
/*
 * Waits until the log has all writes of the victim.  The letter, sent to fd,
 * makes pid (0: any) write the page before `at`.
 */
bool writelog_settle(const char *log, pid_t pid, unsigned long at, int fd,
		     char letter);
/* True if the process has regions marked by write tracking. */
bool writelog_marked(pid_t pid);

#endif
