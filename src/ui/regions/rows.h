/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which rows the Regions pane has: every region, or folds of them.
 *
 * Made anew when the model has moved on, in one walk over the regions, so
 * that drawing costs only what is in view, also with 65,000 of them.
 *
 * Invariant: row i stands for order.v[first .. first + n); rows lie one after
 * the other in `order`, and without grouping or sorting in address order.  An
 * open fold is followed by one row for each of its regions (which are in
 * `order` a second time).  Pointers are the model's: they live until its next
 * event.
 */
#ifndef UI_REGIONS_ROWS_H
#define UI_REGIONS_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "model/model.h"
#include "ui/pane/filter.h"
#include "ui/words/what.h"

/* What rows can be sorted by: enum region_sort. */
enum region_sort {
	SORT_ADDRESS, SORT_SIZE, SORT_RSS, SORT_RATE, SORT_PSS, SORT_SWAP,
	SORT_WRITTEN, SORT_NAME,
	REGION_SORTS
};
extern const char *const region_sort_names[REGION_SORTS + 1];

/* How long a change is to be seen: 2 s of event time; a permission 4 s. */
#define MARK_NS 2000000000ull
#define MARK_STEP_NS 500000000ull
#define MARK_PERM_NS 4000000000ull
/* With more changes than this only the largest are marked. */
#define MARKS_MAX 20

enum regions_by { BY_FILE, BY_KIND, BY_OWNER, BY_NONE, BY_WAYS };

/* By owner, the key of what the kernel maps into every process. */
#define OWNER_KERNEL (UINT64_C(1) << 61)

struct region_row {
	uint64_t key;		/* start of a region; what folds it */
	size_t first, n;
	bool fold;		/* many regions in one row */
	bool open;		/* a fold whose regions follow */
	bool member;		/* a region below its open fold */
	bool fault;		/* no region, but where one was missing: n 0;
				 * first is that of a neighbour */
};

/* What several regions come to. */
struct region_sum {
	uint64_t size, rss, pss, swap;	/* EV_UNKNOWN when one is not known */
	uint64_t pss_at_ns;		/* the oldest of them */
	double rate, written;		/* pages a second, of those tracked */
	bool rate_known, written_known;
	bool writable;			/* one of them is */
	bool tracked;			/* ... or will be known, if writes are
					 * tracked */
	size_t n;
};

struct region_rows {
	VEC(struct region_row) rows;
	VEC(struct region *) order;
	struct region_sum classes[CLASSES], total;
	enum kind_class kinds[CLASSES];	/* in the order of the summary */
	size_t live, shown;		/* regions; those the filter lets by */
	size_t changed;			/* marked ones, if all were */
	uint64_t largest[MARKS_MAX];	/* their starts, when too many */
	uint64_t now_ns;
	bool faulted;			/* a bad access ended the process */
	uint64_t fault;			/* where */
	/* what it was made from */
	const struct space *space;
	uint64_t news;
	unsigned generation;
	enum regions_by by;
	int only;
	unsigned folds;
	const struct filter *filter;
	unsigned filter_changes;
	struct sort sort;
	struct list_order row_order, kind_order;
};

/* only: an enum kind_class, -1 for all; open: keys of open folds; folds: a
 * number that differs when `open` does. */
struct region_query {
	enum regions_by by;
	int only;
	const uint64_t *open;
	size_t open_n;
	unsigned folds;
	struct filter *filter;		/* NULL: all */
	struct sort sort;
	bool hold;			/* the order stays as it is */
};

void region_rows_release(struct region_rows *rr);
void region_rows_update(struct region_rows *rr, const struct model *m,
			const struct process *p,
			const struct region_query *query);
/* The row of a region (its own, or the closed fold it is in); -1: none. */
long region_rows_find(const struct region_rows *rr, uint64_t start);
/* The fold with that key, -1: none. */
long region_rows_fold(const struct region_rows *rr, uint64_t key);
/* The row nearest to addr, 0 when there is none. */
long region_rows_near(const struct region_rows *rr, uint64_t addr);
/* The row of the fault, or of the region that it was in; -1: none. */
long region_rows_fault(const struct region_rows *rr);
/* Whether a bad access ended the process, and where. */
bool region_fault(const struct model *m, const struct process *p,
		  uint64_t *addr);
/* The region that it was in, else the nearest one; NULL: none. */
const struct region *region_fault_at(const struct model *m,
				     const struct process *p);
void region_rows_sum(const struct region_rows *rr,
		     const struct region_row *row, struct region_sum *sum);

/* Private: puts the rows, and the kinds of the summary, into the order that is
 * asked for. */
void region_rows_sort(struct region_rows *rr, const struct region_query *query);

/* `-` gone, `!` W and X, `+` new, `~` changed, else a blank.  *age_ns: since
 * when.  A change outside the largest is none. */
char region_mark(const struct region_rows *rr, const struct region *r,
		 uint64_t *age_ns);
/* Whether anything is to be marked, were there not too many. */
bool region_has_mark(const struct region_rows *rr, const struct region *r);
/* Written and executed, at once or one after the other. */
bool region_wx(const struct region *r);
/* Last change of the permissions, 0 when there was none. */
uint64_t region_perm_changed(const struct region *r);

#endif
