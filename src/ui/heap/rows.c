/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/heap/tree.h"

#include <limits.h>
#include <stdlib.h>

#include "base/alloc.h"

/* Minimum time between two computations of the rows: with many sites, mmtop
 * would otherwise react slowly to keys. */
#define MADE_NS 500000000ull

const char *const heap_sort_names[HEAP_SORTS + 1] = {
	[HEAP_SORT_LIVE] = "live", [HEAP_SORT_GROWTH] = "growth",
	[HEAP_SORT_RATE] = "rate", [HEAP_SORT_BLOCKS] = "blocks",
	[HEAP_SORT_RESIDENT] = "resident", [HEAP_SORT_ALLOCS] = "allocs",
	[HEAP_SORT_NAME] = "name",
};

void heap_rows_release(struct heap_rows *hr)
{
	vec_release(&hr->rows);
	vec_release(&hr->turned);
	order_release(&hr->order);
	vec_release(&hr->places);
	vec_release(&hr->sites);
	vec_release(&hr->symbols);
	vec_release(&hr->libraries);
}

int heap_id_compare(const struct heap_id *a, const struct heap_id *b)
{
	if (a->library != b->library)
		return a->library < b->library ? -1 : 1;
	if (a->level == HEAP_LIBRARY || b->level == HEAP_LIBRARY)
		return (int)a->level - (int)b->level;
	if (a->symbol != b->symbol)
		return a->symbol < b->symbol ? -1 : 1;
	if (a->level != b->level)
		return (int)a->level - (int)b->level;
	return a->site < b->site ? -1 : a->site > b->site;
}

/* --- the order ------------------------------------------------------------ */

static double figure(const struct heap_sum *s, int column)
{
	switch (column) {
	case HEAP_SORT_GROWTH: return (double)s->growth;
	case HEAP_SORT_RATE: return s->rate;
	case HEAP_SORT_BLOCKS: return (double)s->blocks;
	case HEAP_SORT_RESIDENT:
		return s->resident == EV_UNKNOWN ? -1 : (double)s->resident;
	case HEAP_SORT_ALLOCS: return s->alloc_rate;
	case HEAP_SORT_NAME: return 0;
	default: return (double)s->live;
	}
}

/* If rows are equal in the sort column, the row with more live bytes comes
 * first, also in reverse order. */
static struct order_key key_of(const struct heap_node *n, size_t i, int column)
{
	bool by_name = column == HEAP_SORT_NAME;
	const char *name = n->id.level == HEAP_LIBRARY ?
				   n->site->library->text :
			   n->id.level == HEAP_SYMBOL ?
				   n->site->symbol->text : NULL;
	/* UINT_MAX marks a library; no symbol has that number. */
	unsigned symbol = n->id.level == HEAP_LIBRARY ? UINT_MAX :
							n->id.symbol;

	return (struct order_key){
		.row = i, .id = { (uint64_t)n->id.library << 32 | symbol,
				  n->id.site },
		.name = by_name ? name : NULL, .label = name,
		.number = by_name ? n->id.site : 0,
		.value = figure(&n->sum, column), .tie = ~n->sum.live,
	};
}

/* Sorts the rows of one level that have the same parent row. */
static void sort_nodes(struct heap_rows *hr, struct heap_node *nodes, size_t n)
{
	struct order_key *keys = xcalloc(n + 1, sizeof *keys);
	struct heap_node *copy = xcalloc(n + 1, sizeof *copy);

	for (size_t i = 0; i < n; i++) {
		keys[i] = key_of(&nodes[i], i, hr->order.sort.column);
		copy[i] = nodes[i];
	}
	order_rows_part(&hr->order, keys, n);
	for (size_t i = 0; i < n; i++)
		nodes[i] = copy[keys[i].row];
	free(keys);
	free(copy);
}

/* --- the rows ------------------------------------------------------------- */

static size_t turned_index(const struct heap_rows *hr,
			   const struct heap_id *id)
{
	return vec_lower(&hr->turned, t, heap_id_compare(t, id) < 0);
}

static bool is_turned(const struct heap_rows *hr, const struct heap_id *id)
{
	size_t i = turned_index(hr, id);

	return i < hr->turned.n && !heap_id_compare(&hr->turned.v[i], id);
}

/* By default libraries are open and symbols are folded.  `turned` lists the
 * rows that differ from the default. */
