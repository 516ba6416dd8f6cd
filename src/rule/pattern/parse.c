/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include <string.h>

#include "rule/pattern/private.h"

struct parsing {
	struct re_tree *t;
	const char *s, *end;
	int depth;			/* number of open parentheses */
	enum pattern_fault why;
};

static int parse_either(struct parsing *p);

/* Records the error, if it is the first one. */
static int wrong(struct parsing *p, enum pattern_fault why)
{
	if (!p->why)
		p->why = why;
	p->s = p->end;
	return -1;
}

static int add(struct parsing *p, struct re_node node)
{
	*vec_push(&p->t->nodes) = node;
	return (int)p->t->nodes.n - 1;
}

static bool take(struct parsing *p, char c)
{
	if (p->s == p->end || *p->s != c)
		return false;
	p->s++;
	return true;
}

static uint32_t take_char(struct parsing *p)
{
	uint32_t c;

	p->s += char_at(p->s, (size_t)(p->end - p->s), &c);
	return c;
}

/* --- sets ----------------------------------------------------------------- */

static int add_set(struct parsing *p, struct char_set set)
{
	*vec_push(&p->t->sets) = set;
	return add(p, (struct re_node){ .type = NODE_SET,
				     .c = (uint32_t)p->t->sets.n - 1 });
}

/* Parses a class such as [:alpha:]; its opening bracket has been read. */
static bool take_kind(struct parsing *p, struct char_set *set)
{
	const char *name, *end;
	enum char_kind kind;

	if (p->s == p->end || !strchr(":.=", *p->s))
		return false;
	if (*p->s != ':') {
		wrong(p, PATTERN_COLLATES);
		return true;
	}
	name = ++p->s;
	end = memmem(name, (size_t)(p->end - name), ":]", 2);
	kind = end ? char_kind_named(name, (size_t)(end - name)) : KINDS;
	if (kind == KINDS) {
		wrong(p, PATTERN_NO_CLASS);
		return true;
	}
	set->kinds |= 1u << kind;
	p->s = end + 2;
	return true;
}

static void take_range(struct parsing *p, struct char_set *set)
{
	struct char_range r;

	r.first = r.last = take_char(p);
	/* A dash directly before ] is an ordinary character, not a range. */
	if (p->end - p->s >= 2 && p->s[0] == '-' && p->s[1] != ']') {
		p->s++;
		if (p->s[0] == '[' && p->end - p->s > 1 &&
		    strchr(":.=", p->s[1]))
			wrong(p, PATTERN_RANGE_TO_CLASS);
		else
			r.last = take_char(p);
	}
	if (r.first > r.last)
		wrong(p, PATTERN_RANGE_BACK);
	*vec_push(&set->ranges) = r;
}

static int parse_set(struct parsing *p)
{
	struct char_set set = { .not = take(p, '^') };
	bool first = true;

	for (;; first = false) {
		if (p->s == p->end) {
			vec_release(&set.ranges);
			return wrong(p, PATTERN_OPEN_SET);
		}
		if (!first && take(p, ']'))
			break;
		if (*p->s == '[') {
			p->s++;
			if (take_kind(p, &set))
				continue;
			p->s--;
		}
		take_range(p, &set);
	}
	return add_set(p, set);
}

/* --- single elements ------------------------------------------------------ */

static int parse_escape(struct parsing *p)
{
	static const struct {
		char c;
		enum node_type type;
	} places[] = {
		{ 'b', NODE_EDGE }, { 'B', NODE_NO_EDGE },
		{ '<', NODE_WORD_START }, { '>', NODE_WORD_END },
		{ '`', NODE_START }, { '\'', NODE_END },
	};

	if (p->s == p->end)
		return wrong(p, PATTERN_LONE_ESCAPE);
	if (*p->s >= '1' && *p->s <= '9')
		return wrong(p, PATTERN_BACK_REFERENCE);
	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		if (take(p, places[i].c))
			return add(p,
				   (struct re_node){ .type = places[i].type });
	for (const char *k = "wWsS"; *k; k++)
		if (take(p, *k))
			return add_set(p, (struct char_set){
				.not = *k == 'W' || *k == 'S',
				.kinds = 1u << (*k == 'w' || *k == 'W' ?
						KIND_WORD : KIND_SPACE) });
	return add(p, (struct re_node){ .type = NODE_CHAR, .c = take_char(p) });
}

