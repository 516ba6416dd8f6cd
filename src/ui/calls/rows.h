/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows of Calls, in order of time: calls, signals, ends of processes, and
 * gaps where events were lost.
 */
#ifndef UI_CALLS_ROWS_H
#define UI_CALLS_ROWS_H

#include "base/vec.h"
#include "model/model.h"
#include "ui/pane/filter.h"

enum calls_row_kind { ROW_CALL, ROW_SIGNAL, ROW_END, ROW_GAP };

/* Identifies a row.  It stays valid when later events arrive. */
struct calls_row {
	uint64_t time_ns;
	enum calls_row_kind kind;
	uint64_t seq;			/* number of the call, signal or gap */
	pid_t pid;			/* for ROW_END: identifies the process,
					 * together with `start` */
	uint64_t start;
};

/* A result of the filter, stored with the state of the call at that time. */
struct call_verdict {
	uint64_t seq;
	unsigned repeats;
	bool open, matches;
};

/* The columns by which calls can be sorted.  CALL_SORT_TIME is the order of
 * arrival. */
enum call_sort {
	CALL_SORT_TIME, CALL_SORT_DURATION, CALL_SORT_SIZE, CALL_SORT_RESULT,
	CALL_SORTS
};
extern const char *const call_sort_names[CALL_SORTS + 1];

struct calls_rows {
	VEC(struct calls_row) rows;
	struct list_order order;		/* the order of the current
						 * rows */
	uint64_t gone;			/* number of rows that are no longer
					 * stored */
	uint64_t all;			/* number of rows without the filter */
	const struct filter *filter;
	unsigned filter_changes;
	struct call_verdict *judged;	/* array of MODEL_CALLS_MAX; NULL
					 * without a filter */
	uint64_t calls_first, calls_last, signals_first, signals_last, ends,
		 gaps_last;
};

void calls_rows_release(struct calls_rows *r);
/* Updates the rows from the model.  If `filter` is not NULL, only matching
 * calls are rows.  If `sort` is not NULL, only calls are rows; their order
 * stays for two seconds, or for as long as `hold` is true. */
void calls_rows_update(struct calls_rows *r, const struct model *m,
		       struct filter *filter, const struct sort *sort,
		       bool hold);
/* Private to rows.c and sort.c.  calls_sort() sorts rows that are in order of
 * time.  calls_sort_stands() is true while the sorted rows must not change
 * order. */
void calls_sort(struct calls_rows *r, const struct model *m,
		const struct sort *sort);
bool calls_sort_stands(struct calls_rows *r, const struct model *m,
		       const struct filter *filter, const struct sort *sort,
		       bool hold);
/* Returns the index of a row, or -1 if the row is no longer stored. */
long calls_rows_find(const struct calls_rows *r, const struct calls_row *row);

#endif
