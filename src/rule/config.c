/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "rule/config.h"

#include <lauxlib.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "rule/expr.h"
#include "rule/helpers.h"
#include "rule/sandbox.h"

/* While it is read. */
struct reading {
	struct config *config;
	const struct config_vocabulary *vocabulary;
	config_problem_fn *problem;
	void *arg;
	const char *text;
	size_t n;
	const char *key;		/* that is being read */
	int line;			/* where its statement ends */
};

static const char *const table_names[] = {
	[TABLE_REGIONS] = "regions", [TABLE_PROCESSES] = "processes",
	[CONFIG_TABLES] = NULL,
};
static const char *const filter_names[] = {
	[OVER_REGIONS] = "regions", [OVER_PROCESSES] = "processes",
	[OVER_CALLS] = "calls", [OVER_SIGNALS] = "signals", [OVERS] = NULL,
};

/* --- telling ------------------------------------------------------------------- */

/* The last line up to `line` that has that word; Lua knows only where the
 * whole statement ended. */
static int line_of(const struct reading *r, const char *word, int line)
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

static void tell(struct reading *r, struct rule_error *e, const char *word)
{
	e->line = line_of(r, word, r->line);
	snprintf(e->key, sizeof e->key, "%s", r->key ? r->key : "");
	r->problem(r->arg, e);
}

static void wrong_type(struct reading *r, enum rule_want want,
		       const char *word)
{
	struct rule_error e = { .fault = RULE_BAD_TYPE, .want = want };

	tell(r, &e, word);
}

static void no_word(struct reading *r, const char *word,
		    const char *const *words, enum rule_fault fault)
{
	struct rule_error e = { .fault = fault };

	snprintf(e.text, sizeof e.text, "%s", word);
	snprintf(e.near, sizeof e.near, "%s",
		 words ? sandbox_nearest(word, words) : "");
	tell(r, &e, word);
}

/* Its place in the list, -1 when it is none of it. */
static int place(const char *word, const char *const *words)
{
	for (int i = 0; words[i]; i++)
		if (!strcmp(words[i], word))
			return i;
	return -1;
}

/* --- values: each reads the one on top and leaves it there --------------------- */

/* NULL, and told, when it is no text. */
static const char *text_of(struct reading *r, lua_State *L)
{
	if (lua_type(L, -1) == LUA_TSTRING)
		return lua_tostring(L, -1);
	wrong_type(r, WANT_TEXT, r->key);
	return NULL;
}

typedef bool fit_fn(struct reading *r, const char *word, const void *arg);

static bool is_one_of(struct reading *r, const char *word, const void *arg)
{
	const char *const *words = arg;

	if (!words || place(word, words) >= 0)
		return true;
	no_word(r, word, words, RULE_NO_WORD);
	return false;
}

static bool is_key(struct reading *r, const char *word, const void *arg)
{
	(void)arg;
	if (!r->vocabulary->is_key || r->vocabulary->is_key(word))
		return true;
	no_word(r, word, NULL, RULE_NO_WORD);
	return false;
}

static bool is_regex(struct reading *r, const char *word, const void *arg)
{
	struct rule_error e = { .fault = RULE_FAILED };
	struct str text = STR_INIT;
	struct expr *x;

	(void)arg;
	/* By the bounds that matches() has. */
	str_adds(&text, "matches('', '");
	for (; *word; word++)
		str_addf(&text, "\\x%02x", (unsigned char)*word);
	str_adds(&text, "')");
	x = expr_new(OVER_REGIONS, text.data, &e);
	if (!x)
		tell(r, &e, "");
	expr_free(x);
	str_release(&text);
	return x != NULL;
}

/* A list with nothing right in it is not given: it is not the empty one. */
static void list(struct reading *r, lua_State *L, struct words *out,
		 fit_fn *fits, const void *arg)
{
	lua_Integer i;

	if (!lua_istable(L, -1)) {
		wrong_type(r, WANT_LIST, r->key);
		return;
	}
	for (i = 1;; i++) {
		int type = lua_rawgeti(L, -1, i);

		if (type == LUA_TSTRING && fits(r, lua_tostring(L, -1), arg))
			*vec_push(&out->v) = xstrdup(lua_tostring(L, -1));
		else if (type != LUA_TSTRING && type != LUA_TNIL)
			wrong_type(r, WANT_LIST, r->key);
		lua_pop(L, 1);
		if (type == LUA_TNIL)
			break;
	}
	out->given = out->v.n || i == 1;
}

