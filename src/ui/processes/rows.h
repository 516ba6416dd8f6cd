/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows of the Processes pane: the tree of living processes, each followed
 * by its threads and children, then the ended processes.
 *
 * Invariant: rows[0 .. tree) are the tree, rows[tree .. n) the ended processes,
 * the newest first, or one row for all of them, unless the user opened it.  An ended process stays in the tree while a descendant
 * lives.  If no process lives, all are in the tree.
 */
#ifndef UI_PROCESSES_ROWS_H
#define UI_PROCESSES_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/vec.h"
#include "model/model.h"
#include "ui/pane/filter.h"

/* Levels deeper than this are drawn at this depth. */
#define TREE_DEPTH_MAX 24

struct task_row {
	const struct process *process;
	const struct task *task;	/* the thread of this row; NULL: the row
					 * is a process */
	int depth;
	uint32_t lines;			/* bit i: the line of level i continues
					 * below */
	bool last;			/* the row is its parent's last child */
	bool folded;			/* the row's threads and children are
					 * hidden */
	size_t ended;			/* the row stands for this number of
					 * ended processes; `process` is the one
					 * with the largest peak; 0: it does
					 * not */
	size_t killed;			/* number of those that a signal
					 * killed */
};

struct task_rows {
	VEC(struct task_row) rows;
	size_t tree;
	size_t live, threads;		/* live processes; their threads,
					 * without the main ones */
	size_t all;			/* processes before filtering */
	struct list_order order;		/* the order of the list, if it
						 * is sorted */
};

void task_rows_release(struct task_rows *tr);
/* The columns by which processes can be sorted. */
enum task_sort {
	TASK_SORT_TREE, TASK_SORT_PID, TASK_SORT_NAME, TASK_SORT_RSS,
	TASK_SORT_RATE, TASK_SORT_SWAP, TASK_SORT_REGIONS, TASK_SORT_CALLS,
	TASK_SORT_FAULTS, TASK_SORT_ACTIVITY,	/* sum of calls and faults */
	TASK_SORTS
};
extern const char *const task_sort_names[TASK_SORTS + 1];

/* Makes a list of processes without the tree, filtered or sorted.  If `hold`,
 * the current order stays. */
void task_rows_flat(struct task_rows *tr, const struct model *m,
		    struct filter *filter, const struct sort *sort, bool hold);
/* Makes the tree.  `folded` are the pids of processes whose threads and
 * children are hidden.  `keep` is a process that stays in the tree after its
 * end, or NULL.  If `open`, each ended process has its row. */
void task_rows_update(struct task_rows *tr, const struct model *m,
		      const pid_t *folded, size_t folded_n,
		      const struct process *keep, bool open);
/* The row that stands for the ended processes, or -1. */
long task_rows_ended(const struct task_rows *tr);
/* Returns the sum of the RSS of all living processes, in which shared pages
 * count once for each process, and their number in *live. */
uint64_t processes_rss(const struct model *m, size_t *live);
/* Returns the process with the largest peak of RSS, or NULL. */
const struct process *processes_peak(const struct model *m);
/* Returns the row of a task, or -1; tid 0 means the process.  If several
 * processes had that pid, the one that started at `start` is preferred. */
long task_rows_find(const struct task_rows *tr, pid_t pid, pid_t tid,
		    uint64_t start);

#endif
