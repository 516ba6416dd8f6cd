/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lister's own state, shared only by its files:
 *
 *	list.c		all processes, in walks
 *	list_more.c	the processes in view, in detail
 */
#ifndef SOURCE_LIST_LIST_PRIVATE_H
#define SOURCE_LIST_LIST_PRIVATE_H

#include "base/vec.h"
#include "source/list/list.h"
#include "source/perf/state.h"
#include "source/sample/core/cgroup.h"
#include "sys/proc/list.h"

/* A process that was seen in the current or the previous walk. */
struct listed_process {
	pid_t pid;
	uint64_t start;
	unsigned walk;			/* last walk that found the process */
	char comm[64];
	uid_t uid;
	bool kthread, no_memory;
	uint64_t rss, swap;
	bool command;			/* its command line was emitted */
	bool asked;			/* `refusal` is set; a permanent refusal
					 * is not queried again */
	struct refusal refusal;
	uint64_t pss, pss_ns;		/* pss_ns is the time when pss was read;
					 * 0: never */
	enum listed_why pss_why;
};

struct user {
	uid_t uid;
	char name[33];
};

struct lister {
	struct lister_options o;
	struct proclist *rows;
	struct cgroups *cgroups;
	uint64_t hertz;
	enum source_why perf;
	int64_t perf_value;
	VEC(struct listed_process) known;	/* sorted by pid */
	VEC(struct user) users;
	/* The current walk. */
	VEC(pid_t) pids;
	size_t at;
	bool walking;
	unsigned walk;
	uint64_t walk_ns, walk_due;	/* duration of the walk; time of the
					 * next walk */
	/* Processes to read in detail. */
	VEC(pid_t) watched;
	pid_t selected;
	uint64_t look_due, pss_next;
};

/* --- list.c */
struct listed_process *lister_known(struct lister *l, pid_t pid);
void lister_rows(struct lister *l, const pid_t *pids, size_t n);

/* --- list_more.c */
/* Reads all watched processes, except their PSS. */
void lister_details(struct lister *l);
/* Reads the PSS of one watched process, if a read is due; false if none is
 * due. */
bool lister_pss(struct lister *l, uint64_t now);
bool lister_pss_due(struct lister *l);

#endif
