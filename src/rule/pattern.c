/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "rule/pattern.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "rule/pattern/private.h"

/* A position in the text, given by the characters before and after it. */
#define NO_CHAR UINT32_MAX

struct match_place {
	uint32_t before, behind;
};

/* The states that consume the character after the current position. */
struct re_threads {
	int v[PATTERN_STATES];
	size_t n;
};

struct matching {
	const struct pattern *p;
	struct match_place place;
	unsigned round;
	unsigned seen[PATTERN_STATES];	/* value of `round`, which counts
					 * positions, when the state was entered
					 * last */
	struct re_threads now, then;
	int stack[PATTERN_STATES];
	size_t depth;
};

static void pattern_sets_free(struct pattern *p)
{
	for (size_t i = 0; i < p->sets.n; i++)
		vec_release(&p->sets.v[i].ranges);
	vec_release(&p->sets);
}

struct pattern *pattern_new(const char *text, size_t n,
			    enum pattern_fault *why)
{
	struct pattern *p = xcalloc(1, sizeof *p);
	struct re_tree t = { .root = 0 };

	*why = tree_parse(&t, text, n);
	if (!*why)
		*why = states_build(p, &t);
	tree_release(&t);
	if (!*why)
		return p;
	pattern_free(p);
	return NULL;
}

void pattern_free(struct pattern *p)
{
	if (!p)
		return;
	pattern_sets_free(p);
	vec_release(&p->states);
	free(p);
}

/* --- a single state ------------------------------------------------------- */

static bool in_set(const struct char_set *set, uint32_t c)
{
	bool in = false;

	for (size_t i = 0; i < set->ranges.n && !in; i++)
		in = c >= set->ranges.v[i].first && c <= set->ranges.v[i].last;
	for (int k = 0; k < KINDS && !in; k++)
		in = set->kinds & 1u << k && char_is(c, (enum char_kind)k);
	return in != set->not;
}

static bool word_at(uint32_t c)
{
	return c != NO_CHAR && char_is(c, KIND_WORD);
}

/* True if `type` is a test of the position, such as ^ or \b, that succeeds at
 * *at. */
static bool holds(int type, const struct match_place *at)
{
	bool before = word_at(at->before), behind = word_at(at->behind);

	switch (type) {
	case NODE_START:
		return at->before == NO_CHAR;
	case NODE_END:
		return at->behind == NO_CHAR;
	case NODE_EDGE:
		return before != behind;
	case NODE_NO_EDGE:
		return before == behind;
	case NODE_WORD_START:
		return !before && behind;
	case NODE_WORD_END:
		return before && !behind;
	default:
		return false;
	}
}

static bool takes(const struct pattern *p, const struct re_state *s, uint32_t c)
{
	return s->type == NODE_ANY ||
	       (s->type == NODE_CHAR && s->c == c) ||
	       (s->type == NODE_SET && in_set(&p->sets.v[s->c], c));
}

/* --- all states ----------------------------------------------------------- */

static void push(struct matching *m, int state)
{
	if (m->seen[state] == m->round)
		return;
	m->seen[state] = m->round;
	m->stack[m->depth++] = state;
}

/* Enters the state, and all states that follow it without consuming a
 * character.  Returns true if one of them is the end of the pattern. */
static bool enter(struct matching *m, int state)
{
	push(m, state);
	while (m->depth) {
		int at = m->stack[--m->depth];
		const struct re_state *s = &m->p->states.v[at];

		if (at == STATE_MATCH)
			return true;
		switch (s->type) {
		case STATE_FORK:
			push(m, s->next);
			push(m, s->other);
			break;
		case NODE_CHAR:
		case NODE_ANY:
		case NODE_SET:
			m->now.v[m->now.n++] = at;
			break;
		default:
			if (holds(s->type, &m->place))
				push(m, s->next);
		}
	}
	return false;
}

/* Enters all states that the pattern can be in at this position, and the
 * pattern's first state: a match can start anywhere.  Returns true at a
 * match. */
static bool arrive(struct matching *m)
{
	m->round++;
	m->now.n = 0;
	m->depth = 0;
	for (size_t i = 0; i < m->then.n; i++)
		if (enter(m, m->then.v[i]))
			return true;
	return enter(m, m->p->first);
}

static void advance(struct matching *m, uint32_t c)
{
	m->then.n = 0;
	for (size_t i = 0; i < m->now.n; i++) {
		const struct re_state *s = &m->p->states.v[m->now.v[i]];

		if (takes(m->p, s, c))
			m->then.v[m->then.n++] = s->next;
	}
}

bool pattern_matches(const struct pattern *p, const char *text, size_t n)
{
	bool anchored = p->states.v[p->first].type == NODE_START;
	struct matching m;

	m.p = p;
	m.place.before = NO_CHAR;
	m.round = 0;
	m.then.n = 0;
	memset(m.seen, 0, p->states.n * sizeof *m.seen);
	for (size_t at = 0;;) {
		uint32_t c = NO_CHAR;

		if (at < n)
			at += char_at(text + at, n - at, &c);
		m.place.behind = c;
		if (arrive(&m))
			return true;
		if (c == NO_CHAR || (anchored && !m.now.n))
			return false;
		advance(&m, c);
		m.place.before = c;
	}
}
