/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lists the processes of the machine for the picker.
 *
 *	l = lister_new(&options)
 *	lister_watch(l, pids, n, selected)	read these in detail, and more
 *						often
 *	while ...
 *		wait = lister_work(l, 5 ms)	emits; 0: there is more to do
 *	lister_query(l, pid)			query pid now, even if the
 *						kernel logs the attempt
 *
 * Reading a command line or the PSS can take long, so the lister runs in a
 * process of its own (app/picker/process.h).  Walks through all processes take
 * at most a tenth of the time, reads of the PSS at most a twentieth.
 */
#ifndef SOURCE_LIST_LIST_H
#define SOURCE_LIST_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "event/listed.h"

/* The largest number of processes to read in detail; no screen has room for
 * more. */
#define LISTER_WATCHED 200

struct lister;
struct procroot;
struct reader;

struct lister_options {
	const struct procroot *proc;
	struct reader *reader;
	listed_fn *emit;
	void *arg;
	pid_t front;			/* pid of mmtop's main process, 0: this
					 * process */
	bool force;
	bool no_perf;
	uint64_t period_ns;		/* time between two detailed reads */
};

struct lister *lister_new(const struct lister_options *o);
void lister_free(struct lister *l);
void lister_watch(struct lister *l, const pid_t *pids, size_t n,
		  pid_t selected);
/* Emits LISTED_MORE for pid before it returns. */
void lister_query(struct lister *l, pid_t pid);
/* Works for about budget_ns; returns the time until more work is due, in ns. */
uint64_t lister_work(struct lister *l, uint64_t budget_ns);

#endif
