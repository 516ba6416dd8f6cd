/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows of the Processes pane: the tree of what lives, each process
 * followed by its threads and its children, then what has ended.
 *
 * Invariant: rows[0 .. tree) are the tree, rows[tree .. n) the ended ones, the
 * newest first.  An ended process stays in the tree while a descendant of it
 * lives, and when nothing lives all of them do.
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

/* Deeper levels are drawn at this one. */
#define TREE_DEPTH_MAX 24

struct task_row {
	const struct process *process;
	const struct task *task;	/* of a thread's row; NULL: process */
	int depth;
	uint32_t lines;			/* bit i: level i goes on below */
	bool last;			/* of its parent */
	bool folded;			/* with something in it */
};

struct task_rows {
	VEC(struct task_row) rows;
	size_t tree;
	size_t live, threads;		/* processes; threads beside the main */
	size_t all;			/* processes, without a filter */
	struct list_order order;		/* of a sorted list */
};

void task_rows_release(struct task_rows *tr);
/* What processes can be sorted by. */
enum task_sort {
	TASK_SORT_TREE, TASK_SORT_PID, TASK_SORT_NAME, TASK_SORT_RSS,
	TASK_SORT_RATE, TASK_SORT_SWAP, TASK_SORT_REGIONS, TASK_SORT_CALLS,
	TASK_SORT_FAULTS, TASK_SORT_ACTIVITY,	/* and calls */
	TASK_SORTS
};
extern const char *const task_sort_names[TASK_SORTS + 1];

/* Filtered or sorted it is no tree: processes alone, one below the other.  hold:
 * the order that it has stays. */
void task_rows_flat(struct task_rows *tr, const struct model *m,
		    struct filter *filter, const struct sort *sort, bool hold);
/* folded: pids whose threads and children are not shown; keep: stays in the
 * tree although it has ended, NULL none. */
void task_rows_update(struct task_rows *tr, const struct model *m,
		      const pid_t *folded, size_t folded_n,
		      const struct process *keep);
/* The row of a task (0: the process); of several processes of that number
 * the one that started then.  -1: none. */
long task_rows_find(const struct task_rows *tr, pid_t pid, pid_t tid,
		    uint64_t start);

#endif