/* For each name of a table, with its value on top. */
static void each(struct reading *r, lua_State *L,
		 void (*entry)(struct reading *r, lua_State *L,
			       const char *name))
{
	if (!lua_istable(L, -1)) {
		wrong_type(r, WANT_TABLE, r->key);
		return;
	}
	lua_pushnil(L);
	while (lua_next(L, -2)) {
		if (lua_type(L, -2) == LUA_TSTRING)
			entry(r, L, lua_tostring(L, -2));
		else
			wrong_type(r, WANT_TABLE, r->key);
		lua_pop(L, 1);
	}
}

static void read_theme(struct reading *r, lua_State *L)
{
	const char *s = text_of(r, L);

	if (s && is_one_of(r, s, r->vocabulary->themes))
		r->config->theme = xstrdup(s);
}

static void read_refresh(struct reading *r, lua_State *L)
{
	lua_Number v = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1)
						      : -1;

	if (v >= CONFIG_REFRESH_MIN && v <= CONFIG_REFRESH_MAX)
		r->config->refresh_ns = (uint64_t)(v * 1e9 + 0.5);
	else
		wrong_type(r, WANT_SECONDS, r->key);
}

static void binding(struct reading *r, lua_State *L, const char *command)
{
	struct config_binding b = { .command = NULL };

	if (!is_one_of(r, command, r->vocabulary->commands))
		return;
	if (lua_type(L, -1) == LUA_TSTRING) {
		b.keys.given = is_key(r, lua_tostring(L, -1), NULL);
		if (b.keys.given)
			*vec_push(&b.keys.v) = xstrdup(lua_tostring(L, -1));
	} else {
		list(r, L, &b.keys, is_key, NULL);
	}
	if (!b.keys.given)
		return;
	b.command = xstrdup(command);
	*vec_push(&r->config->keys) = b;
}

static int by_command(const void *a, const void *b)
{
	const struct config_binding *x = a, *y = b;

	return strcmp(x->command, y->command);
}

/* Lua's order is another one each time. */
static void read_keys(struct reading *r, lua_State *L)
{
	each(r, L, binding);
	if (r->config->keys.n)
		qsort(r->config->keys.v, r->config->keys.n,
		      sizeof *r->config->keys.v, by_command);
}

static void table_columns(struct reading *r, lua_State *L, const char *name)
{
	int table = place(name, table_names);

	if (table < 0)
		no_word(r, name, table_names, RULE_NO_WORD);
	else
		list(r, L, &r->config->columns[table], is_one_of,
		     r->vocabulary->columns[table]);
}

static void read_columns(struct reading *r, lua_State *L)
{
	each(r, L, table_columns);
}

static void read_panes(struct reading *r, lua_State *L)
{
	list(r, L, &r->config->panes, is_one_of, r->vocabulary->panes);
}

static void filter(struct reading *r, lua_State *L, const char *name)
{
	int over = place(name, filter_names);
	struct rule_error e;
	const char *text;
	struct expr *x;

	if (over < 0) {
		no_word(r, name, filter_names, RULE_NO_WORD);
		return;
	}
	text = text_of(r, L);
	if (!text)
		return;
	if (*text && !expr_is_plain(text)) {
		x = expr_new((enum rule_over)over, text, &e);
		if (!x) {
			tell(r, &e, text);
			return;
		}
		expr_free(x);
	}
	r->config->filters[over] = xstrdup(text);
}

static void read_filters(struct reading *r, lua_State *L)
{
	each(r, L, filter);
}

static void read_ignore(struct reading *r, lua_State *L)
{
	list(r, L, &r->config->ignore, is_regex, NULL);
}

static void read_mmap_filter(struct reading *r, lua_State *L)
{
	if (!lua_isfunction(L, -1)) {
		wrong_type(r, WANT_FUNCTION, r->key);
		return;
	}
	lua_pushvalue(L, -1);
	r->config->mmap_filter = luaL_ref(L, LUA_REGISTRYINDEX);
	r->config->has_mmap_filter = true;
}

