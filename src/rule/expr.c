/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "rule/expr.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "rule/helpers.h"
#include "rule/sandbox.h"

/* Number of rows between two checks of the time limit. */
#define CLOCK_ROWS 64
#define CHILD_DEPTH 256

struct expr {
	struct sandbox *sb;
	enum rule_over over;
	int function;			/* reference to the compiled function in
					 * Lua's registry */
	struct rule_row row;		/* the row that is being evaluated */
	struct str scratch;
	struct rule_error error;
	unsigned rows;			/* number of rows in this pass */
	bool over_time;
};

/* --- names ---------------------------------------------------------------- */

static int no_name(lua_State *L, const struct expr *x, const char *name)
{
	const char *all[128];
	size_t n = 0;

	for (const struct rule_field *f = rule_fields[x->over]; f->name; f++)
		all[n++] = f->name;
	for (size_t i = 0; helper_names[i]; i++)
		all[n++] = helper_names[i];
	all[n] = NULL;
	return sandbox_raise(L, RULE_NO_NAME, name,
			     sandbox_nearest(name, all));
}

/*
 * Called by Lua to read a name.  The first upvalue is a table of all names, in
 * which light pointers represent fields of the row.  The second is the
 * expression.
 */
static int get(lua_State *L)
{
	const struct expr *x = lua_touserdata(L, lua_upvalueindex(2));
	const struct rule_field *field;

	lua_settop(L, 2);
	lua_pushvalue(L, 2);
	switch (lua_rawget(L, lua_upvalueindex(1))) {
	case LUA_TLIGHTUSERDATA:
		field = lua_touserdata(L, -1);
		field->push(L, &x->row);
		break;
	case LUA_TNIL:
		return no_name(L, x, luaL_tolstring(L, 2, NULL));
	default:
		break;
	}
	return 1;
}

static int set(lua_State *L)
{
	return luaL_error(L, "an expression cannot assign");
}

/* Adds the fields to the table on top of the Lua stack. */
static void add_fields(lua_State *L, const struct rule_field *f)
{
	for (; f->name; f++) {
		lua_pushlightuserdata(L, (void *)f);
		lua_setfield(L, -2, f->name);
	}
}

/* Replaces the table of names on top of the Lua stack with a proxy table.
 * Reading a name from the proxy calls get(). */
static void wrap(lua_State *L, struct expr *x)
{
	lua_pushlightuserdata(L, x);
	lua_pushcclosure(L, get, 2);
	lua_newtable(L);		/* the proxy table */
	lua_createtable(L, 0, 2);	/* the metatable of the proxy table */
	lua_rotate(L, -3, -1);
	lua_setfield(L, -2, "__index");
	lua_pushcfunction(L, set);
	lua_setfield(L, -2, "__newindex");
	lua_setmetatable(L, -2);
}

static int child_of(lua_State *L)
{
	const struct expr *x = lua_touserdata(L, lua_upvalueindex(1));
	const struct process *p = x->row.process;
	bool by_name = lua_type(L, 1) == LUA_TSTRING;
	const char *name = by_name ? lua_tostring(L, 1) : NULL;
	lua_Integer pid = by_name ? 0 : luaL_checkinteger(L, 1);
	bool found = false;

	for (int i = 0; p && !found && i < CHILD_DEPTH; i++) {
		if (!by_name && p->ppid == pid && pid)
			found = true;
		p = x->row.model ? model_process(x->row.model, p->ppid) : NULL;
		if (p && by_name)
			found = !strcmp(p->comm, name);
	}
	lua_pushboolean(L, found);
	return 1;
}

static void push_names(lua_State *L, struct expr *x)
{
	lua_newtable(L);
	lua_pushglobaltable(L);
	lua_pushnil(L);
	while (lua_next(L, -2)) {
		lua_pushvalue(L, -2);
		lua_insert(L, -2);
		lua_rawset(L, -5);
	}
	lua_pop(L, 1);
	helpers_set(L);
	lua_pushlightuserdata(L, x);
	lua_pushcclosure(L, child_of, 1);
	lua_setfield(L, -2, "child_of");
	lua_newtable(L);
	add_fields(L, rule_fields[OVER_PROCESSES]);
	wrap(L, x);
	lua_setfield(L, -2, "process");
	if (x->over != OVER_PROCESSES) {
		lua_newtable(L);
		add_fields(L, rule_fields[x->over]);
		lua_getfield(L, -2, "process");
		lua_setfield(L, -2, "process");
		wrap(L, x);
		lua_setfield(L, -2, rule_row_names[x->over]);
	}
	/* Add the fields last: they replace other values with the same name. */
	add_fields(L, rule_fields[x->over]);
}

