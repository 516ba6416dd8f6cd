/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "rule/config/private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "rule/expr.h"
#include "rule/pattern.h"
#include "rule/sandbox.h"

static const char *const table_names[] = {
	[TABLE_REGIONS] = "regions", [TABLE_PROCESSES] = "processes",
	[CONFIG_TABLES] = NULL,
};
static const char *const filter_names[] = {
	[OVER_REGIONS] = "regions", [OVER_PROCESSES] = "processes",
	[OVER_CALLS] = "calls", [OVER_SIGNALS] = "signals",
	[OVER_HEAP] = "heap", [OVERS] = NULL,
};

/* --- errors --------------------------------------------------------------- */

/* Returns the last line up to `line` that contains the word, because Lua
 * reports only the line where a statement ends. */
static int line_of(const struct config_reading *r, const char *word, int line)
{
	const char *s = r->text, *end = r->text + r->n;
	size_t n = strlen(word);
	int found = line;

	for (int i = 1; i <= line && s < end; i++) {
		const char *stop = memchr(s, '\n', (size_t)(end - s));

		stop = stop ? stop : end;
		if (n && memmem(s, (size_t)(stop - s), word, n))
			found = i;
		s = stop < end ? stop + 1 : end;
	}
	return found;
}

void config_report(struct config_reading *r, struct rule_error *e,
		   const char *word)
{
	e->line = line_of(r, word, r->line);
	snprintf(e->key, sizeof e->key, "%s", r->key ? r->key : "");
	r->problem(r->arg, e);
}

void config_wrong_type(struct config_reading *r, enum rule_want want,
		       const char *word)
{
	struct rule_error e = { .fault = RULE_BAD_TYPE, .want = want };

	config_report(r, &e, word);
}

static void suggest(struct config_reading *r, const char *word,
		    const char *near, enum rule_fault fault)
{
	struct rule_error e = { .fault = fault };

	snprintf(e.text, sizeof e.text, "%s", word);
	snprintf(e.near, sizeof e.near, "%s", near);
	config_report(r, &e, word);
}

void config_no_word(struct config_reading *r, const char *word,
		    const char *const *words, enum rule_fault fault)
{
	suggest(r, word, words ? sandbox_nearest(word, words) : "", fault);
}

/* Returns the index of word in words, or -1. */
static int place(const char *word, const char *const *words)
{
	for (int i = 0; words[i]; i++)
		if (!strcmp(words[i], word))
			return i;
	return -1;
}

/* --- values: each function reads the value on top of the stack ------------ */

/* Returns the text on top of the stack.  Reports an error and returns NULL if
 * the value is not a text. */
static const char *text_of(struct config_reading *r, lua_State *L)
{
	if (lua_type(L, -1) == LUA_TSTRING)
		return lua_tostring(L, -1);
	config_wrong_type(r, WANT_TEXT, r->key);
	return NULL;
}

static bool is_one_of(struct config_reading *r, const char *word,
		      const void *arg)
{
	const char *const *words = arg;

	if (!words || place(word, words) >= 0)
		return true;
	config_no_word(r, word, words, RULE_NO_WORD);
	return false;
}

static bool is_key(struct config_reading *r, const char *word, const void *arg)
{
	(void)arg;
	if (!r->vocabulary->key || r->vocabulary->key(word))
		return true;
	config_no_word(r, word, NULL, RULE_NO_WORD);
	return false;
}

static bool is_regex(struct config_reading *r, const char *word,
		     const void *arg)
{
	struct rule_error e = { .fault = RULE_PATTERN };
	struct pattern *p = pattern_new(word, strlen(word), &e.pattern);

	(void)arg;
	if (!p)
		config_report(r, &e, word);
	pattern_free(p);
	return p != NULL;
}

void config_list(struct config_reading *r, lua_State *L,
		 struct word_list *out, config_fit_fn *fits, const void *arg)
{
	lua_Integer i;