static const struct {
	const char *name;
	void (*read)(struct reading *r, lua_State *L);
} keys[] = {
	{ "theme", read_theme }, { "refresh", read_refresh },
	{ "keys", read_keys }, { "columns", read_columns },
	{ "panes", read_panes }, { "filters", read_filters },
	{ "ignore", read_ignore }, { "mmap_filter", read_mmap_filter },
};
enum { KEYS = sizeof keys / sizeof *keys };

/* --- running it ---------------------------------------------------------------- */

/* A global is set: its value goes into the first upvalue, its line into the
 * second. */
static int note_line(lua_State *L)
{
	lua_Debug ar;
	int line = 0;

	if (lua_getstack(L, 1, &ar) && lua_getinfo(L, "l", &ar))
		line = ar.currentline;
	lua_settop(L, 3);
	lua_pushvalue(L, 2);
	lua_pushinteger(L, line);
	lua_rawset(L, lua_upvalueindex(2));
	lua_rawset(L, lua_upvalueindex(1));
	return 0;
}

static int read_global(lua_State *L)
{
	lua_settop(L, 2);
	lua_pushvalue(L, 2);
	if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL)
		return 1;
	lua_pushglobaltable(L);
	lua_pushvalue(L, 2);
	lua_rawget(L, -2);
	return 1;
}

/* Registry: [sandbox_new] values, [note_line] lines. */
static int set_up(lua_State *L)
{
	const int *function = lua_touserdata(L, 1);

	lua_pushglobaltable(L);
	helpers_set(L);
	lua_pop(L, 1);
	lua_rawgeti(L, LUA_REGISTRYINDEX, *function);
	lua_newtable(L);		/* the environment */
	lua_createtable(L, 0, 2);
	lua_newtable(L);
	lua_pushvalue(L, -1);
	lua_setfield(L, LUA_REGISTRYINDEX, "values");
	lua_newtable(L);
	lua_pushvalue(L, -1);
	lua_setfield(L, LUA_REGISTRYINDEX, "lines");
	lua_pushvalue(L, -2);
	lua_pushcclosure(L, read_global, 1);
	lua_setfield(L, -4, "__index");
	lua_pushcclosure(L, note_line, 2);
	lua_setfield(L, -2, "__newindex");
	lua_setmetatable(L, -2);
	lua_setupvalue(L, -2, 1);
	return 0;
}

static void unknown(struct reading *r, const char *name)
{
	const char *names[KEYS + 1] = { NULL };

	for (size_t i = 0; i < KEYS; i++)
		names[i] = keys[i].name;
	r->key = name;
	no_word(r, name, names, RULE_NO_KEY);
}

/* Functions of the user's own are nobody's business; so is what begins with
 * an underscore. */
static bool is_own(lua_State *L, const char *name)
{
	return lua_isfunction(L, -1) || name[0] == '_';
}

/* What was set: the settings in their order, then what is none, in Lua's. */
static int collect(lua_State *L)
{
	struct reading *r = lua_touserdata(L, 1);

	lua_getfield(L, LUA_REGISTRYINDEX, "lines");
	int lines = lua_gettop(L);
	lua_getfield(L, LUA_REGISTRYINDEX, "values");
	for (size_t i = 0; i < KEYS; i++) {
		lua_getfield(L, lines, keys[i].name);
		r->line = (int)lua_tointeger(L, -1);
		r->key = keys[i].name;
		lua_pop(L, 1);
		if (lua_getfield(L, -1, keys[i].name) != LUA_TNIL)
			keys[i].read(r, L);
		lua_pop(L, 1);
		lua_pushnil(L);
		lua_setfield(L, -2, keys[i].name);
	}
	lua_pushnil(L);
	while (lua_next(L, -2)) {
		const char *name = lua_type(L, -2) == LUA_TSTRING ?
				   lua_tostring(L, -2) : "?";

		lua_getfield(L, lines, name);
		r->line = (int)lua_tointeger(L, -1);
		lua_pop(L, 1);
		if (!is_own(L, name))
			unknown(r, name);
		lua_pop(L, 1);
	}
	return 0;
}

static int run(struct reading *r, struct rule_error *e)
{
	struct sandbox *sb = r->config->sb;
	lua_State *L = sandbox_lua(sb);
	int function;

	if (sandbox_load(sb, "config", r->text, r->n, e) < 0)
		return -1;
	function = luaL_ref(L, LUA_REGISTRYINDEX);
	if (sandbox_protected(sb, set_up, &function, e) < 0)
		return -1;
	lua_rawgeti(L, LUA_REGISTRYINDEX, function);
	luaL_unref(L, LUA_REGISTRYINDEX, function);
	return sandbox_call(sb, 0, 0, e);
}

