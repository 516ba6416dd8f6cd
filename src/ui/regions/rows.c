/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/regions/rows.h"

#include <stdlib.h>
#include <string.h>

void region_rows_release(struct region_rows *rr)
{
	vec_release(&rr->rows);
	vec_release(&rr->order);
	order_release(&rr->row_order);
	order_release(&rr->kind_order);
	*rr = (struct region_rows){ .space = NULL };
}

/* Counts a region that would be marked.  Keeps the sizes of the MARKS_MAX
 * largest ones, sorted, smallest first. */
static void count_mark(struct region_rows *rr, uint64_t sizes[MARKS_MAX],
		       const struct region *r)
{
	uint64_t size = r->end - r->start;
	size_t have = rr->changed < MARKS_MAX ? rr->changed : MARKS_MAX;
	size_t i = 0;

	rr->changed++;
	if (have == MARKS_MAX && size <= sizes[0])
		return;
	while (i < have && sizes[i] < size)
		i++;
	if (have == MARKS_MAX) {
		i--;
		memmove(sizes, sizes + 1, i * sizeof *sizes);
		memmove(rr->largest, rr->largest + 1, i * sizeof *sizes);
	} else {
		memmove(sizes + i + 1, sizes + i, (have - i) * sizeof *sizes);
		memmove(rr->largest + i + 1, rr->largest + i,
			(have - i) * sizeof *sizes);
	}
	sizes[i] = size;
	rr->largest[i] = r->start;
}

/* --- sums ---------------------------------------------------------------- */

static void add_known(uint64_t *sum, uint64_t v)
{
	*sum = *sum == EV_UNKNOWN || v == EV_UNKNOWN ? EV_UNKNOWN : *sum + v;
}

static bool written_known(const struct region *r)
{
	return r->pages.page_size && r->pages.written != EV_UNKNOWN &&
	       rate_known(&r->written_rate);
}

static void sum_region(struct region_sum *sum, const struct region *r)
{
	sum->n++;
	sum->size += r->end - r->start;
	add_known(&sum->rss, r->rss);
	add_known(&sum->pss, r->pss);
	if (sum->n == 1 || r->pss_at_ns < sum->pss_at_ns)
		sum->pss_at_ns = r->pss_at_ns;
	add_known(&sum->swap, r->swap);
	if (rate_known(&r->rss_rate)) {
		sum->rate += rate_value(&r->rss_rate);
		sum->rate_known = true;
	}
	if (written_known(r)) {
		sum->written += rate_value(&r->written_rate);
		sum->written_known = true;
	}
	sum->writable |= r->perm & PERM_W;
	sum->tracked |= !r->pages.page_size || r->pages.written != EV_UNKNOWN;
}

void region_rows_sum(const struct region_rows *rr,
		     const struct region_row *row, struct region_sum *sum)
{
	*sum = (struct region_sum){ .n = 0 };
	for (size_t i = 0; i < row->n; i++)
		sum_region(sum, rr->order.v[row->first + i]);
}

/* --- rows ---------------------------------------------------------------- */

static bool is_open(const struct region_query *q, uint64_t key)
{
	for (size_t i = 0; i < q->open_n; i++)
		if (q->open[i] == key)
			return true;
	return false;
}

/* Adds a row for the last n regions of `order`.  If they are an open fold, also
 * adds a row for each of them. */
static void push_row(struct region_rows *rr, const struct region_query *q,
		     uint64_t key, size_t n, bool fold)
{
	size_t first = rr->order.n - n;
	bool open = fold && is_open(q, key);

	*vec_push(&rr->rows) = (struct region_row){
		.key = key, .first = first, .n = n,
		.fold = fold, .open = open,
	};
	for (size_t i = 0; open && i < n; i++) {
		struct region *r = rr->order.v[first + i];
		*vec_push(&rr->order) = r;
		*vec_push(&rr->rows) = (struct region_row){
			.key = r->start, .first = rr->order.n - 1, .n = 1,
			.member = true,
		};
	}
}

/* True if the region was removed too long ago to be shown. */
static bool is_past(const struct region_rows *rr, const struct region *r)
{
	return r->removed_ns && rr->now_ns >= r->removed_ns + MARK_NS;
}

/* True if both regions share a row, as adjacent mappings of one file do.  A
 * removed region has a row of its own. */
static bool folds_with(const struct region *a, const struct region *b)
{
	return !a->removed_ns && !b->removed_ns && region_same_file(a, b);
}

static void rows_by_address(struct region_rows *rr,
			    const struct region_query *q,
			    struct region *const *all, size_t n)
{
	size_t next;

