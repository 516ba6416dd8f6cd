/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "rule/config/private.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "rule/helpers.h"
#include "rule/sandbox.h"

/* Called by Lua when a global is assigned.  Stores the value in the table that
 * is the first upvalue, and the line of the assignment in the second. */
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

/* Prepares the environment of the text.  Its tables of values and of lines are
 * in Lua's registry as "values" and "lines". */
static int set_up(lua_State *L)
{
	const int *function = lua_touserdata(L, 1);

	lua_pushglobaltable(L);
	helpers_set(L);
	lua_pop(L, 1);
	lua_rawgeti(L, LUA_REGISTRYINDEX, *function);
	lua_newtable(L);		/* the environment of the text */
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

/* True for functions and names that begin with an underscore.  They belong to
 * the user, so they are not reported as unknown settings. */
static bool is_own(lua_State *L, const char *name)
{
	return lua_isfunction(L, -1) || name[0] == '_';
}

/* Reports a name that is not a setting; its value is on top of the stack. */
static void leftover(struct config_reading *r, lua_State *L, const char *name)
{
	lua_getfield(L, LUA_REGISTRYINDEX, "lines");
	lua_getfield(L, -1, name);
	r->line = (int)lua_tointeger(L, -1);
	lua_pop(L, 2);
	if (!is_own(L, name))
		config_no_key(r, name);
}

static int collect(lua_State *L)
{
	struct config_reading *r = lua_touserdata(L, 1);

	lua_getfield(L, LUA_REGISTRYINDEX, "lines");
	int lines = lua_gettop(L);
	lua_getfield(L, LUA_REGISTRYINDEX, "values");
	for (size_t i = 0; i < CONFIG_KEYS; i++) {
		lua_getfield(L, lines, config_keys[i].name);
		r->line = (int)lua_tointeger(L, -1);
		r->key = config_keys[i].name;
		lua_pop(L, 1);
		if (lua_getfield(L, -1, config_keys[i].name) != LUA_TNIL)
			config_keys[i].read(r, L);
		lua_pop(L, 1);
		lua_pushnil(L);
		lua_setfield(L, -2, config_keys[i].name);
	}
	if (config_each_name(r, L, leftover))
		config_no_key(r, "?");
	return 0;
}

static int run(struct config_reading *r, struct rule_error *e)
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
	struct config_reading r = {
		.config = c, .problem = problem, .arg = arg, .text = text,
		.n = n, .vocabulary = vocabulary ? vocabulary : &anything,
	};
	struct rule_error e;

	c->mmap_filter = LUA_NOREF;
	c->sb = sandbox_new(&e);
	/* If the text fails at any point, none of its settings takes effect. */
	if (!c->sb || run(&r, &e) < 0 ||
	    sandbox_protected(c->sb, collect, &r, &e) < 0)
		problem(arg, &e);
	return c;
}

void config_words_release(struct word_list *w)
{
	for (size_t i = 0; i < w->v.n; i++)
		free(w->v.v[i]);
	vec_release(&w->v);
}

void config_binding_release(struct config_binding *b)
{
	free(b->command);
	config_words_release(&b->keys);
}

void config_free(struct config *c)
{
	if (!c)
		return;
	free(c->theme);
	for (size_t i = 0; i < c->keys.n; i++)
		config_binding_release(&c->keys.v[i]);
	vec_release(&c->keys);
	for (size_t i = 0; i < CONFIG_TABLES; i++)
		config_words_release(&c->columns[i]);
	config_words_release(&c->panes);
	for (size_t i = 0; i < OVERS; i++)
		free(c->filters[i]);
	config_words_release(&c->ignore);
	for (size_t i = 0; i < c->decoders.n; i++)
		config_decoder_release(&c->decoders.v[i]);
	vec_release(&c->decoders);
	for (size_t i = 0; i < c->open_with.n; i++)
		config_opener_release(&c->open_with.v[i]);
	vec_release(&c->open_with);
	sandbox_free(c->sb);
	free(c);
}