static int parse_group(struct parsing *p)
{
	int inside;

	p->depth++;
	inside = parse_either(p);
	if (!take(p, ')'))
		return wrong(p, PATTERN_OPEN_GROUP);
	p->depth--;
	return inside;
}

static int parse_one(struct parsing *p)
{
	if (take(p, '('))
		return parse_group(p);
	if (take(p, '['))
		return parse_set(p);
	if (take(p, '\\'))
		return parse_escape(p);
	if (take(p, '.'))
		return add(p, (struct re_node){ .type = NODE_ANY });
	if (take(p, '^'))
		return add(p, (struct re_node){ .type = NODE_START });
	if (take(p, '$'))
		return add(p, (struct re_node){ .type = NODE_END });
	if (strchr("*+?{", *p->s))
		return wrong(p, PATTERN_REPEATS_NOTHING);
	return add(p, (struct re_node){ .type = NODE_CHAR, .c = take_char(p) });
}

/* --- repetitions and sequences -------------------------------------------- */

/* Parses a number up to PATTERN_REPEATS; `fallback` if there is no number. */
static int take_number(struct parsing *p, int fallback)
{
	int n = 0;

	if (p->s == p->end || *p->s < '0' || *p->s > '9')
		return fallback;
	while (p->s < p->end && *p->s >= '0' && *p->s <= '9') {
		n = n * 10 + (*p->s++ - '0');
		if (n > PATTERN_REPEATS)
			return wrong(p, PATTERN_MANY_REPEATS);
	}
	return n;
}

static bool take_braces(struct parsing *p, struct re_node *repeat)
{
	const char *begin = p->s;

	repeat->min = take_number(p, 0);
	if (take(p, ','))
		repeat->max = take_number(p, ENDLESS);
	else if (p->s > begin)
		repeat->max = repeat->min;
	else
		wrong(p, PATTERN_NO_NUMBER);
	if (!p->why && !take(p, '}'))
		wrong(p, PATTERN_OPEN_BRACES);
	if (!p->why && repeat->max != ENDLESS && repeat->max < repeat->min)
		wrong(p, PATTERN_BRACES_BACK);
	return !p->why;
}

static int parse_repeated(struct parsing *p)
{
	int one = parse_one(p);

	while (!p->why && p->s < p->end) {
		struct re_node repeat = { .type = NODE_REPEAT, .a = one,
					  .max = ENDLESS };

		if (take(p, '*'))
			repeat.min = 0;
		else if (take(p, '+'))
			repeat.min = 1;
		else if (take(p, '?'))
			repeat.max = 1;
		else if (!take(p, '{'))
			break;
		else if (!take_braces(p, &repeat))
			return -1;
		one = add(p, repeat);
	}
	return one;
}

static int parse_sequence(struct parsing *p)
{
	int all = -1;

	/* An unmatched ) is an ordinary character. */
	while (!p->why && p->s < p->end && *p->s != '|' &&
	       !(*p->s == ')' && p->depth)) {
		int one = parse_repeated(p);

		all = all < 0 ? one :
		      add(p, (struct re_node){ .type = NODE_THEN, .a = all,
					    .b = one });
	}
	return all < 0 ? add(p, (struct re_node){ .type = NODE_NOTHING }) : all;
}

static int parse_either(struct parsing *p)
{
	int all = parse_sequence(p);

	while (!p->why && take(p, '|')) {
		int other = parse_sequence(p);

		all = add(p, (struct re_node){ .type = NODE_OR, .a = all,
					    .b = other });
	}
	return all;
}

enum pattern_fault tree_parse(struct re_tree *t, const char *text, size_t n)
{
	struct parsing p = { .t = t, .s = text, .end = text + n };

	if (n > PATTERN_BYTES)
		return PATTERN_TOO_LONG;
	if (memchr(text, '\0', n))
		return PATTERN_ZERO_BYTE;
	t->root = parse_either(&p);
	return p.why;
}

void tree_release(struct re_tree *t)
{
	for (size_t i = 0; i < t->sets.n; i++)
		vec_release(&t->sets.v[i].ranges);
	vec_release(&t->sets);
	vec_release(&t->nodes);
}
