/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An error in a rule, as data.  The messages for users are in ui/rule_words.
 * The comments of enum rule_fault name the members of struct rule_error that
 * are set (`text`, `near`, `want`, `layout`, `pattern`).
 */
#ifndef RULE_ERROR_H
#define RULE_ERROR_H

enum rule_fault {
	RULE_OK,
	RULE_SYNTAX,		/* `text` is Lua's message, in English */
	RULE_FAILED,		/* the rule failed while it ran; `text` is Lua's
				 * message */
	RULE_ENDLESS,		/* the rule exceeded the limit of steps or of
				 * CPU time */
	RULE_MEMORY,		/* the rule exceeded the memory limit */
	RULE_TOO_LONG,		/* the text of the rule is too long */
	RULE_NO_NAME,		/* `text` is an unknown name, `near` a similar
				 * name or "" */
	RULE_NOT_BOOL,		/* the result is not a bool; `text` is its
				 * type */
	/* Errors in a configuration; `key` is the setting: */
	RULE_NO_KEY,		/* `text` is an unknown setting, `near` a
				 * similar setting or "" */
	RULE_BAD_TYPE,		/* the setting takes a value of type `want` */
	RULE_NO_WORD,		/* `text` is a word that is not permitted,
				 * `near` a similar permitted word or "" */
	RULE_TWICE,		/* the command `near` already has the key
				 * `text` */
	RULE_LAYOUT,		/* `text` is a wrong element of a layout;
				 * `layout` has the reason */
	RULE_ONE_OF,		/* the entry `text` must have exactly one of the
				 * keys in `near` */
	/* Errors of a decoder: */
	RULE_NO_RESULT,		/* the script ended without setting `result` */
	RULE_BAD_RESULT,	/* `result` cannot be shown; `text` is its
				 * type */
	/* Errors of any rule: */
	RULE_PATTERN,		/* a wrong regular expression; `pattern` has the
				 * reason */
	RULE_NO_LUA,		/* Lua cannot be loaded; `text` is the reason,
				 * in English */
};

/* Errors in an element of a layout. */
enum layout_fault {
	LAYOUT_FINE,
	LAYOUT_EMPTY,		/* the layout has no elements */
	LAYOUT_NO_TYPE, LAYOUT_NO_NAME, LAYOUT_NO_LENGTH, LAYOUT_NO_PLACE,
	LAYOUT_TOO_LARGE, LAYOUT_TOO_MANY, LAYOUT_MORE,
	LAYOUT_FAULTS
};

/* Errors in a regular expression. */
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
	WANT_RATE,		/* a positive number */
	WANT_DECODERS,		/* a list of tables, each with a name */
	WANT_SCRIPT,		/* the name of a file, or a function */
};

struct rule_error {
	enum rule_fault fault;
	int line;		/* line of the rule; 0: unknown */
	enum rule_want want;
	enum pattern_fault pattern;
	enum layout_fault layout;
	char key[32];
	char text[160];		/* may quote text of the target or the user */
	char near[32];
};

#endif