/* Makes the table of names the environment of the compiled function. */
static int set_up(lua_State *L)
{
	struct expr *x = lua_touserdata(L, 1);

	push_names(L, x);
	wrap(L, x);
	lua_rawgeti(L, LUA_REGISTRYINDEX, x->function);
	lua_insert(L, -2);
	lua_setupvalue(L, -2, 1);
	return 0;
}

/* --- creation ------------------------------------------------------------- */

static int load(struct expr *x, const char *before, const char *text,
		const char *behind, struct rule_error *e)
{
	struct str all = STR_INIT;
	int r;

	str_adds(&all, before);
	expr_units(&all, text);
	str_adds(&all, behind);
	r = sandbox_load(x->sb, "filter", all.data, all.len, e);
	str_release(&all);
	return r;
}

static int compile(struct expr *x, const char *text, struct rule_error *e)
{
	struct rule_error plain;

	/* The newline ends a comment at the end of the text. */
	if (load(x, "return (", text, "\n)", e) < 0) {
		/* Compile the text without the added brackets, since Lua's
		 * message is then clearer. */
		if (load(x, "return ", text, "", &plain) < 0)
			*e = plain;
		return -1;
	}
	x->function = luaL_ref(sandbox_lua(x->sb), LUA_REGISTRYINDEX);
	return sandbox_protected(x->sb, set_up, x, e);
}

static int call(struct expr *x, const struct rule_row *row,
		struct rule_error *e)
{
	lua_State *L = sandbox_lua(x->sb);

	x->row = *row;
	x->row.scratch = &x->scratch;
	lua_rawgeti(L, LUA_REGISTRYINDEX, x->function);
	return sandbox_call(x->sb, 0, 1, e);
}

/* Evaluates the expression on an empty row.  This finds errors that occur on
 * any row: unknown names, and results that are not true or false. */
static int try_out(struct expr *x, struct rule_error *e)
{
	static char empty[] = "", root[] = "/";
	static const struct process process = { .exe = root, .argv = empty,
						.status = -1 };
	static const struct region region = { .end = 4096, .name = root,
					      .vmflags = empty, .inode = 1 };
	static const struct call_row call_row;
	static const struct signal_row signal;
	static const struct heap_name name = { .text = empty };
	static const struct heap_site site = { .library = &name,
					       .symbol = &name };
	const struct rule_row row = {
		.process = &process, .region = &region, .call = &call_row,
		.signal = &signal, .site = &site,
	};
	lua_State *L = sandbox_lua(x->sb);
	int type;

	if (call(x, &row, e) < 0)
		return -1;
	type = lua_type(L, -1);
	lua_pop(L, 1);
	if (type == LUA_TBOOLEAN || type == LUA_TNIL)
		return 0;
	*e = (struct rule_error){ .fault = RULE_NOT_BOOL };
	strcpy(e->text, lua_typename(L, type));
	return -1;
}

struct expr *expr_new(enum rule_over over, const char *text,
		      struct rule_error *e)
{
	struct expr *x;

	*e = (struct rule_error){ .fault = RULE_OK };
	if (strlen(text) > EXPR_TEXT) {
		e->fault = RULE_TOO_LONG;
		return NULL;
	}
	x = xcalloc(1, sizeof *x);
	x->over = over;
	x->scratch = (struct str)STR_INIT;
	x->sb = sandbox_new(e);
	if (x->sb && compile(x, text, e) == 0 && try_out(x, e) == 0)
		return x;
	e->line = 0;
	expr_free(x);
	return NULL;
}

void expr_free(struct expr *x)
{
	if (!x)
		return;
	sandbox_free(x->sb);
	str_release(&x->scratch);
	free(x);
}

/* --- use ------------------------------------------------------------------ */

void expr_begin(struct expr *x)
{
	x->error.fault = RULE_OK;
	x->rows = 0;
	x->over_time = false;
	sandbox_begin(x->sb);
}

bool expr_matches(struct expr *x, const struct rule_row *row)
{
	lua_State *L = sandbox_lua(x->sb);
	struct rule_error e;
	bool yes;

	if (!x->over_time && ++x->rows % CLOCK_ROWS == 0)
		x->over_time = sandbox_time_is_up(x->sb);
	if (x->over_time) {
		x->error = (struct rule_error){ .fault = RULE_ENDLESS };
		return false;
	}
	if (call(x, row, &e) < 0) {
		if (!x->error.fault)
			x->error = e;
		if (e.fault == RULE_ENDLESS)
			x->over_time = true;
		return false;
	}
	yes = lua_toboolean(L, -1);
	lua_pop(L, 1);
	return yes;
}

const struct rule_error *expr_error(const struct expr *x)
{
	return &x->error;
}