	if (!lua_istable(L, -1)) {
		config_wrong_type(r, WANT_LIST, r->key);
		return;
	}
	for (i = 1;; i++) {
		int type = lua_rawgeti(L, -1, i);

		if (type == LUA_TSTRING &&
		    (!fits || fits(r, lua_tostring(L, -1), arg)))
			*vec_push(&out->v) = xstrdup(lua_tostring(L, -1));
		else if (type != LUA_TSTRING && type != LUA_TNIL)
			config_wrong_type(r, WANT_LIST, r->key);
		lua_pop(L, 1);
		if (type == LUA_TNIL)
			break;
	}
	out->given = out->v.n || i == 1;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int config_each_name(struct config_reading *r, lua_State *L,
		     config_entry_fn *entry)
{
	const char **names;
	size_t n = 0, i = 0;
	int others = 0;

	lua_pushnil(L);
	for (; lua_next(L, -2); lua_pop(L, 1))
		n++;
	/* Lua allocates the array, so that an error does not leak it. */
	names = lua_newuserdatauv(L, (n + 1) * sizeof *names, 0);
	lua_insert(L, -2);
	lua_pushnil(L);
	for (; lua_next(L, -2); lua_pop(L, 1)) {
		if (lua_type(L, -2) == LUA_TSTRING)
			names[i++] = lua_tostring(L, -2);
		else
			others++;
	}
	qsort(names, i, sizeof *names, by_name);
	for (size_t k = 0; k < i; k++) {
		lua_pushstring(L, names[k]);
		lua_rawget(L, -2);
		entry(r, L, names[k]);
		lua_pop(L, 1);
	}
	lua_remove(L, -2);
	return others;
}

static void each(struct config_reading *r, lua_State *L, config_entry_fn *entry)
{
	int others;

	if (!lua_istable(L, -1)) {
		config_wrong_type(r, WANT_TABLE, r->key);
		return;
	}
	others = config_each_name(r, L, entry);
	while (others--)
		config_wrong_type(r, WANT_TABLE, r->key);
}

static void read_theme(struct config_reading *r, lua_State *L)
{
	const char *s = text_of(r, L);

	if (s && is_one_of(r, s, r->vocabulary->themes))
		r->config->theme = xstrdup(s);
}

static void read_refresh(struct config_reading *r, lua_State *L)
{
	lua_Number v = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1)
						      : -1;

	if (v >= CONFIG_REFRESH_MIN && v <= CONFIG_REFRESH_MAX)
		r->config->refresh_ns = (uint64_t)(v * 1e9 + 0.5);
	else
		config_wrong_type(r, WANT_SECONDS, r->key);
}

static void read_switch(struct config_reading *r, lua_State *L,
			enum config_switch *out)
{
	if (lua_isboolean(L, -1))
		*out = lua_toboolean(L, -1) ? SWITCH_ON : SWITCH_OFF;
	else
		config_wrong_type(r, WANT_BOOL, r->key);
}

static void read_ascii(struct config_reading *r, lua_State *L)
{
	read_switch(r, L, &r->config->ascii);
}

static void read_mouse(struct config_reading *r, lua_State *L)
{
	read_switch(r, L, &r->config->mouse);
}

static void read_history(struct config_reading *r, lua_State *L)
{
	lua_Integer n = lua_isinteger(L, -1) ? lua_tointeger(L, -1) : -1;

	if (n < 0) {
		config_wrong_type(r, WANT_BYTES, r->key);
		return;
	}
	r->config->history = (uint64_t)n;
	r->config->history_given = true;
}

static void binding(struct config_reading *r, lua_State *L, const char *command)
{
	struct config_binding b = { .command = NULL };

	if (!is_one_of(r, command, r->vocabulary->commands))
		return;
	if (lua_type(L, -1) == LUA_TSTRING) {
		b.keys.given = is_key(r, lua_tostring(L, -1), NULL);
		if (b.keys.given)
			*vec_push(&b.keys.v) = xstrdup(lua_tostring(L, -1));
	} else {
		config_list(r, L, &b.keys, is_key, NULL);
	}
	if (!b.keys.given)
		return;
	b.command = xstrdup(command);
	*vec_push(&r->config->keys) = b;
}

/* Returns the command of an entry before entry `before` that has the same key,
 * or NULL. */
static const char *whose(const struct config_reading *r, size_t before,
			 const char *key)
{
	uint32_t code = r->vocabulary->key ? r->vocabulary->key(key) : 0;

	for (size_t i = 0; code && i < before; i++) {
		const struct config_binding *b = &r->config->keys.v[i];

		if (r->vocabulary->meet &&
		    !r->vocabulary->meet(b->command,
					 r->config->keys.v[before].command))
			continue;
		for (size_t k = 0; k < b->keys.v.n; k++)
			if (r->vocabulary->key(b->keys.v.v[k]) == code)
				return b->command;
	}
	return NULL;
}

/* If two commands have the same key, the first one keeps it, and an error is
 * reported.  Returns false if command i has no key left; it then keeps its
 * default keys. */
