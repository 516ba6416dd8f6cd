/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The functions of Lua's libraries that rules can use; each is listed by name.
 * Deliberately omitted:
 *
 *	load, loadfile, dofile, require: run code from files or strings
 *	print, warn: the terminal belongs to the screen
 *	setmetatable, raw functions: a wrong length makes table.* run forever
 *	pcall: could catch the error that ends an endless loop
 *	table.move: may run over 2^53 holes without an instruction that the hook
 *	  counts
 *	collectgarbage, string.dump, string.pack, utf8, coroutine, io, os
 *	debug, package
 */
#include <config.h>

#include <string.h>

#include "rule/sandbox.h"

/* Maximum number of steps of a pattern match in the worst case. */
#define PATTERN_COST 1e8
#define PATTERN_MAX 256
/* If a match can cost more than this, the time limit is checked first. */
#define LONG_COST 1e5
/* Maximum number of entries of a table; a larger one does not fit in
 * SANDBOX_MEMORY. */
#define TABLE_MAX (1u << 18)
#define LONG_TABLE 1000
#define REP_MAX 65536
/* Maximum length of a format of string.unpack, in bytes. */
#define UNPACK_MAX 1024
/* For strings longer than this, the time limit is checked first. */
#define LONG_STRING 65536

static const char *const base_names[] = {
	"assert", "error", "ipairs", "next", "pairs", "rawequal", "select",
	"tonumber", "tostring", "type", NULL,
};
static const char *const string_names[] = {
	"byte", "char", "format", "len", "lower", "reverse", "sub", "upper",
	NULL,
};
static const char *const table_names[] = {
	"concat", "pack", "unpack", NULL,
};

/*
 * A pattern with k repetitions can make Lua try n^k combinations, in C code
 * where the hook does not count.  If the worst case takes too long, the pattern
 * is refused.
 */
static void check_pattern(lua_State *L)
{
	size_t n, len;
	const char *p;
	double cost;

	luaL_checklstring(L, 1, &n);
	p = luaL_checklstring(L, 2, &len);
	if (len > PATTERN_MAX)
		luaL_error(L, "pattern longer than %d bytes", PATTERN_MAX);
	cost = p[0] == '^' ? 1 : (double)n + 1;
	for (size_t i = 0; i < len; i++) {
		if (strchr("*+-", p[i]) && p[i])
			cost *= (double)n + 1;
		else if (p[i] == '?')
			cost *= 2;
		else if (p[i] == '%' && i + 1 < len && p[++i] &&
			 strchr("b123456789", p[i]))
			cost *= (double)n + 1;
	}
	if (cost > PATTERN_COST)
		luaL_error(L, "pattern with too many repetitions for a text "
			      "of %d bytes", (int)n);
	if (cost > LONG_COST)
		sandbox_check_time(L);
}

/* Calls the library's function (the first upvalue) in this stack frame.  So
 * error messages have the function's name and the line of the caller. */
static int call_original(lua_State *L)
{
	return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

static int patterned(lua_State *L)
{
	check_pattern(L);
	return call_original(L);
}

static int find(lua_State *L)
{
	size_t n, len;

	if (!lua_toboolean(L, 4))
		return patterned(L);
	luaL_checklstring(L, 1, &n);
	luaL_checklstring(L, 2, &len);
	if ((double)n * (double)len > PATTERN_COST)
		luaL_error(L, "text too long to search");
	if ((double)n * (double)len > LONG_COST)
		sandbox_check_time(L);
	return call_original(L);
}

static int rep(lua_State *L)
{
	lua_Integer n = luaL_checkinteger(L, 2);
	size_t len, sep = 0;

	luaL_checklstring(L, 1, &len);
	luaL_optlstring(L, 3, "", &sep);
	if (n > REP_MAX || (n > 0 && (len + sep) > (size_t)(REP_MAX / n)))
		luaL_error(L, "text longer than %d bytes", REP_MAX);
	return call_original(L);
}

/* Replaces string.packsize and string.unpack with bounded functions: each
 * letter of the format may copy the whole string. */
static int unpack(lua_State *L)
{
	size_t n, len = 0;

	luaL_checklstring(L, 1, &n);
	if (n > UNPACK_MAX)
		luaL_error(L, "format longer than %d bytes", UNPACK_MAX);
	if (lua_type(L, 2) == LUA_TSTRING)
		lua_tolstring(L, 2, &len);
	if (len > LONG_STRING)
		sandbox_check_time(L);
	return call_original(L);
}

/* Replaces functions of `table` with bounded ones, because they visit each
 * index: in a table with holes #t can be 2^62. */
static int of_table(lua_State *L)
{
	lua_Unsigned n = lua_rawlen(L, 1);
	int results;

	if (n > TABLE_MAX)
		luaL_error(L, "table longer than %d entries", (int)TABLE_MAX);
	if (n > LONG_TABLE)
		sandbox_check_time(L);
	results = call_original(L);
	if (n > LONG_TABLE)
		sandbox_check_time(L);
	return results;
}

/* Copies the named entries from the table at `from` to the table on top of the
 * stack. */
static void take(lua_State *L, int from, const char *const *names)
{
	for (; *names; names++) {
		lua_getfield(L, from, *names);
		lua_setfield(L, -2, *names);
	}
}

static const luaL_Reg string_bounded[] = {
	{ "find", find }, { "gmatch", patterned }, { "gsub", patterned },
	{ "match", patterned }, { "packsize", unpack }, { "rep", rep },
	{ "unpack", unpack }, { NULL, NULL },
};
static const luaL_Reg table_bounded[] = {
	{ "insert", of_table }, { "remove", of_table }, { "sort", of_table },
	{ NULL, NULL },
};

/* Pushes a new table with selected entries of the table on top of the stack. */
static void take_all(lua_State *L, const char *const *names,
		     const luaL_Reg *bounded)
{
	int from = lua_gettop(L);

	lua_newtable(L);
	take(L, from, names);
	for (; bounded->name; bounded++) {
		lua_getfield(L, from, bounded->name);
		lua_pushcclosure(L, bounded->func, 1);
		lua_setfield(L, -2, bounded->name);
	}
}

static void open_string(lua_State *L)
{
	luaopen_string(L);
	take_all(L, string_names, string_bounded);
	/* Make method calls such as ("x"):rep() use the new table, too. */
	lua_pushliteral(L, "");
	lua_getmetatable(L, -1);
	lua_pushvalue(L, -3);
	lua_setfield(L, -2, "__index");
	lua_pop(L, 2);
	lua_setglobal(L, "string");
	lua_pop(L, 1);
}

static void open_table(lua_State *L)
{
	luaopen_table(L);
	take_all(L, table_names, table_bounded);
	lua_setglobal(L, "table");
	lua_pop(L, 1);
}

/* Opens the libraries.  luaopen_base() fills the old table of globals, which a
 * new table with the selected functions replaces. */
int sandbox_open_libs(lua_State *L)
{
	lua_pushglobaltable(L);
	int old = lua_gettop(L);

	luaopen_base(L);
	lua_newtable(L);
	take(L, old, base_names);
	lua_pushvalue(L, -1);
	lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
	open_string(L);
	open_table(L);
	luaopen_math(L);
	lua_setglobal(L, "math");
	return 0;
}
