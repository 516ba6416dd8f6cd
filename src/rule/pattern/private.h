/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files that implement pattern.h.  They parse a pattern into a
 * tree, and convert the tree to the states of the matcher. */
#ifndef RULE_PATTERN_PRIVATE_H
#define RULE_PATTERN_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "rule/pattern.h"

/* --- sets of characters --------------------------------------------------- */

enum char_kind {
	KIND_ALNUM, KIND_ALPHA, KIND_BLANK, KIND_CNTRL, KIND_DIGIT, KIND_GRAPH,
	KIND_LOWER, KIND_PRINT, KIND_PUNCT, KIND_SPACE, KIND_UPPER,
	KIND_XDIGIT, KIND_WORD, KINDS
};

/* Converts "alpha" to KIND_ALPHA; returns KINDS for an unknown name. */
enum char_kind char_kind_named(const char *name, size_t n);
bool char_is(uint32_t c, enum char_kind kind);
/* Decodes the character at s, where n > 0 bytes remain, and returns its length
 * in bytes.  *c is BYTE_CHAR + the byte for an invalid byte. */
#define BYTE_CHAR 0x110000u
size_t char_at(const char *s, size_t n, uint32_t *c);

struct char_range {
	uint32_t first, last;
};

struct char_set {
	bool not;
	unsigned kinds;			/* bits 1u << enum char_kind */
	VEC(struct char_range) ranges;
};

/* --- the tree ------------------------------------------------------------- */

enum node_type {
	NODE_NOTHING, NODE_CHAR, NODE_ANY, NODE_SET,
	NODE_START, NODE_END, NODE_EDGE, NODE_NO_EDGE, NODE_WORD_START,
	NODE_WORD_END,
	NODE_THEN, NODE_OR, NODE_REPEAT
};

#define ENDLESS -1

struct re_node {
	enum node_type type;
	uint32_t c;			/* the character, or the index of a
					 * set */
	int a, b;			/* child nodes */
	int min, max;			/* range of repetitions; max may be
					 * ENDLESS */
};

struct re_tree {
	VEC(struct re_node) nodes;
	VEC(struct char_set) sets;
	int root;
};

/* Call tree_release() afterwards, also after an error. */
enum pattern_fault tree_parse(struct re_tree *t, const char *text, size_t n);
void tree_release(struct re_tree *t);

/* --- the states ----------------------------------------------------------- */

#define STATE_MATCH 0			/* index of the final state */
#define STATE_FORK (NODE_REPEAT + 1)

struct re_state {
	int type;			/* enum node_type, or STATE_FORK */
	uint32_t c;
	int next, other;
};

struct pattern {
	VEC(struct re_state) states;
	VEC(struct char_set) sets;
	int first;
};

/* Builds the states of p from the tree, and moves the tree's sets to p. */
enum pattern_fault states_build(struct pattern *p, struct re_tree *t);

#endif
