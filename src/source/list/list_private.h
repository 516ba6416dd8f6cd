/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lister's own state, shared by its files and by nobody else:
 *
 *	list.c		all processes, in walks
 *	list_more.c	those in view, in detail
 */
#ifndef SOURCE_LIST_LIST_PRIVATE_H
#define SOURCE_LIST_LIST_PRIVATE_H

#include "base/vec.h"
#include "source/list/list.h"
#include "source/perf/state.h"
#include "source/sample/core/cgroup.h"
#include "sys/proc/list.h"

/* A process that was seen in this walk or the one before. */
struct listed_process {
	pid_t pid;
	uint64_t start;
	unsigned walk;			/* the last that saw it */
	char comm[64];
	uid_t uid;
	bool kthread, no_memory;
	uint64_t rss, swap;
	bool command;			/* its command line was told */
	bool asked;			/* refusal holds, as far as that does not
					 * change by itself */
	struct refusal refusal;
	uint64_t pss, pss_ns;		/* pss_ns: when; 0 never */
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
	VEC(struct listed_process) known;	/* by pid */
	VEC(struct user) users;
	/* The walk. */
	VEC(pid_t) pids;
	size_t at;
	bool walking;
	unsigned walk;
	uint64_t walk_ns, walk_due;	/* how long it took; when the next is */
	/* In detail. */
	VEC(pid_t) watched;
	pid_t selected;
	uint64_t look_due, pss_next;
};

/* --- list.c */
struct listed_process *lister_known(struct lister *l, pid_t pid);
void lister_rows(struct lister *l, const pid_t *pids, size_t n);

/* --- list_more.c */
/* All that are watched, but for their PSS. */
void lister_look(struct lister *l);
/* One of them, when it is time; false: there is none. */
bool lister_pss(struct lister *l, uint64_t now);
bool lister_pss_due(struct lister *l);

#endif