static bool is_folded(const struct heap_rows *hr, const struct heap_id *id)
{
	return (id->level == HEAP_SYMBOL) != is_turned(hr, id);
}

void heap_rows_fold(struct heap_rows *hr, const struct heap_id *id, bool away)
{
	size_t i = turned_index(hr, id);

	if (id->level == HEAP_CALLER || is_folded(hr, id) == away)
		return;
	hr->folds++;
	if (is_turned(hr, id))
		vec_remove(&hr->turned, i);
	else
		*vec_insert(&hr->turned, i) = *id;
}

static void add_row(struct heap_rows *hr, const struct heap_node *n, int depth,
		    bool opens)
{
	*vec_push(&hr->rows) = (struct heap_row){
		.id = n->id, .site = n->site, .sum = n->sum, .depth = depth,
		.opens = opens, .folded = opens && is_folded(hr, &n->id),
	};
}

static void add_symbol(struct heap_rows *hr, const struct heap_node *symbol,
		       const struct heap_mark *mark)
{
	struct heap_node one = *symbol;

	if (symbol->n == 1) {
		one.id.level = HEAP_CALLER;
		one.id.site = symbol->site->id;
		add_row(hr, &one, 1, false);
		return;
	}
	add_row(hr, symbol, 1, true);
	if (is_folded(hr, &symbol->id))
		return;
	hr->sites.n = 0;
	for (size_t i = 0; i < symbol->n; i++)
		*vec_push(&hr->sites) = heap_tree_site(
			hr->places.v[symbol->first + i].site, mark);
	sort_nodes(hr, hr->sites.v, hr->sites.n);
	for (size_t i = 0; i < hr->sites.n; i++)
		add_row(hr, &hr->sites.v[i], 2, false);
}

static void make_rows(struct heap_rows *hr, const struct heap_want *w)
{
	static const struct sort usual = { HEAP_SORT_LIVE, false };

	heap_tree_make(hr, w);
	vec_clear(&hr->rows);
	hr->total = (struct heap_sum){ .resident = EV_UNKNOWN };
	order_rows_begin(&hr->order, w->sort ? w->sort : &usual,
			 w->model->now_ns, w->hold);
	sort_nodes(hr, hr->libraries.v, hr->libraries.n);
	for (size_t i = 0; i < hr->libraries.n; i++) {
		const struct heap_node *n = &hr->libraries.v[i];

		heap_sum_add(&hr->total, &n->sum);
		add_row(hr, n, 0, true);
		if (is_folded(hr, &n->id))
			continue;
		sort_nodes(hr, hr->symbols.v + n->first, n->n);
		for (size_t k = 0; k < n->n; k++)
			add_symbol(hr, &hr->symbols.v[n->first + k], w->mark);
	}
	order_rows_end(&hr->order, w->model->now_ns);
}

static struct heap_made wanted(const struct heap_rows *hr,
				  const struct heap_want *w)
{
	return (struct heap_made){
		.instance = w->model->instance,
		.heap = w->process->heap->number,
		.mark_ns = w->mark ? w->mark->time_ns + 1 : 0,
		.filter_changes = w->filter ? w->filter->changes + 1 : 0,
		.sort = w->sort ? *w->sort : (struct sort){ 0, false },
		.folds = hr->folds, .hold = w->hold,
	};
}

void heap_rows_update(struct heap_rows *hr, const struct heap_want *want)
{
	struct heap_made made = wanted(hr, want);
	uint64_t now = want->model->now_ns;

	if (hr->order.made_ns && now >= hr->made_ns &&
	    now < hr->made_ns + MADE_NS &&
	    made.instance == hr->made.instance &&
	    made.heap == hr->made.heap &&
	    made.mark_ns == hr->made.mark_ns &&
	    made.filter_changes == hr->made.filter_changes &&
	    made.sort.column == hr->made.sort.column &&
	    made.sort.reverse == hr->made.sort.reverse &&
	    made.folds == hr->made.folds && made.hold == hr->made.hold)
		return;
	make_rows(hr, want);
	hr->made = made;
	hr->made_ns = now;
}

long heap_rows_find(const struct heap_rows *hr, const struct heap_id *id)
{
	for (size_t i = 0; i < hr->rows.n; i++)
		if (!heap_id_compare(&hr->rows.v[i].id, id))
			return (long)i;
	return -1;
}
