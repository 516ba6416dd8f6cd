/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "rule/helpers.h"

#include <ctype.h>
#include <lauxlib.h>
#include <regex.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "rule/fields.h"
#include "rule/sandbox.h"

/* A pattern may come from a name, which is hostile: bounds for regcomp(). */
#define REGEX_MAX 256
#define REGEX_REPEATS 255
#define REGEX_CACHED 64
#define REGEX_TYPE "regex"
/* Bytes of text from which on the clock is looked at first. */
#define REGEX_LONG 100

struct text {
	const char *s;
	size_t n;
};

/* False for nil: no path has no part. */
static bool text_of(lua_State *L, int i, struct text *t)
{
	if (lua_isnoneornil(L, i))
		return false;
	t->s = luaL_checklstring(L, i, &t->n);
	return true;
}

static struct text need(lua_State *L, int i)
{
	struct text t;

	t.s = luaL_checklstring(L, i, &t.n);
	return t;
}

static int starts(lua_State *L)
{
	struct text t, part = need(L, 2);

	lua_pushboolean(L, text_of(L, 1, &t) && t.n >= part.n &&
			   !memcmp(t.s, part.s, part.n));
	return 1;
}

static int ends(lua_State *L)
{
	struct text t, part = need(L, 2);

	lua_pushboolean(L, text_of(L, 1, &t) && t.n >= part.n &&
			   !memcmp(t.s + t.n - part.n, part.s, part.n));
	return 1;
}

static int contains(lua_State *L)
{
	struct text t, part = need(L, 2);

	lua_pushboolean(L, text_of(L, 1, &t) &&
			   memmem(t.s, t.n, part.s, part.n) != NULL);
	return 1;
}

/* --- regular expressions ------------------------------------------------------- */

struct regex {
	regex_t re;
	bool made;
};

static int regex_gc(lua_State *L)
{
	struct regex *r = lua_touserdata(L, 1);

	if (r->made)
		regfree(&r->re);
	r->made = false;
	return 0;
}

/* How often what stands before {9,99} is there when it is unrolled. */
static unsigned long braces(const char *s)
{
	char *end;
	unsigned long least = strtoul(s, &end, 10), most = least;

	if (*end == ',')
		most = strtoul(end + 1, &end, 10);
	/* x{9,} is nine of them and x*. */
	if (most < least)
		most = least <= REGEX_REPEATS ? least + 1 : least;
	return most;
}

/* glibc unrolls x{9,99}, and (x{99}){99} multiplies; x+ is x and x*, and ((x+)+)+
 * doubles each time; back-references take exponential time. */
static void check_regex(lua_State *L, const struct text *p)
{
	unsigned long repeats = 1;

	if (p->n > REGEX_MAX)
		luaL_error(L, "regular expression longer than %d bytes",
			   REGEX_MAX);
	if (strlen(p->s) != p->n)
		luaL_error(L, "regular expression with a zero byte");
	for (const char *s = p->s; *s; s++) {
		if (*s == '\\' && s[1]) {
			s++;
			if (isdigit((unsigned char)*s))
				luaL_error(L, "regular expressions have no "
					      "\\%c here", *s);
			continue;
		}
		unsigned long most = 1;
		if (*s == '{')
			most = braces(s + 1);
		else if (*s == '+' && s > p->s && strchr(")*+?}", s[-1]))
			most = 2;
		repeats = most > REGEX_REPEATS ? REGEX_REPEATS + 1 :
			  most ? repeats * most : repeats;
		if (repeats > REGEX_REPEATS)
			luaL_error(L, "more than %d repetitions in a regular "
				      "expression", REGEX_REPEATS);
	}
}

/* The compiled one, from the first upvalue; it is left on the stack. */
static struct regex *regex_of(lua_State *L, const struct text *pattern)
{
	struct regex *r;
	char why[120];
	int error;

	lua_pushvalue(L, 2);
	if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TUSERDATA)
		return lua_touserdata(L, -1);
	lua_pop(L, 1);
	check_regex(L, pattern);
	r = lua_newuserdatauv(L, sizeof *r, 0);
	r->made = false;
	luaL_setmetatable(L, REGEX_TYPE);
	error = regcomp(&r->re, pattern->s, REG_EXTENDED | REG_NOSUB);
	if (error) {
		regerror(error, &r->re, why, sizeof why);
		luaL_error(L, "regular expression: %s", why);
	}
	r->made = true;
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
	struct text t, pattern = need(L, 2);
	const struct regex *r;

	if (!text_of(L, 1, &t)) {
		lua_pushboolean(L, 0);
		return 1;
	}
	if (t.n > FIELD_TEXT)
		luaL_error(L, "text longer than %d bytes", FIELD_TEXT);
	if (t.n > REGEX_LONG)
		sandbox_look(L);
	lua_settop(L, 2);
	r = regex_of(L, &pattern);
	lua_pushboolean(L, regexec(&r->re, t.s, 0, NULL, 0) == 0);
	return 1;
}

/* --- values -------------------------------------------------------------------- */

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
