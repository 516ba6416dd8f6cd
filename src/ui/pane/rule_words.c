/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/pane/rule_words.h"

#include <string.h>

#include "base/text.h"
#include "ui/kit/i18n.h"

/* Appends a similar name, if there is one, as a suggestion. */
static void add_near(struct str *out, const char *near)
{
	if (near[0])
		/* TRANSLATORS: after "unknown name rsss"; suggests a similar
		 * name. */
		str_addf(out, _(" (did you mean %s?)"), near);
}

static const char *wanted(enum rule_want want)
{
	switch (want) {
	case WANT_TEXT: return _("a string");
	case WANT_SECONDS: return _("seconds, 0.01 to 86400");
	case WANT_LIST: return _("a list of strings");
	case WANT_TABLE: return _("a table of names");
	case WANT_FUNCTION: return _("a function");
	/* TRANSLATORS: the words are Lua's. */
	case WANT_BOOL: return _("true or false");
	case WANT_DECODERS: return _("a list of tables, each with a name");
	case WANT_SCRIPT: return _("a file name, or a function");
	case WANT_BYTES: return _("an integer, 0 or more");
	case WANT_RATE: return _("a number above 0");
	case WANT_WINDOW: break;
	}
	/* TRANSLATORS: what mmap_filter may return; the words are Lua's. */
	return _("false, true or { offset = , size = }");
}

/* TRANSLATORS: errors of a regular expression; keep its signs. */
static const char *pattern_words(enum pattern_fault why)
{
	static const char *const words[PATTERN_FAULTS] = {
		[PATTERN_TOO_LONG] = N_("longer than 256 bytes"),
		[PATTERN_ZERO_BYTE] = N_("it has a NUL byte"),
		[PATTERN_OPEN_GROUP] = N_("( without )"),
		[PATTERN_OPEN_SET] = N_("[ without ]"),
		[PATTERN_NO_CLASS] = N_("unknown character class"),
		[PATTERN_COLLATES] = N_("[.x.] and [=x=] are not supported"),
		[PATTERN_RANGE_TO_CLASS] =
			N_("a range ends with a class"),
		[PATTERN_RANGE_BACK] =
			N_("a range with reversed ends"),
		[PATTERN_LONE_ESCAPE] = N_("a trailing \\"),
		[PATTERN_BACK_REFERENCE] =
			N_("back-references are not supported"),
		[PATTERN_REPEATS_NOTHING] =
			N_("nothing to repeat"),
		[PATTERN_MANY_REPEATS] = N_("more than 255 repetitions"),
		[PATTERN_NO_NUMBER] = N_("{ without a number"),
		[PATTERN_OPEN_BRACES] = N_("{ without }"),
		[PATTERN_BRACES_BACK] =
			N_("{ } with reversed bounds"),
		[PATTERN_MANY_STATES] =
			N_("the expression is too large"),
	};

	return words[why] ? _(words[why]) : "";
}

/* TRANSLATORS: errors of an element of a layout of bytes, such as "u32 head" or
 * "char name[16] @64"; keep its signs. */
static const char *layout_words(enum layout_fault why)
{
	static const char *const words[LAYOUT_FAULTS] = {
		[LAYOUT_EMPTY] = N_("it has no elements"),
		[LAYOUT_NO_TYPE] = N_("a type must come first"),
		[LAYOUT_NO_NAME] = N_("a name must follow the type"),
		[LAYOUT_NO_LENGTH] =
			N_("each [ ] needs a number >= 1; at most three [ ]"),
		[LAYOUT_NO_PLACE] =
			N_("a number of bytes must follow the @"),
		[LAYOUT_TOO_LARGE] = N_("it is beyond 1 TiB"),
		[LAYOUT_TOO_MANY] = N_("more than 256 elements"),
		[LAYOUT_MORE] = N_("unexpected text in it"),
	};

	return words[why] ? _(words[why]) : "";
}