struct config *config_new(const char *text, size_t n,
			  const struct config_vocabulary *vocabulary,
			  config_problem_fn *problem, void *arg)
{
	static const struct config_vocabulary anything;
	struct config *c = xcalloc(1, sizeof *c);
	struct reading r = {
		.config = c, .problem = problem, .arg = arg, .text = text,
		.n = n, .vocabulary = vocabulary ? vocabulary : &anything,
	};
	struct rule_error e;

	c->mmap_filter = LUA_NOREF;
	c->sb = sandbox_new();
	/* What a text does that then fails is not half done. */
	if (run(&r, &e) < 0 || sandbox_protected(c->sb, collect, &r, &e) < 0)
		problem(arg, &e);
	return c;
}

static void words_release(struct words *w)
{
	for (size_t i = 0; i < w->v.n; i++)
		free(w->v.v[i]);
	vec_release(&w->v);
}

void config_free(struct config *c)
{
	if (!c)
		return;
	free(c->theme);
	for (size_t i = 0; i < c->keys.n; i++) {
		free(c->keys.v[i].command);
		words_release(&c->keys.v[i].keys);
	}
	vec_release(&c->keys);
	for (size_t i = 0; i < CONFIG_TABLES; i++)
		words_release(&c->columns[i]);
	words_release(&c->panes);
	for (size_t i = 0; i < OVERS; i++)
		free(c->filters[i]);
	words_release(&c->ignore);
	sandbox_free(c->sb);
	free(c);
}

/* --- mmap_filter --------------------------------------------------------------- */

struct asking {
	struct config *config;
	const struct rule_row *row;
	struct config_window *out;
};

static void push_fields(lua_State *L, const struct rule_field *f,
			const struct rule_row *row)
{
	lua_newtable(L);
	for (; f->name; f++) {
		f->push(L, row);
		lua_setfield(L, -2, f->name);
	}
}

/* A part of the window; what is not said is `all`. */
static uint64_t part(lua_State *L, const char *name, uint64_t all)
{
	lua_Integer v = 0;
	int is_integer = 1;
	int type = lua_getfield(L, -1, name);

	if (type != LUA_TNIL)
		v = lua_tointegerx(L, -1, &is_integer);
	lua_pop(L, 1);
	if (!is_integer || v < 0)
		sandbox_raise(L, RULE_BAD_TYPE, name, NULL);
	return type == LUA_TNIL ? all : (uint64_t)v;
}

static int ask(lua_State *L)
{
	struct asking *a = lua_touserdata(L, 1);
	uint64_t whole = a->row->region->end - a->row->region->start;
	uint64_t offset = 0, size = whole;

	lua_rawgeti(L, LUA_REGISTRYINDEX, a->config->mmap_filter);
	push_fields(L, rule_fields[OVER_REGIONS], a->row);
	push_fields(L, rule_fields[OVER_PROCESSES], a->row);
	lua_setfield(L, -2, "process");
	lua_call(L, 1, 1);
	if (lua_istable(L, -1)) {
		offset = part(L, "offset", 0);
		if (offset > whole)
			offset = whole;
		size = part(L, "size", whole);
	} else if (lua_isnil(L, -1) || lua_isboolean(L, -1)) {
		size = lua_toboolean(L, -1) ? whole : 0;
	} else {
		sandbox_raise(L, RULE_BAD_TYPE, luaL_typename(L, -1), NULL);
	}
	if (size > whole - offset)
		size = whole - offset;
	*a->out = (struct config_window){ offset, size };
	return 0;
}

int config_mmap_filter(struct config *c, const struct rule_row *row,
		       struct config_window *out, struct rule_error *e)
{
	struct asking a = { .config = c, .row = row, .out = out };

	if (!c->has_mmap_filter) {
		*out = (struct config_window){
			0, row->region->end - row->region->start,
		};
		return 0;
	}
	*out = (struct config_window){ 0, 0 };
	if (sandbox_protected(c->sb, ask, &a, e) == 0)
		return 0;
	strcpy(e->key, "mmap_filter");
	if (e->fault == RULE_BAD_TYPE)
		e->want = WANT_WINDOW;
	return -1;
}
