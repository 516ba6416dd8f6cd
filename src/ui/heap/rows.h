/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows of Heap: libraries, below each its symbols, below each of those the
 * sites: places in the code with who called them.
 *
 *	heap_rows_update(&rows, &want)	made anew twice a second, and when
 *					something else is wanted
 *	heap_rows_find(&rows, &id)	the row of an identity, -1: none
 *
 * The sums of a row are those of the sites below it that the filter lets
 * through.  A symbol with one site is that site, and so is what has no symbol.
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

/* What a row is of, whatever comes. */
struct heap_id {
	enum heap_level level;
	unsigned library, symbol;	/* struct heap_name's; 0: not known */
	uint64_t site;			/* of HEAP_CALLER */
};

struct heap_sum {
	uint64_t live, blocks;
	uint64_t resident;		/* EV_UNKNOWN: of none of them known */
	uint64_t ages[HEAP_AGES];
	int64_t growth;			/* of live, since the mark */
	double rate, alloc_rate;	/* bytes and blocks a second */
	bool rated;			/* these are known */
	size_t sites;
};

struct heap_row {
	struct heap_id id;
	const struct heap_site *site;	/* of several the first */
	struct heap_sum sum;
	int depth;
	bool opens, folded;		/* rows below it, and they are away */
};

/* What sites can be sorted by. */
enum heap_sort {
	HEAP_SORT_LIVE, HEAP_SORT_GROWTH, HEAP_SORT_RATE, HEAP_SORT_BLOCKS,
	HEAP_SORT_RESIDENT, HEAP_SORT_ALLOCS, HEAP_SORT_NAME,
	HEAP_SORTS
};
extern const char *const heap_sort_names[HEAP_SORTS + 1];

/* What each site had when `m` was pressed. */
struct heap_marked {
	uint64_t site, live;
};
struct heap_mark {
	bool set;
	pid_t pid;
	uint64_t start;
	unsigned generation;
	uint64_t time_ns;
	VEC(struct heap_marked) sites;	/* by site */
};
void heap_mark_set(struct heap_mark *mark, const struct process *p,
		   uint64_t now_ns);
void heap_mark_release(struct heap_mark *mark);
/* Whether it is of this image of this process. */
bool heap_mark_is_of(const struct heap_mark *mark, const struct process *p);

struct heap_node;
struct heap_nodes {
	struct heap_node *v;		/* a vector: base/vec.h */
	size_t n, cap;
};

/* What a person wants of the rows; while it is the same they stand a while. */
struct heap_made {
	uint64_t heap;			/* its number */
	uint64_t mark_ns;
	unsigned filter_changes, folds;
	struct sort sort;
	bool hold;
};

struct heap_symbol;

struct heap_rows {
	VEC(struct heap_row) rows;
	struct heap_sum total;		/* of those that are shown */
	size_t all;			/* sites, without a filter */
	VEC(struct heap_id) turned;	/* folded or open, other than usual */
	/* private: */
	struct list_order order;
	struct {
		struct heap_symbol *v;
		size_t n, cap;
	} places;
	struct heap_nodes sites, symbols, libraries;
	struct heap_made made;
	uint64_t made_ns;
	unsigned folds;			/* one up with each */
};

struct heap_want {
	const struct model *model;
	const struct process *process;
	const struct heap_mark *mark;	/* NULL: none */
	struct filter *filter;
	const struct sort *sort;	/* NULL: by what is live */
	bool hold;			/* the order that it has stays */
};

void heap_rows_release(struct heap_rows *hr);
void heap_rows_update(struct heap_rows *hr, const struct heap_want *want);
long heap_rows_find(const struct heap_rows *hr, const struct heap_id *id);
/* Folds what is below a row away, or opens it. */
void heap_rows_fold(struct heap_rows *hr, const struct heap_id *id, bool away);
int heap_id_compare(const struct heap_id *a, const struct heap_id *b);

#endif
