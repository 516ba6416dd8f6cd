/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The limits of Lua in mmtop: missing functions, time and memory. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "../../support/slow.h"
#include "base/alloc.h"
#include "rule/sandbox.h"

static uint64_t cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Runs a chunk in bounded time; returns its fault. */
static enum rule_fault run(const char *text, struct rule_error *e)
{
	struct sandbox *sb = sandbox_new(NULL);
	uint64_t begin = cpu_ns();

	e->fault = RULE_OK;
	if (sandbox_load(sb, "test", text, strlen(text), e) == 0 &&
	    sandbox_call(sb, 0, 0, e) == 0)
		assert_int_equal(e->fault, RULE_OK);
	assert_int_equal(lua_gettop(sandbox_lua(sb)), 0);
	assert_true(cpu_ns() - begin < DEADLINE_NS);
	sandbox_free(sb);
	return e->fault;
}

static void good(const char *text)
{
	struct rule_error e;

	if (run(text, &e) != RULE_OK)
		fail_msg("%s: fault %d line %d: %s", text, e.fault, e.line,
			 e.text);
}

/* On an emulated machine the time limit may be reached before the memory
 * limit. */
static bool is_expected(enum rule_fault fault, enum rule_fault got)
{
	return got == fault || (fault == RULE_MEMORY && got == RULE_ENDLESS &&
				test_slow() > 4);
}

static void bad(enum rule_fault fault, const char *text)
{
	struct rule_error e;

	if (!is_expected(fault, run(text, &e)))
		fail_msg("%s: fault %d, not %d: %s", text, e.fault, fault,
			 e.text);
}

static void unsafe_functions_are_missing(void **state)
{
	static const char *const names[] = {
		"load", "loadstring", "loadfile", "dofile", "require",
		"package", "io", "os", "debug", "coroutine", "utf8", "print",
		"warn", "collectgarbage", "pcall", "xpcall", "setmetatable",
		"getmetatable", "rawset", "rawget", "rawlen", "_G",
		"string.dump", "string.pack", "table.move", "('').dump",
		"('').pack",
	};
	char text[80];

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		snprintf(text, sizeof text, "assert(%s == nil)", names[i]);
		good(text);
	}
}

/* The number of functions: a new one in the library makes this test fail. */
static void safe_functions_are_complete(void **state)
{
	(void)state;
	good("local n = 0\n"
	     "for k in pairs(_ENV) do n = n + 1 end\n"
	     "assert(n == 10 + 3, n)\n");
	good("local n = 0\n"
	     "for k in pairs(string) do n = n + 1 end\n"
	     "assert(n == 15, n)\n");
	good("local n = 0\n"
	     "for k in pairs(table) do n = n + 1 end\n"
	     "assert(n == 6, n)\n");
	good("assert(('a,b'):match('%w,(%w)') == 'b')");
	good("assert(('x'):rep(3, '-') == 'x-x-x')");
	good("assert(('a.b'):find('.', 1, true) == 2)");
	good("assert(('aXbX'):gsub('X', '') == 'ab')");
	good("local t = {} for w in ('a b'):gmatch('%a') do t[#t + 1] = w end "
	     "assert(table.concat(t) == 'ab')");
	good("assert(math.floor(2.5) == 2)");
	good("local a, b, at = ('<I2 z'):unpack('\\1\\2ab\\0') "
	     "assert(a == 513 and b == 'ab' and at == 6)");
	good("assert(string.packsize('!8 I1 I8') == 16)");
}

static void bytecode_and_long_text_are_refused(void **state)
{
	struct rule_error e;
	struct sandbox *sb = sandbox_new(NULL);
	char *large = xmalloc(SANDBOX_TEXT + 1);

	(void)state;
	assert_int_equal(sandbox_load(sb, "x", "\033Lua\124\0", 6, &e), -1);
	assert_int_equal(e.fault, RULE_SYNTAX);
	memset(large, ' ', SANDBOX_TEXT + 1);
	assert_int_equal(sandbox_load(sb, "x", large, SANDBOX_TEXT + 1, &e),
			 -1);
	assert_int_equal(e.fault, RULE_TOO_LONG);
	free(large);
	sandbox_free(sb);
}

static void endless_loops_are_stopped(void **state)
{
	(void)state;
	bad(RULE_ENDLESS, "while true do end");
	bad(RULE_ENDLESS, "repeat local x = {} until false");
	bad(RULE_ENDLESS, "::a:: goto a");
	bad(RULE_ENDLESS, "for i = 1, math.huge do end");
	bad(RULE_ENDLESS, "local function f() return f() end f()");
	bad(RULE_ENDLESS, "table.sort({3, 2, 1}, "
			  "function() while true do end end)");
	bad(RULE_ENDLESS, "('aaa'):gsub('a', function() "
			  "while true do end end)");
	/* Each step takes long. */
	bad(RULE_ENDLESS, "local a = ('x'):rep(65536) "
			  "a = a .. a .. a .. a .. a .. a .. a .. a "
			  "a = a .. 'y' local b = ('x'):rep(65536) "
			  "b = b .. b .. b .. b .. b .. b .. b .. b "
			  "b = b .. 'z' while a ~= b do end");
}

