/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/processes/rows.h"

#include <stdlib.h>

/* A process, while the tree is being made. */
struct process_node {
	const struct process *p;
	size_t order;		/* index in the model; if two have the same pid,
				 * the older one has the lower index */
	long parent;		/* index of the parent's node; -1: the process
				 * is a root */
	bool shown;
};

struct process_tree {
	struct task_rows *out;
	VEC(struct process_node) nodes;		/* sorted by pid; of equal pids,
						 * a living process first */
	VEC(size_t) children;		/* indexes of nodes, sorted by parent,
					 * then by order */
	const pid_t *folded;
	size_t folded_n;
	const struct process *keep;
};

void task_rows_release(struct task_rows *tr)
{
	vec_release(&tr->rows);
	order_release(&tr->order);
	*tr = (struct task_rows){ .tree = 0 };
}

static int by_pid(const void *a, const void *b)
{
	const struct process_node *x = a, *y = b;

	if (x->p->pid != y->p->pid)
		return x->p->pid < y->p->pid ? -1 : 1;
	if (x->p->ended != y->p->ended)
		return x->p->ended ? 1 : -1;
	/* The pid was reused: the younger process comes first. */
	return x->order > y->order ? -1 : x->order < y->order;
}

static long node_of(const struct process_tree *t, pid_t pid)
{
	size_t low = 0, high = t->nodes.n;

	while (low < high) {
		size_t mid = (low + high) / 2;
		if (t->nodes.v[mid].p->pid < pid)
			low = mid + 1;
		else
			high = mid;
	}
	return low < t->nodes.n && t->nodes.v[low].p->pid == pid ? (long)low
								 : -1;
}

/* If pids were reused, processes may seem to be each other's parents: cut such
 * a loop. */
static void cut_loop(struct process_tree *t, long i)
{
	long at = t->nodes.v[i].parent;

	for (size_t steps = 0; at >= 0 && steps <= t->nodes.n; steps++) {
		if (at == i) {
			t->nodes.v[i].parent = -1;
			return;
		}
		at = t->nodes.v[at].parent;
	}
}

/* Marks a node and its ancestors as shown. */
static void show_up(struct process_tree *t, long i)
{
	while (i >= 0 && !t->nodes.v[i].shown) {
		t->nodes.v[i].shown = true;
		i = t->nodes.v[i].parent;
	}
}

static void make_nodes(struct process_tree *t, const struct model *m)
{
	for (size_t i = 0; i < m->processes.n; i++)
		*vec_push(&t->nodes) = (struct process_node){
			.p = m->processes.v[i], .order = i, .parent = -1,
		};
	if (t->nodes.n)
		qsort(t->nodes.v, t->nodes.n, sizeof *t->nodes.v, by_pid);
	for (size_t i = 0; i < t->nodes.n; i++) {
		struct process_node *n = &t->nodes.v[i];
		long parent = node_of(t, n->p->ppid);
		n->parent = parent == (long)i ? -1 : parent;
		if (!n->p->ended) {
			t->out->live++;
			t->out->threads += n->p->tasks.n > 1
						   ? n->p->tasks.n - 1
						   : 0;
		}
	}
	for (size_t i = 0; i < t->nodes.n; i++)
		cut_loop(t, (long)i);
	for (size_t i = 0; i < t->nodes.n; i++)
		if (!t->nodes.v[i].p->ended || t->out->live == 0 ||
		    t->nodes.v[i].p == t->keep)
			show_up(t, (long)i);
}

static int by_parent(const void *a, const void *b, void *tree)
{
	const struct process_tree *t = tree;
	const struct process_node *x = &t->nodes.v[*(const size_t *)a];
	const struct process_node *y = &t->nodes.v[*(const size_t *)b];

	if (x->parent != y->parent)
		return x->parent < y->parent ? -1 : 1;
	if (x->p->born_ns != y->p->born_ns)
		return x->p->born_ns < y->p->born_ns ? -1 : 1;
	return x->p->pid < y->p->pid ? -1 : x->p->pid > y->p->pid;
}

static void make_children(struct process_tree *t)
{
	for (size_t i = 0; i < t->nodes.n; i++)
		if (t->nodes.v[i].shown)
			*vec_push(&t->children) = i;
	if (t->children.n)
		qsort_r(t->children.v, t->children.n, sizeof *t->children.v,
			by_parent, t);
}

