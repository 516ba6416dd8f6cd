/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strace as the oracle: lists of calls, "mmap ok", "munmap EINVAL", a line each.
 * mmtop's text log prints calls as strace does, and is read alike.
 */
#ifndef TESTS_LIVE_STRACED_H
#define TESTS_LIVE_STRACED_H

#include <stdbool.h>

/* A memory call that mmtop and strace both know. */
bool straced_knows(const char *name);
/* The calls of a file, from the first line that holds `from` on (NULL: all);
 * to be freed. */
char *straced_list(const char *path, const char *from);
/* "12 mmap ok" for each run of equal lines of a list, which is freed: what
 * differs is then one line each, not thousands. To be freed. */
char *counted_lines(char *list);

#endif
