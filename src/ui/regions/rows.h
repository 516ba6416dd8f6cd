/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows of the Regions pane: single regions, or folds of several.
 *
 * The rows are rebuilt when the model has changed, in one pass over the
 * regions, so that drawing costs only the rows in view, even with 65,000
 * regions.
 *
 * Invariant: row i consists of order.v[first .. first + n); rows are
 * consecutive in `order`, and without grouping or sorting in address order.  An
 * open fold is followed by one row for each of its regions (which are in
 * `order` a second time).  Pointers belong to the model and are valid until its
 * next event.
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

enum region_sort {
	SORT_ADDRESS, SORT_SIZE, SORT_RSS, SORT_RATE, SORT_PSS, SORT_SWAP,
	SORT_WRITTEN, SORT_NAME,
	REGION_SORTS
};
extern const char *const region_sort_names[REGION_SORTS + 1];

/* How long a change is marked: 2 s of event time, for permissions 4 s. */
#define MARK_NS 2000000000ull
#define MARK_STEP_NS 500000000ull
#define MARK_PERM_NS 4000000000ull
/* If more regions than this change, only the largest are marked. */
#define MARKS_MAX 20

enum regions_by { BY_FILE, BY_KIND, BY_OWNER, BY_NONE, BY_WAYS };

/* When grouped by owner: the key of the fold of regions that the kernel maps
 * into every process. */
#define OWNER_KERNEL (UINT64_C(1) << 61)

struct region_row {
	uint64_t key;		/* start of the region, or key of the fold */
	size_t first, n;
	bool fold;		/* the row stands for several regions */
	bool open;		/* a fold whose regions follow as rows */
	bool member;		/* one of the regions of an open fold */
	bool fault;		/* a fault outside all regions: key is the
				 * address of the fault, n is 0, first is the
				 * index of a neighbour */
};

/* Sums over several regions. */
struct region_sum {
	uint64_t size, rss, pss, swap;	/* EV_UNKNOWN if a region's value is
					 * unknown */
	uint64_t pss_at_ns;		/* time of the oldest pss value */
	double rate, written;		/* written: pages per second in tracked
					 * regions */
	bool rate_known, written_known;
	bool writable;			/* at least one region is writable */
	bool tracked;			/* at least one region is tracked, or
					 * not scanned yet */
	size_t n;
};

struct region_rows {
	VEC(struct region_row) rows;
	VEC(struct region *) order;
	struct region_sum classes[CLASSES], total;
	enum kind_class kinds[CLASSES];	/* in the order of the rows of the
					 * summary */
	size_t live, shown;		/* live: live regions; shown: those that
					 * match the filter */
	size_t changed;			/* regions that would be marked without
					 * the limit MARKS_MAX */
	uint64_t largest[MARKS_MAX];	/* starts of the regions to mark, if
					 * there are too many */
	uint64_t now_ns;
	bool faulted;			/* a bad access ended the process */
	uint64_t fault;			/* address of the bad access */
	/* Inputs of the last update. */
	const struct space *space;
	uint64_t instance, news;
	unsigned generation;
	enum regions_by by;
	int only;
	unsigned folds;
	const struct filter *filter;
	unsigned filter_changes;
	struct sort sort;
	struct list_order row_order, kind_order;
};

/* `only` is an enum kind_class, or -1 for all regions.  `open` has the keys of
 * open folds; `folds` is a counter that changes whenever `open` does. */
struct region_query {
	enum regions_by by;
	int only;
	const uint64_t *open;
	size_t open_n;
	unsigned folds;
	struct filter *filter;		/* NULL: show all regions */
	struct sort sort;
	bool hold;			/* the order must not change */
};

void region_rows_release(struct region_rows *rr);
void region_rows_update(struct region_rows *rr, const struct model *m,
			const struct process *p,
			const struct region_query *query);
/* Returns the row of a region, or of the closed fold that contains it; -1 if
 * there is none. */
long region_rows_find(const struct region_rows *rr, uint64_t start);
/* Returns the row of the fold with that key; -1 if there is none. */
long region_rows_fold(const struct region_rows *rr, uint64_t key);
/* Returns the row nearest to addr; 0 if there are no rows. */
long region_rows_near(const struct region_rows *rr, uint64_t addr);
/* Returns the row of the bad access, or of the region that contains its
 * address; -1 if there is none. */
long region_rows_fault(const struct region_rows *rr);
/* True if a bad access ended the process; *addr is then the accessed
 * address. */
bool region_fault(const struct model *m, const struct process *p,
		  uint64_t *addr);
/* Returns the region that contains the address of the bad access, else the
 * nearest region; NULL if there is none. */
const struct region *region_fault_at(const struct model *m,
				     const struct process *p);
void region_rows_sum(const struct region_rows *rr,
		     const struct region_row *row, struct region_sum *sum);

/* Private: sorts the rows, and the kinds of the summary, as the query
 * requests. */
void region_rows_sort(struct region_rows *rr, const struct region_query *query);

/* Returns the mark of a region: `-` removed, `!` writable and executable or hit
 * by the bad access, `+` new, `~` changed, else a blank.  *age_ns is the time
 * since the change.  If too many regions changed, only changes of the largest
 * count. */
char region_mark(const struct region_rows *rr, const struct region *r,
		 uint64_t *age_ns);
/* True if the region would be marked without the limit MARKS_MAX. */
bool region_has_mark(const struct region_rows *rr, const struct region *r);
/* True if the region is executable, and is or was writable. */
bool region_wx(const struct region *r);
/* Returns the time of the last change of permissions; 0 if there was none. */
uint64_t region_perm_changed(const struct region *r);

#endif
