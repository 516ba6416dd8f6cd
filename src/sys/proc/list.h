/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The machine's processes, a few at a time, by libproc2, or from the text of
 * /proc where that is not there or fails.
 *
 *	n = proclist_read(l, pids, 32, rows);
 *
 * Who is gone, or hidden, has no row.  Nothing is read that a process could
 * make hang.
 */
#ifndef SYS_PROC_LIST_H
#define SYS_PROC_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "sys/proc/figures.h"

struct procroot;
struct proclist;

/* At once, at most. */
#define PROCLIST_MAX 32

struct proclist_row {
	pid_t pid, ppid;
	uid_t uid;			/* effective */
	char state;
	bool kthread;
	uint64_t start;			/* clock ticks since boot */
	uint64_t threads;		/* these: PROCPS_UNKNOWN */
	uint64_t rss, swap;		/* bytes */
	char comm[64];			/* hostile */
};

/* Never fails: falls back.  root is used where libproc2 is not. */
struct proclist *proclist_new(const struct procroot *root);
void proclist_free(struct proclist *l);
/* How many rows there are, in the order of pids. */
size_t proclist_read(struct proclist *l, const pid_t *pids, size_t n,
		     struct proclist_row rows[PROCLIST_MAX]);
/* "libproc2" or "/proc". */
const char *proclist_backend(const struct proclist *l);

#endif
