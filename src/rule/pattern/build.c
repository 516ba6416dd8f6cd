/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts a tree to states.  They are added from the end of the pattern to its
 * start, so that the next state is always known. */
#include <config.h>

#include "rule/pattern/private.h"

/* Limit of visited nodes.  The limit of states is not enough: (){255}{255}{255}
 * adds no state, but visits millions of nodes. */
#define STEPS_MAX 65536

struct building {
	struct pattern *p;
	const struct re_tree *t;
	int steps;
	bool full;
};

static int build(struct building *b, int node, int next);

static int add(struct building *b, struct re_state state)
{
	if (b->p->states.n == PATTERN_STATES)
		b->full = true;
	if (b->full)
		return STATE_MATCH;
	*vec_push(&b->p->states) = state;
	return (int)b->p->states.n - 1;
}

/* Builds x{2,4} as xx(x(x)?)?, and x{2,} as x and a loop of x. */
static int build_repeat(struct building *b, const struct re_node *node,
			int next)
{
	int at = next, copies = node->min;

	if (node->max == ENDLESS) {
		int fork = add(b, (struct re_state){ .type = STATE_FORK,
						  .other = next });
		int once = build(b, node->a, fork);

		if (b->full)
			return STATE_MATCH;
		b->p->states.v[fork].next = once;
		at = copies ? once : fork;
		copies -= copies > 0;
	}
	for (int i = node->min; i < node->max && !b->full; i++)
		at = add(b, (struct re_state){ .type = STATE_FORK,
					    .next = build(b, node->a, at),
					    .other = next });
	for (int i = 0; i < copies && !b->full; i++)
		at = build(b, node->a, at);
	return at;
}

/* Builds the states of a node, which continue with the state `next`.  Returns
 * the first of the new states. */
static int build(struct building *b, int node, int next)
{
	const struct re_node *n = &b->t->nodes.v[node];

	if (++b->steps > STEPS_MAX)
		b->full = true;
	if (b->full)
		return STATE_MATCH;
	switch (n->type) {
	case NODE_NOTHING:
		return next;
	case NODE_THEN:
		return build(b, n->a, build(b, n->b, next));
	case NODE_OR:
		return add(b, (struct re_state){ .type = STATE_FORK,
					      .next = build(b, n->a, next),
					      .other = build(b, n->b, next) });
	case NODE_REPEAT:
		return build_repeat(b, n, next);
	default:
		return add(b, (struct re_state){ .type = (int)n->type,
					      .c = n->c, .next = next });
	}
}

enum pattern_fault states_build(struct pattern *p, struct re_tree *t)
{
	struct building b = { .p = p, .t = t };

	*vec_push(&p->states) = (struct re_state){ .type = NODE_NOTHING };
	p->first = build(&b, t->root, STATE_MATCH);
	if (b.full)
		return PATTERN_MANY_STATES;
	for (size_t i = 0; i < t->sets.n; i++)
		*vec_push(&p->sets) = t->sets.v[i];
	vec_release(&t->sets);
	return PATTERN_FINE;
}
