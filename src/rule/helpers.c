/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "rule/helpers.h"

#include <stdbool.h>
#include <string.h>

#include "rule/fields.h"
#include "rule/pattern.h"
#include "rule/sandbox.h"

#define REGEX_CACHED 64
#define REGEX_TYPE "regex"
/* For texts longer than this, the time limit is checked first. */
#define REGEX_LONG 100

struct lua_text {
	const char *s;
	size_t n;
};

/* Reads the text argument i.  Returns false if it is nil: a missing path
 * contains nothing. */
static bool text_of(lua_State *L, int i, struct lua_text *t)
{
	if (lua_isnoneornil(L, i))
		return false;
	t->s = luaL_checklstring(L, i, &t->n);
	return true;
}

static struct lua_text need(lua_State *L, int i)
{
	struct lua_text t;

	t.s = luaL_checklstring(L, i, &t.n);
	return t;
}

static int starts(lua_State *L)
{
	struct lua_text t, part = need(L, 2);

	lua_pushboolean(L, text_of(L, 1, &t) && t.n >= part.n &&
			   !memcmp(t.s, part.s, part.n));
	return 1;
}

static int ends(lua_State *L)
{
	struct lua_text t, part = need(L, 2);

	lua_pushboolean(L, text_of(L, 1, &t) && t.n >= part.n &&
			   !memcmp(t.s + t.n - part.n, part.s, part.n));
	return 1;
}

static int contains(lua_State *L)
{
	struct lua_text t, part = need(L, 2);

	lua_pushboolean(L, text_of(L, 1, &t) &&
			   memmem(t.s, t.n, part.s, part.n) != NULL);
	return 1;
}

/* --- regular expressions -------------------------------------------------- */

struct regex {
	struct pattern *pattern;
};

static int regex_gc(lua_State *L)
{
	struct regex *r = lua_touserdata(L, 1);

	pattern_free(r->pattern);
	r->pattern = NULL;
	return 0;
}

/* Returns the compiled pattern and leaves it on the stack.  The table that is
 * the first upvalue caches compiled patterns. */
static struct regex *regex_of(lua_State *L, const struct lua_text *pattern)
{
	struct regex *r;
	enum pattern_fault why;

	lua_pushvalue(L, 2);
	if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TUSERDATA)
		return lua_touserdata(L, -1);
	lua_pop(L, 1);
	r = lua_newuserdatauv(L, sizeof *r, 0);
	r->pattern = NULL;
	luaL_setmetatable(L, REGEX_TYPE);
	r->pattern = pattern_new(pattern->s, pattern->n, &why);
	if (!r->pattern)
		sandbox_raise_pattern(L, why);
	lua_Integer n = (lua_Integer)lua_rawlen(L, lua_upvalueindex(2)) + 1;
	if (n > REGEX_CACHED)
		return r;
	lua_pushboolean(L, 1);
	lua_rawseti(L, lua_upvalueindex(2), n);
	lua_pushvalue(L, 2);
	lua_pushvalue(L, -2);
	lua_rawset(L, lua_upvalueindex(1));
	return r;
}

static int matches(lua_State *L)
{
	struct lua_text t, pattern = need(L, 2);
	const struct regex *r;

	if (!text_of(L, 1, &t)) {
		lua_pushboolean(L, 0);
		return 1;
	}
	if (t.n > FIELD_TEXT)
		luaL_error(L, "text longer than %d bytes", FIELD_TEXT);
	if (t.n > REGEX_LONG)
		sandbox_check_time(L);
	lua_settop(L, 2);
	r = regex_of(L, &pattern);
	lua_pushboolean(L, pattern_matches(r->pattern, t.s, t.n));
	return 1;
}

/* --- values --------------------------------------------------------------- */

static int known(lua_State *L)
{
	lua_Number v;

	luaL_checkany(L, 1);
	if (lua_isnil(L, 1)) {
		lua_pushboolean(L, 0);
		return 1;
	}
	v = lua_type(L, 1) == LUA_TNUMBER ? lua_tonumber(L, 1) : 0;
	lua_pushboolean(L, v == v);
	return 1;
}

static void set_unit(lua_State *L, const char *name, int shift)
{
	lua_pushinteger(L, (lua_Integer)1 << shift);
	lua_setfield(L, -2, name);
}

static void set_matches(lua_State *L)
{
	if (luaL_newmetatable(L, REGEX_TYPE)) {
		lua_pushcfunction(L, regex_gc);
		lua_setfield(L, -2, "__gc");
	}
	lua_pop(L, 1);
	lua_newtable(L);
	lua_newtable(L);
	lua_pushcclosure(L, matches, 2);
	lua_setfield(L, -2, "matches");
}

const char *const helper_names[] = {
	"starts", "ends", "contains", "matches", "child_of", "known",
	"KiB", "MiB", "GiB", "TiB", NULL,
};

void helpers_set(lua_State *L)
{
	static const luaL_Reg functions[] = {
		{ "starts", starts }, { "ends", ends },
		{ "contains", contains }, { "known", known },
		{ NULL, NULL },
	};

	luaL_setfuncs(L, functions, 0);
	set_matches(L);
	set_unit(L, "KiB", 10);
	set_unit(L, "MiB", 20);
	set_unit(L, "GiB", 30);
	set_unit(L, "TiB", 40);
}