	for (size_t i = 0; i < n; i = next) {
		next = i + 1;
		if (q->by == BY_FILE)
			while (next < n && folds_with(all[i], all[next]))
				next++;
		for (size_t j = i; j < next; j++)
			*vec_push(&rr->order) = all[j];
		push_row(rr, q, all[i]->start, next - i, next - i > 1);
	}
}

struct owned {
	uint64_t key;
	size_t order;		/* index of the first region that has the same
				 * owner */
	struct region *region;
};

static uint64_t mix(uint64_t h, uint64_t v)
{
	h = (h ^ v) * UINT64_C(0x9e3779b97f4a7c15);
	return h ^ h >> 29;
}

/* Returns a hash that is equal for equal owners, whether inferred or reported.
 * Small values are mixed in one by one: each may differ in a single bit only,
 * as between one thread's stack and the next thread's TLS. */
static uint64_t holder_key(const struct owner *o)
{
	const unsigned char *code = o->code.data;
	uint64_t h = mix(mix(1, o->whose), (uint64_t)o->tid);

	h = mix(h, o->arena);
	for (size_t i = 0; i < o->code.len; i++)
		h = mix(h, code[i]);
	return (1ull << 62) | h >> 2;
}

/* Returns the key of a region's owner: the reported owner, or a file, or else
 * the task that mapped the region. */
static uint64_t owner_key(const struct process *p, const struct region *r)
{
	if (r->holder.whose)
		return holder_key(&r->holder);
	switch (r->kind) {
	case KIND_HEAP:
	case KIND_STACK:
		return (uint64_t)p->pid;
	case KIND_THREAD_STACK:
	case KIND_GUARD:
	case KIND_ARENA:
	case KIND_ARENA_RESERVE:
		if (r->owner > 0)
			return (uint64_t)r->owner;
		break;
	case KIND_VDSO:
		return OWNER_KERNEL;
	default:
		if (r->inode)
			return (1ull << 63) | (r->dev << 40 ^ r->inode);
		break;
	}
	return r->born.known ? (uint64_t)r->born.tid : 0;
}

static int by_key(const void *a, const void *b)
{
	const struct owned *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->region->start < y->region->start ? -1
						   : x->region->start >
							     y->region->start;
}

static int by_order(const void *a, const void *b)
{
	const struct owned *x = a, *y = b;

	if (x->order != y->order)
		return x->order < y->order ? -1 : 1;
	return by_key(a, b);
}

/* Groups regions by owner, in the order of the owners' first regions. */
static void rows_by_owner(struct region_rows *rr,
			  const struct region_query *q,
			  const struct process *p, struct region *const *all,
			  size_t n)
{
	VEC(struct owned) owned = VEC_INIT;

	for (size_t i = 0; i < n; i++)
		*vec_push(&owned) = (struct owned){
			.key = owner_key(p, all[i]), .order = i,
			.region = all[i],
		};
	if (n)
		qsort(owned.v, n, sizeof *owned.v, by_key);
	for (size_t i = 1; i < n; i++)
		if (owned.v[i].key == owned.v[i - 1].key)
			owned.v[i].order = owned.v[i - 1].order;
	if (n)
		qsort(owned.v, n, sizeof *owned.v, by_order);
	for (size_t i = 0, next; i < n; i = next) {
		for (next = i; next < n &&
			       owned.v[next].key == owned.v[i].key; next++)
			*vec_push(&rr->order) = owned.v[next].region;
		bool one = next - i == 1;
		push_row(rr, q, one ? owned.v[i].region->start : owned.v[i].key,
			 next - i, !one);
	}
	vec_release(&owned);
}

/* Adds a row for a fault outside all regions. */
static void add_fault(struct region_rows *rr, const struct process *p)
{
	struct region_row row = { .key = rr->fault, .fault = true };
	size_t at = 0;

	if (space_find(&p->space, rr->fault) || rr->rows.n == 0)
		return;
	for (size_t i = 0; i < rr->rows.n; i++)
		if (rr->rows.v[i].key < rr->fault)
			at = i + 1;
	/* Do not insert the row between those of an open fold, which move
	 * together. */
	while (at < rr->rows.n && rr->rows.v[at].member)
		at++;
	row.first = rr->rows.v[at ? at - 1 : 0].first;
	*vec_insert(&rr->rows, at) = row;
}

long region_rows_fault(const struct region_rows *rr)
{
	for (size_t i = 0; rr->faulted && i < rr->rows.n; i++)
		if (rr->rows.v[i].fault)
			return (long)i;
	for (size_t i = 0; rr->faulted && i < rr->rows.n; i++) {
		const struct region_row *row = &rr->rows.v[i];

		for (size_t k = 0; k < row->n; k++) {
			const struct region *r = rr->order.v[row->first + k];
			if (r->start <= rr->fault && rr->fault < r->end)
				return (long)i;
		}
	}
	return -1;
}