static bool settle_twice(struct config_reading *r, size_t i)
{
	struct config_binding *b = &r->config->keys.v[i];
	bool had = b->keys.v.n;

	for (size_t k = b->keys.v.n; k-- > 0;) {
		struct rule_error e = { .fault = RULE_TWICE };
		const char *owner = whose(r, i, b->keys.v.v[k]);

		if (!owner)
			continue;
		snprintf(e.text, sizeof e.text, "%s", b->keys.v.v[k]);
		snprintf(e.near, sizeof e.near, "%s", owner);
		config_report(r, &e, b->command);
		free(b->keys.v.v[k]);
		vec_remove(&b->keys.v, k);
	}
	return !had || b->keys.v.n;
}

static void read_keys(struct config_reading *r, lua_State *L)
{
	each(r, L, binding);
	for (size_t i = 1; i < r->config->keys.n; i++) {
		if (settle_twice(r, i))
			continue;
		config_binding_release(&r->config->keys.v[i]);
		vec_remove(&r->config->keys, i);
		i--;
	}
}

static void table_columns(struct config_reading *r, lua_State *L,
			  const char *name)
{
	int table = place(name, table_names);

	if (table < 0)
		config_no_word(r, name, table_names, RULE_NO_WORD);
	else
		config_list(r, L, &r->config->columns[table], is_one_of,
		     r->vocabulary->columns[table]);
}

static void read_columns(struct config_reading *r, lua_State *L)
{
	each(r, L, table_columns);
}

static void read_panes(struct config_reading *r, lua_State *L)
{
	config_list(r, L, &r->config->panes, is_one_of, r->vocabulary->panes);
}

static void filter(struct config_reading *r, lua_State *L, const char *name)
{
	int over = place(name, filter_names);
	struct rule_error e;
	const char *text;
	struct expr *x;

	if (over < 0) {
		config_no_word(r, name, filter_names, RULE_NO_WORD);
		return;
	}
	text = text_of(r, L);
	if (!text)
		return;
	if (*text && !expr_is_plain(text)) {
		x = expr_new((enum rule_over)over, text, &e);
		if (!x) {
			config_report(r, &e, text);
			return;
		}
		expr_free(x);
	}
	r->config->filters[over] = xstrdup(text);
}

static void read_filters(struct config_reading *r, lua_State *L)
{
	each(r, L, filter);
}

static void read_ignore(struct config_reading *r, lua_State *L)
{
	config_list(r, L, &r->config->ignore, is_regex, NULL);
}

static void read_mmap_filter(struct config_reading *r, lua_State *L)
{
	if (!lua_isfunction(L, -1)) {
		config_wrong_type(r, WANT_FUNCTION, r->key);
		return;
	}
	lua_pushvalue(L, -1);
	r->config->mmap_filter = luaL_ref(L, LUA_REGISTRYINDEX);
	r->config->has_mmap_filter = true;
}

static void read_capture_at(struct config_reading *r, lua_State *L)
{
	static const char *const places[] = { "memory", "calls", NULL };
	const char *s = text_of(r, L);

	if (s && is_one_of(r, s, places))
		r->config->capture_at_calls = !strcmp(s, places[1]);
}

const struct config_key config_keys[CONFIG_KEYS] = {
	{ "theme", read_theme }, { "refresh", read_refresh },
	{ "ascii", read_ascii }, { "mouse", read_mouse },
	{ "keys", read_keys }, { "columns", read_columns },
	{ "panes", read_panes }, { "filters", read_filters },
	{ "ignore", read_ignore }, { "mmap_filter", read_mmap_filter },
	{ "capture_at", read_capture_at }, { "history", read_history },
	{ "decoders", config_read_decoders },
	{ "open_with", config_read_open_with },
};

/* Names of options and commands for settings that have another name. */
static const struct { const char *option, *key; } option_names[] = {
	{ "delay", "refresh" }, { "palette", "theme" },
};

void config_no_key(struct config_reading *r, const char *name)
{
	const char *names[CONFIG_KEYS + 1] = { NULL };

	r->key = name;
	for (size_t i = 0; i < CONFIG_KEYS; i++)
		names[i] = config_keys[i].name;
	for (size_t i = 0; i < sizeof option_names / sizeof *option_names; i++)
		if (!strcmp(name, option_names[i].option)) {
			suggest(r, name, option_names[i].key, RULE_NO_KEY);
			return;
		}
	config_no_word(r, name, names, RULE_NO_KEY);
}
