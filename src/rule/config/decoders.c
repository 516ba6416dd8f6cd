/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "rule/config/private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/str.h"
#include "rule/decoder/private.h"
#include "rule/pattern.h"
#include "rule/sandbox.h"

/* An entry of one of the two lists. */
struct config_entry {
	struct config_reading *r;
	lua_State *L;			/* the entry's table is on top of this
					 * stack */
	const char *setting;
	const char *word;		/* error messages have the line of this
					 * word */
	char key[32];
};

/* Makes later error messages name the key as "setting.key".  r->key then points
 * into the entry. */
static void about(struct config_entry *e, const char *key)
{
	snprintf(e->key, sizeof e->key, "%s%s%s", e->setting, key ? "." : "",
		 key ? key : "");
	e->r->key = e->key;
}

static void wrong_type(struct config_entry *e, const char *key,
		       enum rule_want want)
{
	about(e, key);
	config_wrong_type(e->r, want, e->word);
}

/* If the key exists, pushes its value and returns true. */
static bool has(struct config_entry *e, const char *key)
{
	if (lua_getfield(e->L, -1, key) != LUA_TNIL)
		return true;
	lua_pop(e->L, 1);
	return false;
}

/* Returns NULL if the key is missing.  If the value is not a text, also reports
 * an error. */
static char *take_text(struct config_entry *e, const char *key)
{
	char *s = NULL;

	if (!has(e, key))
		return NULL;
	if (lua_type(e->L, -1) == LUA_TSTRING && *lua_tostring(e->L, -1))
		s = xstrdup(lua_tostring(e->L, -1));
	else
		wrong_type(e, key, WANT_TEXT);
	lua_pop(e->L, 1);
	return s;
}

/* True if the key `command` has at least one word.  If it has none, reports an
 * error. */
static bool take_command(struct config_entry *e, struct word_list *out)
{
	if (!has(e, "command"))
		return false;
	about(e, "command");
	config_list(e->r, e->L, out, NULL, NULL);
	lua_pop(e->L, 1);
	if (out->given && !out->v.n)
		wrong_type(e, "command", WANT_LIST);
	return out->v.n > 0;
}

/* Reports a key that an entry must not have.  Called by config_each_name(). */
static void check_name(struct config_reading *r, lua_State *L, const char *name)
{
	static const char *const decoder[] = {
		"name", "region", "file", "layout", "lua", "command", NULL,
	};
	static const char *const opener[] = { "name", "command", NULL };
	const char *const *words = !strcmp(r->key, "decoders") ? decoder
							       : opener;

	(void)L;
	for (size_t i = 0; words[i]; i++)
		if (!strcmp(words[i], name))
			return;
	config_no_word(r, name, words, RULE_NO_WORD);
}

/* Reads the name of the entry, which is required. */
static char *begin(struct config_entry *e)
{
	char *name;

	about(e, NULL);
	e->word = e->setting;
	if (!lua_istable(e->L, -1)) {
		wrong_type(e, NULL, WANT_DECODERS);
		return NULL;
	}
	if (!has(e, "name")) {
		wrong_type(e, NULL, WANT_DECODERS);
		return NULL;
	}
	lua_pop(e->L, 1);
	name = take_text(e, "name");
	if (!name)
		return NULL;
	e->word = name;
	about(e, NULL);
	if (config_each_name(e->r, e->L, check_name))
		wrong_type(e, NULL, WANT_DECODERS);
	return name;
}

/* --- decoders ------------------------------------------------------------- */

static bool take_pattern(struct config_entry *e, struct pattern **out)
{
	struct rule_error error = { .fault = RULE_PATTERN };
	char *text;

	if (!has(e, "region"))
		return true;
	lua_pop(e->L, 1);
	text = take_text(e, "region");
	if (!text)
		return false;
	*out = pattern_new(text, strlen(text), &error.pattern);
	about(e, "region");
	if (!*out)
		config_report(e->r, &error, text);
	free(text);
	return *out != NULL;
}

static void join(struct str *out, const struct word_list *w)
{
	for (size_t i = 0; i < w->v.n; i++)
		str_addf(out, "%s\n", w->v.v[i]);
}

static bool take_layout(struct config_entry *e, struct config_decoder *d)
{
	struct word_list elements = { .given = false };
	struct str text = STR_INIT;
	struct rule_error error;

	lua_getfield(e->L, -1, "layout");
	about(e, "layout");
	if (lua_type(e->L, -1) == LUA_TSTRING)
		str_adds(&text, lua_tostring(e->L, -1));
	else
		config_list(e->r, e->L, &elements, NULL, NULL);
	lua_pop(e->L, 1);
	join(&text, &elements);
	if (text.len || elements.given) {
		d->layout = layout_new(text.data, &error);
		if (!d->layout)
			config_report(e->r, &error,
				      error.text[0] ? error.text : e->word);
	}
	config_words_release(&elements);
	str_release(&text);
	return d->layout;
}

