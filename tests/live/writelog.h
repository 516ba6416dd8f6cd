/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which pages a text log says were written, around an address that the victim
 * told: the page before, and those behind.
 *
 *	size_t from = writelog_size(log);
 *	...the victim writes...
 *	unsigned char seen[1 + 512];
 *	writelog_read(log, from, pid, at, seen, sizeof seen)
 *	seen[0]			whether the page before `at` was
 *	writelog_settle(log, pid, at, fd, 'm')
 *				before it: all that was written is in the log
 */
#ifndef TESTS_LIVE_WRITELOG_H
#define TESTS_LIVE_WRITELOG_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* The log's whole lines from `from` on, to be freed; NULL: none are there. */
char *writelog_lines(const char *log, size_t from);
/* How long its whole lines are. */
size_t writelog_size(const char *log);
/* seen[i]: whether page i was written, the first being the one before `at`, by
 * pid (0: anybody) and according to the lines from `from` on. */
void writelog_read(const char *log, size_t from, pid_t pid, unsigned long at,
		   unsigned char *seen, size_t pages);
/*
 * Waits until all that the victim has written is in the log.  The letter, sent
 * to fd, makes pid (0: whoever it is) write the page before `at`.
 */
bool writelog_settle(const char *log, pid_t pid, unsigned long at, int fd,
		     char letter);
/* What tracking leaves in a process while it is on. */
bool writelog_marked(pid_t pid);

#endif
