/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows of the Heap pane, a tree: libraries; below each library its symbols;
 * below each symbol its sites, which are places in the code with their callers.
 *
 *	heap_rows_update(&rows, &want)	recomputes the rows twice a second, and
 *					when `want` changes
 *	heap_rows_find(&rows, &id)	the index of the row with that identity;
 *					-1: there is no such row
 *
 * The sums of a row are over the sites below it that match the filter.  If a
 * symbol has only one site, or a site has no symbol, the row of the site takes
 * the place of the symbol's row.
 */
#ifndef UI_HEAP_ROWS_H
#define UI_HEAP_ROWS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/vec.h"
#include "model/model.h"
#include "ui/pane/filter.h"

enum heap_level { HEAP_LIBRARY, HEAP_SYMBOL, HEAP_CALLER };

/* The identity of a row; it stays the same when the rows are recomputed. */
struct heap_id {
	enum heap_level level;
	unsigned library, symbol;	/* `id` of the struct heap_name; 0:
					 * unknown */
	uint64_t site;			/* number of the site, if level is
					 * HEAP_CALLER */
};

struct heap_sum {
	uint64_t live, blocks;
	uint64_t resident;		/* EV_UNKNOWN: not known for any site */
	uint64_t ages[HEAP_AGES];
	int64_t growth;			/* growth of `live` since the mark */
	double rate, alloc_rate;	/* bytes per second, blocks per
					 * second */
	bool rated;			/* the rates are known */
	size_t sites;
};

struct heap_row {
	struct heap_id id;
	const struct heap_site *site;	/* site of the row, or its first site */
	struct heap_sum sum;
	int depth;
	bool opens, folded;		/* opens: the row has rows below it;
					 * folded: these rows are hidden */
};

enum heap_sort {
	HEAP_SORT_LIVE, HEAP_SORT_GROWTH, HEAP_SORT_RATE, HEAP_SORT_BLOCKS,
	HEAP_SORT_RESIDENT, HEAP_SORT_ALLOCS, HEAP_SORT_NAME,
	HEAP_SORTS
};
extern const char *const heap_sort_names[HEAP_SORTS + 1];

/* The mark: live bytes of each site when the user pressed `m`. */
struct heap_marked {
	uint64_t site, live;
};
struct heap_mark {
	bool set;
	pid_t pid;
	uint64_t start;
	unsigned generation;
	uint64_t time_ns;
	VEC(struct heap_marked) sites;	/* sorted by site */
};
void heap_mark_set(struct heap_mark *mark, const struct process *p,
		   uint64_t now_ns);
void heap_mark_release(struct heap_mark *mark);
/* True if the mark was set for the program that this process runs now. */
bool heap_mark_is_of(const struct heap_mark *mark, const struct process *p);

struct heap_node;
struct heap_nodes {
	struct heap_node *v;		/* a vector as in base/vec.h */
	size_t n, cap;
};

/* The inputs of the rows.  While the inputs stay the same, the rows are reused
 * for a while. */
struct heap_made {
	uint64_t instance;		/* of the model */
	uint64_t heap;			/* `number` of the struct heap */
	uint64_t mark_ns;
	unsigned filter_changes, folds;
	struct sort sort;
	bool hold;
};

struct heap_symbol;

struct heap_rows {
	VEC(struct heap_row) rows;
	struct heap_sum total;		/* sum over the shown sites */
	size_t all;			/* number of sites without the filter */
	VEC(struct heap_id) turned;	/* rows whose folding the user
					 * changed */
	/* Private to rows.c and tree.c. */
	struct list_order order;
	struct {
		struct heap_symbol *v;
		size_t n, cap;
	} places;
	struct heap_nodes sites, symbols, libraries;
	struct heap_made made;
	uint64_t made_ns;
	unsigned folds;			/* incremented with each change of
					 * `turned` */
};

struct heap_want {
	const struct model *model;
	const struct process *process;
	const struct heap_mark *mark;	/* NULL: no mark is set */
	struct filter *filter;
	const struct sort *sort;	/* NULL: sort by live bytes */
	bool hold;			/* do not change the order of the
					 * rows */
};

void heap_rows_release(struct heap_rows *hr);
void heap_rows_update(struct heap_rows *hr, const struct heap_want *want);
long heap_rows_find(const struct heap_rows *hr, const struct heap_id *id);
/* Hides the rows below a row (`away` is true), or shows them. */
void heap_rows_fold(struct heap_rows *hr, const struct heap_id *id, bool away);
int heap_id_compare(const struct heap_id *a, const struct heap_id *b);

#endif
