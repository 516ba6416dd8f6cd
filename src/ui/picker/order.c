/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/picker/order.h"

#include <stdlib.h>

#include "ui/kit/order.h"

/* The lines of the tree are drawn only down to this level. */
#define LINES_MAX 63
#define NONE ((size_t)-1)

/* --- sorting -------------------------------------------------------------- */

static double value_of(const struct picks *p, const struct pick *k)
{
	switch (p->sort) {
	case PICK_RSS:
		return k->p.rss == EV_UNKNOWN ? -1 : (double)k->p.rss;
	case PICK_RATE:
		return rate_value(&k->rss_rate);
	case PICK_AGE:
		return (double)k->p.start;	/* the youngest process first */
	case PICK_PID:
		return -(double)k->p.pid;
	default:
		return 0;
	}
}

static struct order_key key_of(const struct picks *p, size_t i)
{
	const struct pick *k = &p->all.v[i];

	return (struct order_key){
		.row = i, .value = value_of(p, k), .tie = (uint64_t)k->p.pid,
		.name = p->sort == PICK_USER ? k->p.user :
			p->sort == PICK_COMMAND ? k->command : NULL,
	};
}

static size_t parent_of(const struct picks *p, size_t i)
{
	const struct pick *k = picks_at(p, p->all.v[i].p.ppid);

	return k && k != &p->all.v[i] ? (size_t)(k - p->all.v) : NONE;
}

/* A process during lift(). */
struct lifting {
	size_t parent, waits;		/* `waits` is the number of children
					 * that are not handled yet */
	bool leads;			/* the process or a descendant
					 * matches */
};

static void lift_one(struct order_key *keys, struct lifting *v, size_t at)
{
	size_t parent = v[at].parent;

	if (parent == NONE || !v[at].leads)
		return;
	if (keys[parent].value < keys[at].value)
		keys[parent].value = keys[at].value;
	v[parent].leads = true;
}

/* Makes a tree sort by its largest process: each parent gets the largest value
 * of the shown processes below it.  Children are handled before their parent,
 * each once, and without recursion, as a chain may have any length.  Processes
 * in a loop of parents are never handled. */
static void lift(const struct picks *p, struct order_key *keys)
{
	struct lifting *v = xcalloc(p->all.n + 1, sizeof *v);

	for (size_t i = 0; i < p->all.n; i++) {
		v[i].parent = parent_of(p, i);
		v[i].leads = p->all.v[i].match;
	}
	for (size_t i = 0; i < p->all.n; i++)
		if (v[i].parent != NONE)
			v[v[i].parent].waits++;
	for (size_t i = 0; i < p->all.n; i++) {
		/* NONE marks a handled process: no process has that many
		 * children. */
		for (size_t at = i; at != NONE && v[at].waits == 0;) {
			size_t parent = v[at].parent;

			lift_one(keys, v, at);
			v[at].waits = NONE;
			if (parent != NONE)
				v[parent].waits--;
			at = parent;
		}
	}
	free(v);
}

void picks_order(struct picks *p)
{
	struct order_key *keys = xcalloc(p->all.n + 1, sizeof *keys);
	const struct sort sort = { (int)p->sort, p->reverse };

	for (size_t i = 0; i < p->all.n; i++)
		keys[i] = key_of(p, i);
	if (p->tree && !p->reverse)
		lift(p, keys);
	/* Until the next sort, the processes stay in this order. */
	order_sort(keys, p->all.n, &sort);
	for (size_t i = 0; i < p->all.n; i++)
		p->all.v[keys[i].row].order = i;
	p->orders = p->all.n;
	free(keys);
}

/* --- rows ----------------------------------------------------------------- */

/* A process in the tree of shown processes.  Other processes are referred to by
 * their index in picks.all. */
struct pick_node {
	size_t parent, child, next;	/* NONE if there is no such process */
	size_t seen;			/* number of the last walk from child
					 * to parent that visited the node;
					 * 0: none */
};

struct pick_tree {
	struct picks *p;
	struct pick_node *v;
	size_t *sorted;			/* indexes of all processes, in the
					 * order of the last sort */
};

static int by_order(const void *a, const void *b, void *arg)
{
	const struct picks *p = arg;
	const struct pick *x = &p->all.v[*(const size_t *)a];
	const struct pick *y = &p->all.v[*(const size_t *)b];

	return (x->order > y->order) - (x->order < y->order);
}

