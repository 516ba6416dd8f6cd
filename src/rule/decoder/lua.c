/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decoders in Lua: converts their input to Lua values, and their result to
 * lines. */
#include <config.h>

#include "rule/decoder/private.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rule/helpers.h"
#include "rule/sandbox.h"

/* Maximum depth of nested tables. */
#define DEPTH_MAX 4

void decoder_fail(struct decoded *d, const struct rule_error *e)
{
	decoded_clear(d);
	d->error = *e;
}

/* --- input ---------------------------------------------------------------- */

static void set_number(lua_State *L, const char *name, uint64_t v)
{
	lua_pushinteger(L, (lua_Integer)v);
	lua_setfield(L, -2, name);
}

static void push_region(lua_State *L, const struct decoder_input *in)
{
	char hex[24];

	lua_newtable(L);
	lua_pushlstring(L, in->name.len ? in->name.data : "", in->name.len);
	lua_setfield(L, -2, "name");
	set_number(L, "address", in->address);
	snprintf(hex, sizeof hex, "0x%" PRIx64, in->address);
	lua_pushstring(L, hex);
	lua_setfield(L, -2, "address_hex");
	set_number(L, "size", in->size);
	set_number(L, "offset", in->offset);
}

static uint64_t unknown_bytes(const struct decoder_input *in)
{
	uint64_t first = in->address + in->offset, behind = first + in->n;
	uint64_t n = 0;

	for (size_t i = 0; i < in->n_unknown; i++) {
		uint64_t start = in->unknown[i].start;
		uint64_t end = in->unknown[i].end;

		start = start < first ? first : start;
		end = end > behind ? behind : end;
		n += end > start ? end - start : 0;
	}
	return n;
}

static void push_frame(lua_State *L, const struct decoder_input *in)
{
	lua_newtable(L);
	set_number(L, "number", in->number);
	set_number(L, "unknown", unknown_bytes(in));
	lua_pushnumber(L, (lua_Number)in->time_ns / 1e9);
	lua_setfield(L, -2, "time");
	lua_pushboolean(L, !in->number);
	lua_setfield(L, -2, "live");
}

void decoder_push(lua_State *L, const struct decoder_input *in)
{
	size_t n = in->n < DECODER_RAW ? in->n : DECODER_RAW;

	luaL_checkstack(L, 8, NULL);
	lua_pushlstring(L, n ? in->raw : "", n);
	push_region(L, in);
	push_frame(L, in);
}

/* --- result --------------------------------------------------------------- */

/* A label of a line.  It owns no memory, because a Lua error skips the cleanup
 * of C functions. */
struct label {
	char text[DECODED_LINE];
	size_t n;
};

static bool is_plain(int type)
{
	return type == LUA_TSTRING || type == LUA_TNUMBER ||
	       type == LUA_TBOOLEAN;
}

/* Returns the text of the value on top of the stack, without popping the value.
 * A number is formatted in buf. */
static struct bytes text_of(lua_State *L, char buf[64])
{
	size_t n;
	const char *s;

	if (lua_type(L, -1) == LUA_TSTRING) {
		s = lua_tolstring(L, -1, &n);
		return (struct bytes){ s, n };
	}
	if (lua_isboolean(L, -1))
		s = lua_toboolean(L, -1) ? "true" : "false";
	else if (lua_isinteger(L, -1))
		s = (snprintf(buf, 64, "%lld", (long long)lua_tointeger(L, -1)),
		     buf);
	else if (lua_isnumber(L, -1))
		s = (snprintf(buf, 64, "%.14g", (double)lua_tonumber(L, -1)),
		     buf);
	else
		s = luaL_typename(L, -1);
	return (struct bytes){ s, strlen(s) };
}

static bool take_plain(lua_State *L, struct decoded *d,
		       const struct label *label)
{
	const struct decoded_line line = {
		.kind = label->n ? DECODED_VALUE : DECODED_PLAIN,
	};
	char buf[64];

	return decoded_add(d, &line, (struct bytes){ label->text, label->n },
			   text_of(L, buf), (struct bytes){ "", 0 }) != NULL;
}

/* Appends a name to the label: "queue" and "head" become "queue.head".  Returns
 * the previous length of the label, to remove the name again. */
static size_t label_add(struct label *label, struct bytes name)
{
	size_t before = label->n, room;

	if (label->n && label->n < sizeof label->text)
		label->text[label->n++] = '.';
	room = sizeof label->text - label->n;
	room = name.len < room ? name.len : room;
	memcpy(label->text + label->n, name.data, room);
	label->n += room;
	return before;
}

static bool take_table(lua_State *L, struct decoded *d, struct label *label,
		       int depth);

/* Adds lines for the value on top of the stack, without popping it. */
static bool take_value(lua_State *L, struct decoded *d, struct label *label,
		       int depth)
{
	if (lua_istable(L, -1) && depth < DEPTH_MAX)
		return take_table(L, d, label, depth + 1);
	return take_plain(L, d, label);
}

