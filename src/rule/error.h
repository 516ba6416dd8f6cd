/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is wrong with a rule, as data: this layer has no words for people, they
 * are made in ui/rule_words.
 */
#ifndef RULE_ERROR_H
#define RULE_ERROR_H

enum rule_fault {
	RULE_OK,
	RULE_SYNTAX,		/* text: what Lua says, in English */
	RULE_FAILED,		/* while it ran; text: what Lua says */
	RULE_ENDLESS,		/* more steps, or time, than a rule may take */
	RULE_MEMORY,		/* more memory than a rule may have */
	RULE_TOO_LONG,		/* the text itself */
	RULE_NO_NAME,		/* text: a name that is none; near: one that
				 * it may mean, or "" */
	RULE_NOT_BOOL,		/* text: the type it gives instead */
	/* of a configuration, with its key: */
	RULE_NO_KEY,		/* text: the key that is none; near */
	RULE_BAD_TYPE,		/* it takes `want` */
	RULE_NO_WORD,		/* text: a word that is none of its; near */
	RULE_TWICE,		/* text: a key that `near` has already */
	RULE_LAYOUT,		/* text: an element of a layout; layout */
	RULE_ONE_OF,		/* text: what has none, or several, of `near` */
	/* of a decoder: */
	RULE_NO_RESULT,		/* it ended, and set no `result` */
	RULE_BAD_RESULT,	/* text: the type of what it set instead */
	/* of any: */
	RULE_PATTERN,		/* pattern: of a regular expression */
	RULE_NO_LUA,		/* text: why it cannot be loaded, in English */
};

/* What is wrong with an element of a layout. */
enum layout_fault {
	LAYOUT_FINE,
	LAYOUT_EMPTY,		/* there is none at all */
	LAYOUT_NO_TYPE, LAYOUT_NO_NAME, LAYOUT_NO_LENGTH, LAYOUT_NO_PLACE,
	LAYOUT_TOO_LARGE, LAYOUT_TOO_MANY, LAYOUT_MORE,
	LAYOUT_FAULTS
};

/* What is wrong with a regular expression. */
enum pattern_fault {
	PATTERN_FINE,
	PATTERN_TOO_LONG, PATTERN_ZERO_BYTE, PATTERN_OPEN_GROUP,
	PATTERN_OPEN_SET, PATTERN_NO_CLASS, PATTERN_COLLATES,
	PATTERN_RANGE_TO_CLASS, PATTERN_RANGE_BACK, PATTERN_LONE_ESCAPE,
	PATTERN_BACK_REFERENCE, PATTERN_REPEATS_NOTHING, PATTERN_MANY_REPEATS,
	PATTERN_NO_NUMBER, PATTERN_OPEN_BRACES, PATTERN_BRACES_BACK,
	PATTERN_MANY_STATES,
	PATTERN_FAULTS
};

enum rule_want {
	WANT_TEXT, WANT_SECONDS, WANT_LIST, WANT_TABLE, WANT_FUNCTION,
	WANT_BOOL,
	WANT_WINDOW,		/* false, true or { offset =, size = } */
	WANT_BYTES,		/* an integer, 0 or more */
	WANT_RATE,		/* a number above 0 */
	WANT_DECODERS,		/* a list of tables, each with a name */
	WANT_SCRIPT,		/* the name of a file, or a function */
};

struct rule_error {
	enum rule_fault fault;
	int line;		/* 0: none is known */
	enum rule_want want;
	enum pattern_fault pattern;
	enum layout_fault layout;
	char key[32];
	char text[160];		/* may hold what the target or user wrote */
	char near[32];
};

#endif
