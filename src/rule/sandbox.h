/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs Lua safely: no files, no programs, no output, no code made from strings,
 * and limits on time and memory.
 *
 *	sandbox_load(sb, "config", bytes, n, &error)	pushes a function
 *	sandbox_call(sb, 0, 1, &error)			calls it
 *
 * Only the functions listed in sandbox_libs.c exist.  Lua's interpreter loop
 * counts instructions in a hook.  A C function that could run long without
 * returning to that loop is omitted or bounded.
 *
 * Call functions that can raise a Lua error only inside sandbox_call() or
 * sandbox_protected(): elsewhere an error aborts the process.
 */
#ifndef RULE_SANDBOX_H
#define RULE_SANDBOX_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "late/lua.h"
#include "rule/error.h"

#define SANDBOX_MEMORY (8u << 20)	/* maximum memory of a sandbox, in
					 * bytes */
#define SANDBOX_STEPS 2000000u		/* maximum number of instructions of
					 * Lua's VM per call */
#define SANDBOX_NS UINT64_C(250000000)	/* maximum CPU time of the thread per
					 * call, in ns */
#define SANDBOX_TEXT (1u << 20)		/* maximum length of a text for
					 * sandbox_load(), in bytes */

struct sandbox;

/* Returns NULL with *e filled if Lua cannot be loaded. */
struct sandbox *sandbox_new(struct rule_error *e);
void sandbox_free(struct sandbox *sb);
lua_State *sandbox_lua(const struct sandbox *sb);

/* Compiles text, never as bytecode, and pushes the function.  Returns -1 with
 * *e filled on failure. */
MUST_CHECK int sandbox_load(struct sandbox *sb, const char *name,
			    const char *text, size_t n, struct rule_error *e);
/* Like lua_call().  On failure returns -1 with *e filled, and pops the function
 * and its arguments. */
MUST_CHECK int sandbox_call(struct sandbox *sb, int nargs, int nresults,
			    struct rule_error *e);
/* Runs f(arg), which may raise errors and must leave the Lua stack
 * unchanged. */
MUST_CHECK int sandbox_protected(struct sandbox *sb, lua_CFunction f,
				 void *arg, struct rule_error *e);
/*
 * Starts a time limit that all later calls share.
 */
void sandbox_begin(struct sandbox *sb);
/* Limits each later call to ns of CPU time instead of SANDBOX_NS. */
void sandbox_limit(struct sandbox *sb, uint64_t ns);
/* True if the time limit of sandbox_begin() or sandbox_limit() is exceeded. */
int sandbox_time_is_up(struct sandbox *sb);

/* Raises an error of kind `fault`; near may be NULL. */
int sandbox_raise(lua_State *L, enum rule_fault fault, const char *text,
		  const char *near);
/* Raises RULE_PATTERN with the reason `why`. */
int sandbox_raise_pattern(lua_State *L, enum pattern_fault why);

/* Private: opens the libraries (sandbox_libs.c). */
int sandbox_open_libs(lua_State *L);
/* Private: raises RULE_ENDLESS if the time limit is exceeded.  Long-running C
 * functions call it between steps. */
void sandbox_check_time(lua_State *L);

/* Returns the word of a NULL-terminated list that is similar to `word`, or
 * "". */
const char *sandbox_nearest(const char *word, const char *const *words);

#endif