static bool is_current(const struct region_rows *rr, const struct model *m,
		       const struct process *p, const struct region_query *q)
{
	/* If anything is marked, the rows also depend on the time: marks fade
	 * even without events. */
	return rr->instance == m->instance && rr->space == &p->space &&
	       rr->news == m->news &&
	       (!rr->changed || rr->now_ns == m->now_ns) &&
	       rr->generation == p->space.generation && rr->by == q->by &&
	       rr->only == q->only && rr->folds == q->folds &&
	       rr->filter == q->filter &&
	       (!q->filter || rr->filter_changes == q->filter->changes) &&
	       rr->sort.column == q->sort.column &&
	       rr->sort.reverse == q->sort.reverse;
}

void region_rows_update(struct region_rows *rr, const struct model *m,
			const struct process *p, const struct region_query *q)
{
	VEC(struct region *) all = VEC_INIT;
	uint64_t sizes[MARKS_MAX];

	if (is_current(rr, m, p, q)) {
		rr->now_ns = m->now_ns;
		return;
	}
	rr->space = &p->space;
	rr->instance = m->instance;
	rr->news = m->news;
	rr->generation = p->space.generation;
	rr->by = q->by;
	rr->only = q->only;
	rr->folds = q->folds;
	rr->filter = q->filter;
	rr->now_ns = m->now_ns;
	rr->live = rr->shown = rr->changed = 0;
	rr->faulted = region_fault(m, p, &rr->fault);
	memset(rr->classes, 0, sizeof rr->classes);
	memset(&rr->total, 0, sizeof rr->total);
	vec_clear(&rr->rows);
	vec_clear(&rr->order);

	if (q->filter)
		filter_begin(q->filter, m);
	for (size_t i = 0; i < p->space.regions.n; i++) {
		struct region *r = p->space.regions.v[i];
		enum kind_class class = kind_class_of(r->kind);

		if (is_past(rr, r))
			continue;
		if (!r->removed_ns) {
			rr->live++;
			sum_region(&rr->classes[class], r);
			sum_region(&rr->total, r);
		}
		if (q->only >= 0 && q->only != (int)class)
			continue;
		if (q->filter && !filter_region(q->filter, p, r))
			continue;
		if (region_has_mark(rr, r))
			count_mark(rr, sizes, r);
		rr->shown += !r->removed_ns;
		*vec_push(&all) = r;
	}
	if (q->filter)
		filter_end(q->filter);
	if (q->by == BY_OWNER)
		rows_by_owner(rr, q, p, all.v, all.n);
	else if (q->by != BY_KIND)
		rows_by_address(rr, q, all.v, all.n);
	if (rr->faulted && (q->by == BY_FILE || q->by == BY_NONE))
		add_fault(rr, p);
	region_rows_sort(rr, q);
	if (q->filter)
		rr->filter_changes = q->filter->changes;
	rr->sort = q->sort;
	vec_release(&all);
}

/* --- finding -------------------------------------------------------------- */

static bool row_has(const struct region_rows *rr,
		    const struct region_row *row, uint64_t start)
{
	for (size_t i = 0; i < row->n; i++)
		if (rr->order.v[row->first + i]->start == start)
			return true;
	return false;
}

long region_rows_find(const struct region_rows *rr, uint64_t start)
{
	long found = -1;

	for (size_t i = 0; i < rr->rows.n; i++) {
		const struct region_row *row = &rr->rows.v[i];

		if (!row->fold && !row->fault && row->key == start) {
			/* A removed region and a new one may have the same
			 * start: prefer the new one. */
			found = (long)i;
			if (!rr->order.v[row->first]->removed_ns)
				break;
		} else if (row->fold && !row->open && row->key <= start &&
			   rr->by == BY_FILE && row_has(rr, row, start)) {
			return (long)i;
		} else if (row->fold && !row->open && rr->by == BY_OWNER &&
			   row_has(rr, row, start)) {
			return (long)i;
		}
	}
	return found;
}

long region_rows_fold(const struct region_rows *rr, uint64_t key)
{
	for (size_t i = 0; i < rr->rows.n; i++)
		if (rr->rows.v[i].fold && rr->rows.v[i].key == key)
			return (long)i;
	return -1;
}

long region_rows_near(const struct region_rows *rr, uint64_t addr)
{
	long best = 0;
	uint64_t best_gap = UINT64_MAX;

	for (size_t i = 0; i < rr->rows.n; i++) {
		const struct region_row *row = &rr->rows.v[i];
		uint64_t at = rr->order.v[row->first]->start;
		uint64_t gap = at > addr ? at - addr : addr - at;

		if (!row->fault && gap < best_gap) {
			best_gap = gap;
			best = (long)i;
		}
	}
	return best;
}
