/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lists of calls from logs of strace, for comparison: "mmap ok", "munmap
 * EINVAL", one a line.  mmtop's text log has the same format.
 */
#ifndef TESTS_LIVE_STRACED_H
#define TESTS_LIVE_STRACED_H

#include <stdbool.h>

/* True for a memory call that mmtop and strace both know. */
bool straced_knows(const char *name);
/* The calls of a file, from the first line that contains `from` (NULL: all); to
 * be freed. */
char *straced_list(const char *path, const char *from);
/* "12 mmap ok" for each run of equal lines of a list, so that a difference is
 * one line, not thousands.  Frees the list; the result is to be freed. */
char *counted_lines(char *list);

#endif