/* Returns the index of the parent's first child in `children`. */
static size_t first_child(const struct process_tree *t, long parent)
{
	size_t low = 0, high = t->children.n;

	while (low < high) {
		size_t mid = (low + high) / 2;
		if (t->nodes.v[t->children.v[mid]].parent < parent)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static bool is_folded(const struct process_tree *t, pid_t pid)
{
	for (size_t i = 0; i < t->folded_n; i++)
		if (t->folded[i] == pid)
			return true;
	return false;
}

static bool is_child(const struct process_tree *t, size_t i, long parent)
{
	return i < t->children.n &&
	       t->nodes.v[t->children.v[i]].parent == parent;
}

static void add_tasks(struct process_tree *t, const struct process *p,
		      int depth, uint32_t lines, bool more)
{
	size_t n = p->ended ? 0 : p->tasks.n;

	for (size_t i = 0; i < n; i++) {
		const struct task *task = &p->tasks.v[i];
		if (task->tid == p->pid)
			continue;
		*vec_push(&t->out->rows) = (struct task_row){
			.process = p, .task = task, .depth = depth,
			.lines = lines, .last = i + 1 == n && !more,
		};
	}
}

static void add_node(struct process_tree *t, size_t i, int depth,
		     uint32_t lines, bool last)
{
	struct process_node *n = &t->nodes.v[i];
	size_t child = first_child(t, (long)i);
	bool has_children = is_child(t, child, (long)i);
	bool inside = has_children || (!n->p->ended && n->p->tasks.n > 1);
	bool folded = inside && is_folded(t, n->p->pid);
	int below = depth < TREE_DEPTH_MAX ? depth + 1 : depth;

	*vec_push(&t->out->rows) = (struct task_row){
		.process = n->p, .depth = depth, .lines = lines,
		.last = last, .folded = folded,
	};
	if (depth > 0 && !last)
		lines |= 1u << depth;
	else
		lines &= ~(1u << depth);
	if (!folded)
		add_tasks(t, n->p, below, lines, has_children);
	for (; !folded && is_child(t, child, (long)i); child++)
		add_node(t, t->children.v[child], below, lines,
			 !is_child(t, child + 1, (long)i));
}

/* Sorts ended processes, newest first, so the newest is next to the living
 * ones, however many have ended. */
static int by_end(const void *a, const void *b)
{
	const struct process *x = ((const struct task_row *)a)->process;
	const struct process *y = ((const struct task_row *)b)->process;

	if (x->ended_ns != y->ended_ns)
		return x->ended_ns > y->ended_ns ? -1 : 1;
	return x->pid > y->pid ? -1 : x->pid < y->pid;
}

/* Replaces the rows of the ended processes by one row. */
static void fold_ended(struct task_rows *out)
{
	struct task_row *first = out->rows.v + out->tree;
	size_t n = out->rows.n - out->tree;

	for (size_t i = 0; i < n; i++) {
		first->killed += first[i].process->signal > 0;
		if (first[i].process->peak_rss > first->process->peak_rss)
			first->process = first[i].process;
	}
	first->ended = n;
	out->rows.n = out->tree + 1;
}

static void add_ended(struct process_tree *t, bool open)
{
	struct task_rows *out = t->out;

	out->tree = out->rows.n;
	for (size_t i = 0; i < t->nodes.n; i++)
		if (!t->nodes.v[i].shown)
			*vec_push(&out->rows) = (struct task_row){
				.process = t->nodes.v[i].p, .last = true,
			};
	if (out->rows.n > out->tree)
		qsort(out->rows.v + out->tree, out->rows.n - out->tree,
		      sizeof *out->rows.v, by_end);
	if (!open && out->rows.n > out->tree + 1)
		fold_ended(out);
}

void task_rows_update(struct task_rows *tr, const struct model *m,
		      const pid_t *folded, size_t folded_n,
		      const struct process *keep, bool open)
{
	struct process_tree t = {
		.out = tr, .nodes = VEC_INIT, .children = VEC_INIT,
		.folded = folded, .folded_n = folded_n, .keep = keep,
	};

	vec_clear(&tr->rows);
	tr->live = tr->threads = 0;
	make_nodes(&t, m);
	make_children(&t);
	for (size_t i = 0; is_child(&t, i, -1); i++)
		add_node(&t, t.children.v[i], 0, 0, true);
	add_ended(&t, open);
	vec_release(&t.nodes);
	vec_release(&t.children);
}

long task_rows_ended(const struct task_rows *tr)
{
	return tr->tree < tr->rows.n && tr->rows.v[tr->tree].ended ?
	       (long)tr->tree : -1;
}

uint64_t processes_rss(const struct model *m, size_t *live)
{
	uint64_t sum = 0;

	*live = 0;
	for (size_t i = 0; i < m->processes.n; i++) {
		const struct process *p = m->processes.v[i];

		if (p->ended || p->detached)
			continue;
		++*live;
		if (p->usage_ns && p->usage.rss != EV_UNKNOWN)
			sum += p->usage.rss;
	}
	return sum;
}

const struct process *processes_peak(const struct model *m)
{
	const struct process *most = NULL;

	for (size_t i = 0; i < m->processes.n; i++)
		if (m->processes.v[i]->peak_rss > (most ? most->peak_rss : 0))
			most = m->processes.v[i];
	return most;
}

long task_rows_find(const struct task_rows *tr, pid_t pid, pid_t tid,
		    uint64_t start)
{
	long found = -1;

	for (size_t i = 0; i < tr->rows.n; i++) {
		const struct task_row *row = &tr->rows.v[i];

		if (row->process->pid != pid)
			continue;
		if (!row->task) {
			if (found < 0 || row->process->start == start)
				found = (long)i;
		} else if (row->task->tid == tid && tid != pid) {
			return (long)i;
		}
	}
	return found;
}