/* Appends the text for an error that occurred while a script ran. */
static void run_words(struct str *out, enum rule_fault fault, const char *text)
{
	switch (fault) {
	case RULE_NO_LUA:
		/* TRANSLATORS: %s is the message of the dynamic linker. */
		str_addf(out, _("Lua is missing: %s"), text);
		break;
	case RULE_SYNTAX:
		/* TRANSLATORS: %s is the message of Lua, in English. */
		str_addf(out, _("syntax error: %s"), text);
		break;
	case RULE_FAILED:
		str_addf(out, _("it fails: %s"), text);
		break;
	case RULE_ENDLESS:
		str_adds(out, _("it takes too long"));
		break;
	case RULE_MEMORY:
		str_adds(out, _("it takes too much memory"));
		break;
	case RULE_TOO_LONG:
		str_adds(out, _("it is too long"));
		break;
	case RULE_NOT_BOOL:
		/* TRANSLATORS: %s is a type of Lua: number, string... */
		str_addf(out, _("it returns a %s, not true or false"),
			 text);
		break;
	case RULE_NO_RESULT:
		str_adds(out, _("it has no result"));
		break;
	case RULE_BAD_RESULT:
		/* TRANSLATORS: %s is a type of Lua: function... */
		str_addf(out, _("its result is a %s, which cannot be shown"),
			 text);
		break;
	case RULE_OK:
	/* word_words() handles these errors. */
	case RULE_NO_NAME: case RULE_PATTERN: case RULE_LAYOUT:
	case RULE_ONE_OF: case RULE_NO_KEY: case RULE_BAD_TYPE:
	case RULE_NO_WORD: case RULE_TWICE:
		break;
	}
}

/* Appends the text for an error in a name, a pattern, a layout or a setting. */
static void word_words(struct str *out, const struct rule_error *e,
		       const char *text, const char *near)
{
	switch (e->fault) {
	case RULE_NO_NAME:
		str_addf(out, _("unknown name %s"), text);
		add_near(out, near);
		break;
	case RULE_PATTERN:
		str_addf(out, _("regular expression: %s"),
			 pattern_words(e->pattern));
		break;
	case RULE_LAYOUT:
		/* TRANSLATORS: an element of a layout of bytes. */
		if (*text)
			str_addf(out, _("element %s: "), text);
		str_adds(out, layout_words(e->layout));
		add_near(out, near);
		break;
	case RULE_ONE_OF:
		/* TRANSLATORS: decoder name, "layout, lua, command" */
		str_addf(out, _("%s needs one of %s"), text, near);
		break;
	case RULE_NO_KEY:
		str_addf(out, _("unknown setting \"%s\""), text);
		add_near(out, near);
		break;
	case RULE_BAD_TYPE:
		/* TRANSLATORS: a setting, and the type of its values. */
		str_addf(out, _("%s takes %s"), e->key, wanted(e->want));
		/* TRANSLATORS: follows the type of a setting's values: the type
		 * that was given. */
		if (*near)
			str_addf(out, _(", not %s"), near);
		break;
	case RULE_NO_WORD:
		/* TRANSLATORS: a setting, and an invalid value. */
		str_addf(out, _("invalid %s \"%s\""), e->key, text);
		add_near(out, near);
		break;
	case RULE_TWICE:
		/* TRANSLATORS: a key, and the command that it runs. */
		str_addf(out, _("the key %s is already bound to %s"), text,
			 near);
		break;
	default:
		run_words(out, e->fault, text);
	}
}

void rule_words(struct str *out, const struct rule_error *e, bool ascii)
{
	struct str text = STR_INIT, near = STR_INIT;

	text_safe(&text, e->text, strlen(e->text), ascii);
	text_safe(&near, e->near, strlen(e->near), ascii);
	word_words(out, e, text.data, near.data);
	str_release(&text);
	str_release(&near);
}