/* True for a table like { "head", 3 }. */
static bool is_pair(lua_State *L)
{
	int first, second, third;

	if (!lua_istable(L, -1))
		return false;
	first = lua_rawgeti(L, -1, 1);
	second = lua_rawgeti(L, -2, 2);
	third = lua_rawgeti(L, -3, 3);
	lua_pop(L, 3);
	return first == LUA_TSTRING && second != LUA_TNIL && third == LUA_TNIL;
}

static bool take_pair(lua_State *L, struct decoded *d, struct label *label,
		      int depth)
{
	size_t before;
	char buf[64];
	bool room;

	lua_rawgeti(L, -1, 1);
	before = label_add(label, text_of(L, buf));
	lua_rawgeti(L, -2, 2);
	room = take_value(L, d, label, depth);
	label->n = before;
	lua_pop(L, 2);
	return room;
}

static bool take_list(lua_State *L, struct decoded *d, struct label *label,
		      int depth)
{
	bool room = true;

	for (lua_Integer i = 1; room; i++) {
		if (lua_rawgeti(L, -1, i) == LUA_TNIL) {
			lua_pop(L, 1);
			break;
		}
		room = is_pair(L) ? take_pair(L, d, label, depth)
				  : take_value(L, d, label, depth);
		lua_pop(L, 1);
	}
	return room;
}

struct lua_name {
	const char *s;
	size_t n;
};

static int by_name(const void *a, const void *b)
{
	const struct lua_name *x = a, *y = b;
	size_t n = x->n < y->n ? x->n : y->n;
	int order = memcmp(x->s, y->s, n);

	return order ? order : (x->n > y->n) - (x->n < y->n);
}

/* Pushes the sorted names of the table on top of the stack.  Lua owns their
 * memory, so that an error does not leak it. */
static struct lua_name *push_names(lua_State *L, size_t *count)
{
	struct lua_name *names;
	size_t n = 0;

	lua_pushnil(L);
	for (; lua_next(L, -2); lua_pop(L, 1))
		n += lua_type(L, -2) == LUA_TSTRING;
	names = lua_newuserdatauv(L, (n + 1) * sizeof *names, 0);
	*count = 0;
	lua_pushnil(L);
	for (; lua_next(L, -3); lua_pop(L, 1)) {
		if (lua_type(L, -2) != LUA_TSTRING)
			continue;
		names[*count].s = lua_tolstring(L, -2, &names[*count].n);
		++*count;
	}
	qsort(names, *count, sizeof *names, by_name);
	return names;
}

static bool take_names(lua_State *L, struct decoded *d, struct label *label,
		       int depth)
{
	struct lua_name *names;
	bool room = true;
	size_t n;

	names = push_names(L, &n);
	for (size_t i = 0; i < n && room; i++) {
		const struct bytes name = { names[i].s, names[i].n };
		size_t before = label_add(label, name);

		lua_pushlstring(L, name.data, name.len);
		lua_rawget(L, -3);
		room = take_value(L, d, label, depth);
		label->n = before;
		lua_pop(L, 1);
	}
	lua_pop(L, 1);
	return room;
}

static bool take_table(lua_State *L, struct decoded *d, struct label *label,
		       int depth)
{
	luaL_checkstack(L, 16, NULL);
	sandbox_check_time(L);
	return take_list(L, d, label, depth) && take_names(L, d, label, depth);
}

void decoder_take(lua_State *L, struct decoded *d)
{
	struct label label = { .n = 0 };
	char buf[64];
	struct bytes text;

	if (lua_isnil(L, -1)) {
		sandbox_raise(L, RULE_NO_RESULT, "", NULL);
	} else if (lua_istable(L, -1)) {
		decoded_clear(d);
		take_table(L, d, &label, 0);
	} else if (is_plain(lua_type(L, -1))) {
		text = text_of(L, buf);
		decoded_text(d, text.data, text.len);
	} else {
		sandbox_raise(L, RULE_BAD_RESULT, luaL_typename(L, -1), NULL);
	}
	lua_pop(L, 1);
}

/* --- scripts -------------------------------------------------------------- */

struct script_run {
	const struct decoder_input *in;
	struct decoded *d;
};

static int set_up(lua_State *L)
{
	const struct script_run *r = lua_touserdata(L, 1);

	lua_pushglobaltable(L);
	helpers_set(L);
	decoder_push(L, r->in);
	lua_setfield(L, -4, "frame");
	lua_setfield(L, -3, "region");
	lua_setfield(L, -2, "raw");
	return 0;
}

static int take_result(lua_State *L)
{
	struct script_run *r = lua_touserdata(L, 1);

	lua_pushglobaltable(L);
	lua_pushliteral(L, "result");
	lua_rawget(L, -2);
	decoder_take(L, r->d);
	return 0;
}

void decoder_lua(const char *text, size_t n, const struct decoder_input *in,
		 struct decoded *d)
{
	struct script_run r = { in, d };
	struct rule_error e;
	struct sandbox *sb = sandbox_new(&e);

	decoded_clear(d);
	if (!sb || sandbox_protected(sb, set_up, &r, &e) < 0 ||
	    sandbox_load(sb, "decoder", text, n, &e) < 0 ||
	    sandbox_call(sb, 0, 0, &e) < 0 ||
	    sandbox_protected(sb, take_result, &r, &e) < 0)
		decoder_fail(d, &e);
	sandbox_free(sb);
}
