/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "rule/sandbox.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/near.h"

/* Number of instructions between two checks of the limits. */
#define HOOK_STEPS 1000

struct sandbox {
	lua_State *L;
	size_t used;			/* memory in use, in bytes */
	unsigned steps;			/* number of instructions in the current
					 * call */
	uint64_t limit_ns, until_ns;	/* CPU time: the limit of a call, and
					 * the time when it is reached */
	bool shared;			/* several calls share one time limit:
					 * sandbox_begin() */
	bool over;			/* a limit was exceeded */
	struct rule_error raised;	/* error that sandbox_raise() raised */
};

static uint64_t cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static struct sandbox *sandbox_of(lua_State *L)
{
	return *(struct sandbox **)lua_getextraspace(L);
}

/* Allocates, resizes and frees memory for Lua, which requires that shrinking a
 * block does not fail. */
static void *allocate(void *arg, void *block, size_t old, size_t size)
{
	struct sandbox *sb = arg;

	if (!block)
		old = 0;	/* without a block, `old` is the type of the new
				 * object */
	if (!size) {
		free(block);
		sb->used -= old;
		return NULL;
	}
	if (size > old && size - old > SANDBOX_MEMORY - sb->used)
		return NULL;
	block = xrealloc(block, size);
	sb->used += size - old;
	return block;
}

static void look(lua_State *L, struct sandbox *sb)
{
	if (sb->steps < SANDBOX_STEPS && cpu_ns() < sb->until_ns)
		return;
	sb->over = true;
	luaL_error(L, "endless");
}

static void hook(lua_State *L, lua_Debug *ar)
{
	struct sandbox *sb = sandbox_of(L);

	(void)ar;
	sb->steps += HOOK_STEPS;
	look(L, sb);
}

void sandbox_check_time(lua_State *L)
{
	look(L, sandbox_of(L));
}

static int open_libs(lua_State *L)
{
	sandbox_open_libs(L);
	return 0;
}

struct sandbox *sandbox_new(struct rule_error *e)
{
	struct sandbox *sb;
	struct err err;

	if (LATE_LOAD(lua, &err) < 0) {
		*e = (struct rule_error){ .fault = RULE_NO_LUA };
		snprintf(e->text, sizeof e->text, "%.159s", err.what);
		return NULL;
	}
	sb = xcalloc(1, sizeof *sb);
	sb->L = lua_newstate(allocate, sb);
	if (!sb->L)
		abort();	/* impossible: the few KiB needed here are
				 * within the limit */
	sb->limit_ns = SANDBOX_NS;
	*(struct sandbox **)lua_getextraspace(sb->L) = sb;
	lua_sethook(sb->L, hook, LUA_MASKCOUNT, HOOK_STEPS);
	if (sandbox_protected(sb, open_libs, NULL, e) < 0)
		abort();
	return sb;
}

void sandbox_free(struct sandbox *sb)
{
	if (!sb)
		return;
	lua_close(sb->L);
	free(sb);
}

lua_State *sandbox_lua(const struct sandbox *sb)
{
	return sb->L;
}

/* --- errors --------------------------------------------------------------- */

int sandbox_raise(lua_State *L, enum rule_fault fault, const char *text,
		  const char *near)
{
	struct sandbox *sb = sandbox_of(L);

	sb->raised.fault = fault;
	snprintf(sb->raised.text, sizeof sb->raised.text, "%s", text);
	snprintf(sb->raised.near, sizeof sb->raised.near, "%s",
		 near ? near : "");
	return luaL_error(L, "raised");
}

int sandbox_raise_pattern(lua_State *L, enum pattern_fault why)
{
	sandbox_of(L)->raised.pattern = why;
	return sandbox_raise(L, RULE_PATTERN, "", NULL);
}

/* Splits "config:12: unexpected symbol" into the line, 12, and the rest, which
 * it returns. */
static const char *split(const char *message, int *line)
{
	const char *colon = strchr(message, ':');
	char *end;
	long n;

	*line = 0;
	if (!colon || memchr(message, ' ', (size_t)(colon - message)))
		return message;
	n = strtol(colon + 1, &end, 10);
	if (end == colon + 1 || *end != ':' || n <= 0 || n > 1000000)
		return message;
	*line = (int)n;
	return end + 1 + strspn(end + 1, " ");
}

/* Fills *e from the error message on top of the stack. */
static void explain(struct sandbox *sb, int status, enum rule_fault fault,
		    struct rule_error *e)
{
	const char *message = lua_type(sb->L, -1) == LUA_TSTRING ?
			      lua_tostring(sb->L, -1) :
			      "(error object is not a string)";
	int line;
	const char *text = split(message, &line);

	*e = (struct rule_error){ .fault = fault, .line = line };
	if (sb->over)
		e->fault = RULE_ENDLESS;
	else if (status == LUA_ERRMEM)
		e->fault = RULE_MEMORY;
	else if (sb->raised.fault)
		*e = sb->raised, e->line = line;
	else
		snprintf(e->text, sizeof e->text, "%s", text);
}

/* --- calls ---------------------------------------------------------------- */

static void start(struct sandbox *sb)
{
	sb->steps = 0;
	sb->over = false;
	sb->raised.fault = RULE_OK;
	if (!sb->shared)
		sb->until_ns = cpu_ns() + sb->limit_ns;
}

static int finish(struct sandbox *sb, int status, enum rule_fault fault,
		  struct rule_error *e)
{
	if (status == LUA_OK)
		return 0;
	explain(sb, status, fault, e);
	lua_pop(sb->L, 1);
	/* Free the garbage of the failed call, which would count against the
	 * next call. */
	if (status == LUA_ERRMEM)
		lua_gc(sb->L, LUA_GCCOLLECT);
	return -1;
}

int sandbox_load(struct sandbox *sb, const char *name, const char *text,
		 size_t n, struct rule_error *e)
{
	char chunk[32];

	if (n > SANDBOX_TEXT) {
		*e = (struct rule_error){ .fault = RULE_TOO_LONG };
		return -1;
	}
	start(sb);
	snprintf(chunk, sizeof chunk, "=%s", name);
	return finish(sb, luaL_loadbufferx(sb->L, text, n, chunk, "t"),
		      RULE_SYNTAX, e);
}

int sandbox_call(struct sandbox *sb, int nargs, int nresults,
		 struct rule_error *e)
{
	start(sb);
	return finish(sb, lua_pcall(sb->L, nargs, nresults, 0), RULE_FAILED, e);
}

int sandbox_protected(struct sandbox *sb, lua_CFunction f, void *arg,
		      struct rule_error *e)
{
	lua_pushcfunction(sb->L, f);
	lua_pushlightuserdata(sb->L, arg);
	return sandbox_call(sb, 1, 0, e);
}

void sandbox_begin(struct sandbox *sb)
{
	sb->shared = true;
	sb->until_ns = cpu_ns() + sb->limit_ns;
}

void sandbox_limit(struct sandbox *sb, uint64_t ns)
{
	sb->limit_ns = ns;
}

int sandbox_time_is_up(struct sandbox *sb)
{
	return cpu_ns() >= sb->until_ns;
}

/* --- similar names -------------------------------------------------------- */

const char *sandbox_nearest(const char *word, const char *const *words)
{
	const char *found = "";
	size_t best = 3, d;

	for (; *words; words++) {
		d = near_distance(word, *words);
		if (d < best && near_is_typo(word, *words, d)) {
			best = d;
			found = *words;
		}
	}
	return found;
}
