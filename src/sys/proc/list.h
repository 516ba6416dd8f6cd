/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads a row of values for each given process, through libproc2, or from the
 * text files of /proc if libproc2 is missing or fails.
 *
 *	n = proclist_read(l, pids, 32, rows);
 *
 * A process that has exited or is hidden has no row.  Reads only files that no
 * process can cause to hang.
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

/* Maximum number of processes per call. */
#define PROCLIST_MAX 32

struct proclist_row {
	pid_t pid, ppid;
	uid_t uid;			/* effective user */
	char state;
	bool kthread;
	uint64_t start;			/* clock ticks since boot */
	uint64_t threads;		/* PROCPS_UNKNOWN if not known; the same
					 * holds for rss and swap */
	uint64_t rss, swap;		/* bytes */
	char comm[64];			/* not sanitized */
};

/* Never fails.  Without libproc2 the rows come from the /proc tree at root. */
struct proclist *proclist_new(const struct procroot *root);
void proclist_free(struct proclist *l);
/* Fills rows in the order of pids; returns their number. */
size_t proclist_read(struct proclist *l, const pid_t *pids, size_t n,
		     struct proclist_row rows[PROCLIST_MAX]);
/* Returns "libproc2" or "/proc". */
const char *proclist_backend(const struct proclist *l);

#endif
