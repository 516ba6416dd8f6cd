/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The processes of the machine, for one to be chosen from.
 *
 *	l = lister_new(&options)
 *	lister_watch(l, pids, n, selected)	these in detail, and more often
 *	while ...
 *		wait = lister_work(l, 5 ms)	emits; 0: there is more to do
 *	lister_ask(l, pid)			that one now, also where the
 *						kernel notes an attempt
 *
 * Reading a command line or what a process shares can take long, whatever is
 * done about it: this runs in a process of its own (app/picker/process.h).
 * A walk takes at most a tenth of the time, PSS at most a twentieth.
 */
#ifndef SOURCE_LIST_LIST_H
#define SOURCE_LIST_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "event/listed.h"

/* In detail, at most; more have no room on a screen. */
#define LISTER_WATCHED 200

struct lister;
struct procroot;
struct reader;

struct lister_options {
	const struct procroot *proc;
	struct reader *reader;
	listed_fn *emit;
	void *arg;
	pid_t front;			/* mmtop itself, 0: this process */
	bool force;			/* --force */
	bool no_perf;			/* --no-perf */
	uint64_t period_ns;		/* of those in detail */
};

struct lister *lister_new(const struct lister_options *o);
void lister_free(struct lister *l);
void lister_watch(struct lister *l, const pid_t *pids, size_t n,
		  pid_t selected);
/* LISTED_MORE comes of it before this returns. */
void lister_ask(struct lister *l, pid_t pid);
/* For how long there is nothing to do, in ns. */
uint64_t lister_work(struct lister *l, uint64_t budget_ns);

#endif