static bool take_lua(struct config_entry *e, struct config_decoder *d)
{
	if (lua_getfield(e->L, -1, "lua") == LUA_TFUNCTION) {
		d->function = luaL_ref(e->L, LUA_REGISTRYINDEX);
		d->way = DECODER_FUNCTION;
		return true;
	}
	if (lua_type(e->L, -1) == LUA_TSTRING && *lua_tostring(e->L, -1))
		d->script = xstrdup(lua_tostring(e->L, -1));
	else
		wrong_type(e, "lua", WANT_SCRIPT);
	lua_pop(e->L, 1);
	d->way = DECODER_SCRIPT;
	return d->script;
}

/* Reads the key layout, lua or command: an entry must have exactly one of
 * them. */
static bool take_way(struct config_entry *e, struct config_decoder *d)
{
	static const char *const ways[] = { "layout", "lua", "command" };
	struct rule_error error = { .fault = RULE_ONE_OF };
	int found = -1, n = 0;

	for (int i = 0; i < 3; i++) {
		if (!has(e, ways[i]))
			continue;
		lua_pop(e->L, 1);
		found = i;
		n++;
	}
	if (n != 1) {
		about(e, NULL);
		snprintf(error.text, sizeof error.text, "%s", d->name);
		snprintf(error.near, sizeof error.near, "%s",
			 "layout, lua, command");
		config_report(e->r, &error, e->word);
		return false;
	}
	if (found == 0)
		return take_layout(e, d);
	if (found == 1)
		return take_lua(e, d);
	d->way = DECODER_COMMAND;
	return take_command(e, &d->command);
}

/* Adds the decoder to the list before its keys are read, so that a Lua error
 * does not leak it. */
static void read_decoder(struct config_entry *e)
{
	struct config *c = e->r->config;
	struct config_decoder *d = vec_push(&c->decoders);

	*d = (struct config_decoder){ .function = LUA_NOREF };
	d->name = begin(e);
	if (d->name) {
		d->file = take_text(e, "file");
		if (take_pattern(e, &d->region) && take_way(e, d))
			return;
	}
	config_decoder_release(d);
	c->decoders.n--;
}

void config_decoder_release(struct config_decoder *d)
{
	free(d->name);
	pattern_free(d->region);
	free(d->file);
	layout_free(d->layout);
	free(d->script);
	config_words_release(&d->command);
}

/* --- openers -------------------------------------------------------------- */

static void read_opener(struct config_entry *e)
{
	struct config *c = e->r->config;
	struct config_opener *o = vec_push(&c->open_with);

	*o = (struct config_opener){ .name = NULL };
	o->name = begin(e);
	if (o->name && take_command(e, &o->command))
		return;
	if (o->name && !o->command.given)
		wrong_type(e, "command", WANT_LIST);
	config_opener_release(o);
	c->open_with.n--;
}

void config_opener_release(struct config_opener *o)
{
	free(o->name);
	config_words_release(&o->command);
}

/* --- both settings -------------------------------------------------------- */

static void each(struct config_reading *r, lua_State *L,
		 void (*read)(struct config_entry *e))
{
	struct config_entry e = { .r = r, .L = L, .setting = r->key };

	if (!lua_istable(L, -1)) {
		config_wrong_type(r, WANT_DECODERS, r->key);
		return;
	}
	for (lua_Integer i = 1;; i++) {
		if (lua_rawgeti(L, -1, i) == LUA_TNIL)
			break;
		read(&e);
		lua_pop(L, 1);
	}
	lua_pop(L, 1);
	r->key = e.setting;
}

void config_read_decoders(struct config_reading *r, lua_State *L)
{
	each(r, L, read_decoder);
}

void config_read_open_with(struct config_reading *r, lua_State *L)
{
	each(r, L, read_opener);
}

/* --- calling the function of a decoder ------------------------------------ */

bool config_decoder_fits(const struct config_decoder *d, struct bytes name,
			 struct bytes path)
{
	if (d->file && (strlen(d->file) != path.len ||
			memcmp(d->file, path.data, path.len)))
		return false;
	return !d->region || pattern_matches(d->region, name.data, name.len);
}

struct calling {
	const struct config_decoder *decoder;
	const struct decoder_input *in;
	struct decoded *out;
};

static int call(lua_State *L)
{
	struct calling *c = lua_touserdata(L, 1);

	lua_rawgeti(L, LUA_REGISTRYINDEX, c->decoder->function);
	decoder_push(L, c->in);
	lua_call(L, 3, 1);
	decoder_take(L, c->out);
	return 0;
}

void config_decode(struct config *c, const struct config_decoder *d,
		   const struct decoder_input *in, struct decoded *out)
{
	struct calling calling = { d, in, out };
	struct rule_error e;

	decoded_clear(out);
	if (sandbox_protected(c->sb, call, &calling, &e) < 0)
		decoder_fail(out, &e);
}
