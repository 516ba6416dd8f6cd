/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "rule/config.h"

#include <stdio.h>
#include <string.h>

#include "rule/sandbox.h"

struct mmap_filter_reading {
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

/* Raises an error about field `name`; its wrong value is on top of the Lua
 * stack. */
static void refuse(lua_State *L, const char *name)
{
	const char *value = luaL_tolstring(L, -1, NULL);

	sandbox_raise(L, RULE_BAD_TYPE, name, value);
}

static void check_names(lua_State *L)
{
	static const char *const names[] = { "offset", "size", "limit", "rate" };

	lua_pushnil(L);
	while (lua_next(L, -2)) {
		const char *name = luaL_tolstring(L, -2, NULL);
		size_t i = 0;

		while (i < 4 && strcmp(name, names[i]))
			i++;
		if (i == 4)
			sandbox_raise(L, RULE_NO_WORD, name, NULL);
		lua_pop(L, 2);
	}
}

/* Returns the value of a field of the window; `all` if the field is missing. */
static uint64_t part(lua_State *L, const char *name, uint64_t all)
{
	lua_Integer v = 0;
	int is_integer = 1;
	int type = lua_getfield(L, -1, name);

	if (type != LUA_TNIL)
		v = lua_tointegerx(L, -1, &is_integer);
	if (!is_integer || v < 0)
		refuse(L, name);
	lua_pop(L, 1);
	return type == LUA_TNIL ? all : (uint64_t)v;
}

/* Converts a rate in frames per second to the time between two frames. */
static uint64_t period(lua_State *L)
{
	int type = lua_getfield(L, -1, "rate"), is_number = 1;
	double v = type == LUA_TNIL ? 0 : lua_tonumberx(L, -1, &is_number);

	if (type != LUA_TNIL && (!is_number || !(v > 0)))
		refuse(L, "rate");
	lua_pop(L, 1);
	if (type == LUA_TNIL)
		return 0;
	if (v > 1 / CONFIG_REFRESH_MIN)
		v = 1 / CONFIG_REFRESH_MIN;
	if (v < 1 / CONFIG_REFRESH_MAX)
		v = 1 / CONFIG_REFRESH_MAX;
	return (uint64_t)(1e9 / v);
}

static void read_table(lua_State *L, uint64_t whole, struct config_window *w)
{
	check_names(L);
	w->offset = part(L, "offset", 0);
	w->past = w->offset > whole;
	if (w->past)
		w->offset = whole;
	w->size = part(L, "size", whole);
	w->limit = part(L, "limit", 0);
	w->period_ns = period(L);
}

static int ask(lua_State *L)
{
	struct mmap_filter_reading *a = lua_touserdata(L, 1);
	uint64_t whole = a->row->region->end - a->row->region->start;
	struct config_window w = { .size = whole };

	lua_rawgeti(L, LUA_REGISTRYINDEX, a->config->mmap_filter);
	push_fields(L, rule_fields[OVER_REGIONS], a->row);
	push_fields(L, rule_fields[OVER_PROCESSES], a->row);
	lua_pushstring(L, a->row->cwd);
	lua_setfield(L, -2, "cwd");
	lua_setfield(L, -2, "process");
	lua_call(L, 1, 1);
	if (lua_istable(L, -1)) {
		read_table(L, whole, &w);
	} else if (lua_isnil(L, -1) || lua_isboolean(L, -1)) {
		w.size = lua_isnil(L, -1) || lua_toboolean(L, -1) ? whole : 0;
	} else {
		sandbox_raise(L, RULE_BAD_TYPE, "mmap_filter",
			      luaL_typename(L, -1));
	}
	if (w.size > whole - w.offset)
		w.size = whole - w.offset;
	*a->out = w;
	return 0;
}

int config_mmap_filter(struct config *c, const struct rule_row *row,
		       struct config_window *out, struct rule_error *e)
{
	struct mmap_filter_reading a = { .config = c, .row = row, .out = out };
	int failed;

	if (!c->has_mmap_filter) {
		*out = (struct config_window){
			.size = row->region->end - row->region->start,
		};
		return 0;
	}
	*out = (struct config_window){ .size = 0 };
	sandbox_limit(c->sb, CONFIG_FILTER_NS);
	failed = sandbox_protected(c->sb, ask, &a, e);
	sandbox_limit(c->sb, SANDBOX_NS);
	if (!failed)
		return 0;
	strcpy(e->key, "mmap_filter");
	if (e->fault != RULE_BAD_TYPE)
		return -1;
	e->want = !strcmp(e->text, e->key) ? WANT_WINDOW :
		  !strcmp(e->text, "rate") ? WANT_RATE : WANT_BYTES;
	snprintf(e->key, sizeof e->key, "%.31s", e->text);
	return -1;
}