/* C functions, in which Lua counts no steps. */
static void long_c_functions_are_stopped(void **state)
{
	(void)state;
	bad(RULE_FAILED, "('x'):rep(1 << 60)");
	bad(RULE_FAILED, "(''):rep(1 << 60)");
	bad(RULE_FAILED, "(''):rep(1 << 60, 'x')");
	bad(RULE_FAILED, "('a'):rep(40000):find(('.-'):rep(20) .. 'b')");
	bad(RULE_FAILED, "('a'):rep(4000):match('.*.*.*x')");
	bad(RULE_FAILED, "('a'):rep(60):match(('a?'):rep(60) .. 'x')");
	bad(RULE_FAILED, "for x in ('a'):rep(40000):gmatch('.-.-b') do end");
	bad(RULE_FAILED, "('a'):rep(40000):gsub('.-.-b', '')");
	bad(RULE_FAILED, "table.unpack({}, 1, 1 << 30)");
	bad(RULE_FAILED, "string.unpack(('B'):rep(1025), ('x'):rep(1025))");
	bad(RULE_FAILED, "string.unpack('z', 'never')");
	bad(RULE_FAILED, "table.concat({}, '', 1, 1 << 60)");
	/* #t is 2^62, with about a hundred entries. */
#define HOLES "local t = {} for k = 0, 62 do t[1 << k] = 1 " \
	      "t[(1 << k) + 1] = 1 end "
	bad(RULE_FAILED, HOLES "table.insert(t, 1, 1)");
	bad(RULE_FAILED, HOLES "table.remove(t, 1)");
	bad(RULE_FAILED, HOLES "table.sort(t, rawequal)");
	good("local t = {3, 1, 2} table.sort(t) table.insert(t, 1, 0) "
	     "assert(table.remove(t) == 3 and table.concat(t) == '012')");
	/* A single call is allowed, but a thousand of them take minutes. */
	bad(RULE_ENDLESS, "local s = ('a'):rep(5000) "
			  "while true do s:find('a-b') end");
	bad(RULE_ENDLESS, "local s = ('a'):rep(60000) local p = ('a'):rep(999) "
			  ".. 'b' while true do s:find(p, 1, true) end");
	bad(RULE_ENDLESS, "local t = {} for i = 1, 1 << 17 do t[i] = i end "
			  "while true do table.sort(t) end");
	bad(RULE_ENDLESS, "local s = ('x'):rep(65536) s = s .. s .. s .. s "
			  "while true do "
			  "string.unpack('c262144', s) end");
	good("('/usr/lib/libc.so.6'):match('^/usr/.*/lib(.*)%.so')");
}

static void memory_is_limited(void **state)
{
	(void)state;
	bad(RULE_MEMORY, "local t = {} for i = 1, 1e9 do t[i] = {} end");
	bad(RULE_MEMORY, "local s = 'x' while true do s = s .. s end");
	bad(RULE_MEMORY, "local s = ('x'):rep(65536) "
			 "s:gsub('.', ('y'):rep(65536))");
	bad(RULE_MEMORY, "local t = {} for i = 1, 1e9 do "
			 "t[#t + 1] = ('x'):rep(60000) .. i end");
}

static void recursion_is_limited(void **state)
{
	static char deep[20000];

	(void)state;
	bad(RULE_MEMORY, "local function f() return 1 + f() end f()");
	memset(deep, '(', sizeof deep - 1);
	bad(RULE_SYNTAX, deep);
}

/* After each of these faults the sandbox works as before. */
static void sandbox_works_after_a_fault(void **state)
{
	static const char *const chunks[] = {
		"while true do end", "error({})", "error()", "x.y = 1",
		"local s = 'x' while true do s = s .. s end",
	};
	struct sandbox *sb = sandbox_new(NULL);
	struct rule_error e;

	(void)state;
	for (size_t i = 0; i < 3 * sizeof chunks / sizeof *chunks; i++) {
		const char *text = chunks[i % (sizeof chunks /
					       sizeof *chunks)];

		assert_int_equal(sandbox_load(sb, "t", text, strlen(text),
					      &e), 0);
		assert_int_equal(sandbox_call(sb, 0, 0, &e), -1);
		assert_int_equal(sandbox_load(sb, "t", "return 1", 8, &e), 0);
		assert_int_equal(sandbox_call(sb, 0, 1, &e), 0);
		assert_int_equal(lua_tointeger(sandbox_lua(sb), -1), 1);
		lua_pop(sandbox_lua(sb), 1);
	}
	sandbox_free(sb);
}

static void errors_have_lines(void **state)
{
	struct rule_error e;

	(void)state;
	assert_int_equal(run("\n\nlocal x = = 1", &e), RULE_SYNTAX);
	assert_int_equal(e.line, 3);
	assert_string_equal(e.text, "unexpected symbol near '='");
	assert_int_equal(run("\nlocal x = nil + 1", &e), RULE_FAILED);
	assert_int_equal(e.line, 2);
	assert_string_equal(e.text,
			    "attempt to perform arithmetic on a nil value");
	/* The text that lua(1) prints. */
	assert_int_equal(run("error({})", &e), RULE_FAILED);
	assert_string_equal(e.text, "(error object is not a string)");
}

static void nearest_word_is_suggested(void **state)
{
	static const char *const words[] = { "theme", "refresh", "keys",
					     NULL };

	(void)state;
	assert_string_equal(sandbox_nearest("them", words), "theme");
	assert_string_equal(sandbox_nearest("refersh", words), "refresh");
	assert_string_equal(sandbox_nearest("colour", words), "");
	assert_string_equal(sandbox_nearest("hey", words), "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unsafe_functions_are_missing),
		cmocka_unit_test(safe_functions_are_complete),
		cmocka_unit_test(bytecode_and_long_text_are_refused),
		cmocka_unit_test(endless_loops_are_stopped),
		cmocka_unit_test(long_c_functions_are_stopped),
		cmocka_unit_test(memory_is_limited),
		cmocka_unit_test(recursion_is_limited),
		cmocka_unit_test(sandbox_works_after_a_fault),
		cmocka_unit_test(errors_have_lines),
		cmocka_unit_test(nearest_word_is_suggested),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