static void mark_shown(struct pick_tree *t)
{
	struct picks *p = t->p;

	for (size_t i = 0; i < p->all.n; i++)
		p->all.v[i].shown = false;
	for (size_t i = 0; i < p->all.n; i++) {
		if (!p->all.v[i].match)
			continue;
		for (size_t at = i; at != NONE && !p->all.v[at].shown;
		     at = p->tree ? t->v[at].parent : NONE)
			p->all.v[at].shown = true;
	}
}

static void push(struct pick_tree *t, size_t i, int depth, uint64_t lines,
		 bool last)
{
	struct pick *k = &t->p->all.v[i];

	*vec_push(&t->p->rows) = (struct pick_row){
		.pid = k->p.pid, .depth = depth, .lines = lines,
		.last = last, .match = k->match,
	};
}

static uint64_t line_below(uint64_t lines, int depth, bool last)
{
	if (depth < 1 || depth > LINES_MAX)
		return lines;
	return last ? lines & ~(UINT64_C(1) << depth)
		    : lines | UINT64_C(1) << depth;
}

/* If a chain of ancestors leads to a single match, returns the nearest
 * ancestor: only this one is shown. */
static size_t first_of_interest(const struct pick_tree *t, size_t root)
{
	for (;;) {
		size_t child = t->v[root].child;

		if (t->p->all.v[root].match || child == NONE ||
		    t->v[child].next != NONE || t->p->all.v[child].match)
			return root;
		root = child;
	}
}

/* Adds the rows of a tree.  Not recursive: a chain of forks may have any
 * length. */
static void walk(struct pick_tree *t, size_t root)
{
	uint64_t lines = 0;
	int depth = 0;
	size_t at;

	root = first_of_interest(t, root);
	push(t, root, 0, 0, true);
	for (at = root;;) {
		if (t->v[at].child != NONE) {
			at = t->v[at].child;
			depth++;
		} else {
			while (at != root && t->v[at].next == NONE) {
				at = t->v[at].parent;
				depth--;
			}
			if (at == root)
				return;
			at = t->v[at].next;
		}
		lines = line_below(lines, depth, t->v[at].next == NONE);
		push(t, at, depth, lines, t->v[at].next == NONE);
	}
}

/* Processes are not all read at the same time, so two may seem to be each
 * other's parents: then one becomes a root. */
static void cut_loops(struct pick_tree *t)
{
	for (size_t i = 0; i < t->p->all.n; i++) {
		size_t at = t->sorted[i];

		while (at != NONE && !t->v[at].seen) {
			t->v[at].seen = i + 1;
			if (t->v[at].parent != NONE &&
			    t->v[t->v[at].parent].seen == i + 1)
				t->v[at].parent = NONE;
			at = t->v[at].parent;
		}
	}
}

static void link_children(struct pick_tree *t)
{
	/* Goes from last to first, as each process is inserted before its
	 * siblings. */
	for (size_t i = t->p->all.n; i-- > 0;) {
		size_t at = t->sorted[i], parent = t->v[at].parent;

		if (!t->p->all.v[at].shown || parent == NONE)
			continue;
		t->v[at].next = t->v[parent].child;
		t->v[parent].child = at;
	}
}

static void lay(struct pick_tree *t)
{
	struct picks *p = t->p;

	for (size_t i = 0; i < p->all.n; i++) {
		t->sorted[i] = i;
		t->v[i] = (struct pick_node){ p->tree ? parent_of(p, i) : NONE,
					 NONE, NONE, 0 };
	}
	qsort_r(t->sorted, p->all.n, sizeof *t->sorted, by_order, p);
	if (p->tree)
		cut_loops(t);
	mark_shown(t);
	link_children(t);
	for (size_t i = 0; i < p->all.n; i++) {
		size_t at = t->sorted[i];

		if (p->all.v[at].shown && t->v[at].parent == NONE)
			walk(t, at);
	}
}

void picks_make_rows(struct picks *p)
{
	struct pick_tree t = {
		.p = p,
		.v = xcalloc(p->all.n + 1, sizeof *t.v),
		.sorted = xcalloc(p->all.n + 1, sizeof *t.sorted),
	};

	vec_clear(&p->rows);
	lay(&t);
	free(t.v);
	free(t.sorted);
}
