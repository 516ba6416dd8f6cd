/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lua where it can do no harm: no files, no programs, no output, no code made
 * from strings, and bounds on time and memory.
 *
 *	sandbox_load(sb, "config", bytes, n, &error)	pushes a function
 *	sandbox_call(sb, 0, 1, &error)			calls it
 *
 * What it has is listed in sandbox_libs.c; what is not listed there is not
 * there.  A C function of Lua's that could run long without coming back to
 * Lua's own loop (where the hook counts) is left out or bounded.
 *
 * Whatever may raise an error must run in sandbox_call() or
 * sandbox_protected(): elsewhere there is nobody to catch it.
 */
#ifndef RULE_SANDBOX_H
#define RULE_SANDBOX_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "late/lua.h"
#include "rule/error.h"

#define SANDBOX_MEMORY (8u << 20)	/* bytes */
#define SANDBOX_STEPS 2000000u		/* of Lua's machine, a call */
#define SANDBOX_NS UINT64_C(250000000)	/* of this thread's CPU time */
#define SANDBOX_TEXT (1u << 20)		/* of a chunk */

struct sandbox;

/* NULL with *e filled where Lua cannot be loaded. */
struct sandbox *sandbox_new(struct rule_error *e);
void sandbox_free(struct sandbox *sb);
lua_State *sandbox_lua(const struct sandbox *sb);

/* Compiles text (never bytecode) and pushes it; -1 with *e filled. */
MUST_CHECK int sandbox_load(struct sandbox *sb, const char *name,
			    const char *text, size_t n, struct rule_error *e);
/* As lua_call(); -1 with *e filled and the stack as before the function and
 * its arguments. */
MUST_CHECK int sandbox_call(struct sandbox *sb, int nargs, int nresults,
			    struct rule_error *e);
/* Runs f(arg) where it may fail; it pops what it pushes. */
MUST_CHECK int sandbox_protected(struct sandbox *sb, lua_CFunction f,
				 void *arg, struct rule_error *e);
/*
 * Many calls share one amount of time: the clock runs on from one to the next
 * instead of beginning anew.
 */
void sandbox_begin(struct sandbox *sb);
/* Limits each later call to ns of CPU time instead of SANDBOX_NS. */
void sandbox_limit(struct sandbox *sb, uint64_t ns);
/* True when that time is used up. */
int sandbox_over(struct sandbox *sb);

/* Raises an error of that kind: near may be NULL. */
int sandbox_raise(lua_State *L, enum rule_fault fault, const char *text,
		  const char *near);
/* Raises RULE_PATTERN. */
int sandbox_raise_pattern(lua_State *L, enum pattern_fault why);

/* Private: opens the libraries, in sandbox_libs.c. */
int sandbox_open_libs(lua_State *L);
/* Private: raises RULE_ENDLESS when the time is used up; for what takes long
 * in C, between two steps. */
void sandbox_look(lua_State *L);

/* The word of a NULL-terminated list that is hardly another, or "". */
const char *sandbox_nearest(const char *word, const char *const *words);

#endif
