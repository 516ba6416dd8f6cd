/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows of Calls: calls, and in between, by time, signals, the ends of
 * processes, and where something is missing.
 */
#ifndef UI_CALLS_ROWS_H
#define UI_CALLS_ROWS_H

#include "base/vec.h"
#include "model/model.h"
#include "ui/pane/filter.h"

enum calls_row_kind { ROW_CALL, ROW_SIGNAL, ROW_END, ROW_GAP };

/* An identity: it outlives the events after it. */
struct calls_row {
	uint64_t time_ns;
	enum calls_row_kind kind;
	uint64_t seq;			/* of the call, signal or gap */
	pid_t pid;			/* ROW_END, with */
	uint64_t start;
};

/* What a filter thought of a call, as it was then. */
struct call_judged {
	uint64_t seq;
	unsigned repeats;
	bool open, matches;
};

/* What calls can be sorted by; CALL_SORT_TIME: as they come. */
enum call_sort {
	CALL_SORT_TIME, CALL_SORT_DURATION, CALL_SORT_SIZE, CALL_SORT_RESULT,
	CALL_SORTS
};
extern const char *const call_sort_names[CALL_SORTS + 1];

struct calls_rows {
	VEC(struct calls_row) rows;
	struct list_order order;		/* of the rows as they are */
	uint64_t gone;			/* rows that are kept no more */
	uint64_t all;			/* rows there would be without a filter */
	const struct filter *filter;
	unsigned filter_changes;
	struct call_judged *judged;	/* [MODEL_CALLS_MAX], NULL: none */
	uint64_t calls_first, calls_last, signals_first, signals_last, ends,
		 gaps_last;
};

void calls_rows_release(struct calls_rows *r);
/* Brings the rows up to date with the model.  With a filter (NULL: none) they
 * are the calls that match and nothing else; sorted (NULL: by time) they are
 * calls too, and stand for two seconds, or longer with hold. */
void calls_rows_update(struct calls_rows *r, const struct model *m,
		       struct filter *filter, const struct sort *sort,
		       bool hold);
/* Private, sort.c: sorts rows that are in the order of time; whether
 * those that are sorted stay as they are. */
void calls_sort(struct calls_rows *r, const struct model *m,
		const struct sort *sort);
bool calls_sort_stands(struct calls_rows *r, const struct model *m,
		       const struct filter *filter, const struct sort *sort,
		       bool hold);
/* The index of a row, -1 when it is not kept any more. */
long calls_rows_find(const struct calls_rows *r, const struct calls_row *row);

#endif
