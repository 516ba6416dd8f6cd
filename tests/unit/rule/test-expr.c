/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions over rows: their results, and that hostile ones are harmless. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "../../support/evtext.h"
#include "base/alloc.h"
#include "model/model.h"
#include "rule/expr.h"

static const char story[] =
	"0 7 process op=attach start=1 comm=python3 exe=/usr/bin/python3\n"
	"0 7 process op=fork child=8 child_pid=8 ppid=7 start=2 comm=sh\n"
	"0 8 process op=fork child=9 child_pid=9 ppid=8 start=3 comm=gzip\n"
	"1 7 region op=add start=0x1000 end=0x3000 perm=rw-p kind=heap "
	"name=[heap] rss=8192\n"
	"1 7 region op=add start=0x10000 end=0x110000 perm=r-xp kind=library "
	"name=/usr/lib/libc.so.6 inode=5 rss=4096\n"
	"1 7 region op=add start=0x200000 end=0x201000 perm=rw-s kind=file "
	"name=/tmp/file inode=6\n"
	"1 7 region op=sync\n";

static struct model *model_new_story(void)
{
	struct model *m = model_new();

	evtext_text(story, model_event_fn, m);
	return m;
}

static struct expr *must(enum rule_over over, const char *text)
{
	struct rule_error e;
	struct expr *x = expr_new(over, text, &e);

	if (!x)
		fail_msg("%s: fault %d: %s", text, e.fault, e.text);
	return x;
}

/* Compares the matching regions with `want`, a subset of "hcf" (heap, C
 * library, file). */
static void regions(const char *text, const char *want)
{
	struct model *m = model_new_story();
	struct expr *x = must(OVER_REGIONS, text);
	struct rule_row row = { .model = m, .process = model_process(m, 7) };
	char got[4] = "", *to = got;

	expr_begin(x);
	for (size_t i = 0; i < row.process->space.regions.n; i++) {
		row.region = row.process->space.regions.v[i];
		if (expr_matches(x, &row))
			*to++ = "hcf"[i];
	}
	if (expr_error(x)->fault)
		fail_msg("%s: %s", text, expr_error(x)->text);
	if (strcmp(got, want))
		fail_msg("%s: %s, not %s", text, got, want);
	expr_free(x);
	model_free(m);
}

/* T19: equals, starts, ends, contains, regular expression, and, or, not. */
static void T19_names_are_matched(void **state)
{
	(void)state;
	regions("name == '[heap]'", "h");
	regions("name ~= '[heap]'", "cf");
	regions("starts(name, '/usr')", "c");
	regions("ends(name, '.so.6')", "c");
	regions("contains(name, 'i')", "cf");
	regions("matches(name, '^/(usr|tmp)/')", "cf");
	regions("matches(name, 'so\\\\.[0-9]+$')", "c");
	regions("starts(path, '/') and not ends(path, 'file')", "c");
	regions("contains(name, 'heap') or contains(name, 'file')", "hf");
	regions("not (contains(name, 'heap'))", "cf");
	regions("contains(path, 'heap')", "");
}

static void numbers_and_flags_are_matched(void **state)
{
	(void)state;
	regions("region.size > 64*KiB and region.perm == 'r-xp'", "c");
	regions("size > 1M - 1", "c");
	regions("size >= 1MiB", "c");
	regions("size == 8K", "h");
	regions("rss > 0", "hc");
	/* Unknown: comparisons are false both ways. */
	regions("rss >= 0 or rss < 0", "hc");
	regions("known(rss)", "hc");
	regions("not known(rss)", "f");
	regions("shared == true", "f");
	regions("writable and not shared", "h");
	regions("anonymous == true", "h");
	regions("kind == 'library'", "c");
	regions("address == 0x10000", "c");
	regions("address_hex == '0x10000'", "c");
	regions("descriptor and descriptor.path == '/tmp/file'", "f");
	regions("descriptor ~= nil and size == 4096", "f");
	regions("process.executable:find('python', 1, true) ~= nil", "hcf");
	regions("process.pid == 7 and region.process.name == 'python3'",
		"hcf");
	regions("prot & 2 ~= 0", "hf");
}

static void processes(const char *text, const char *want)
{
	struct model *m = model_new_story();
	struct expr *x = must(OVER_PROCESSES, text);
	struct rule_row row = { .model = m };
	char got[64] = "";

	expr_begin(x);
	for (size_t i = 0; i < m->processes.n; i++) {
		row.process = m->processes.v[i];
		if (expr_matches(x, &row))
			sprintf(got + strlen(got), "%d ",
				(int)row.process->pid);
	}
	assert_string_equal(got, want);
	expr_free(x);
	model_free(m);
}

static void T19_child_of_matches_descendants(void **state)
{
	(void)state;
	processes("child_of(7)", "8 9 ");
	processes("child_of(8)", "9 ");
	processes("child_of('python3')", "8 9 ");
	processes("child_of('sh') and name == 'gzip'", "9 ");
	processes("not child_of(7)", "7 ");
	processes("child_of(9) or pid == 7", "7 ");
	processes("ppid == 8", "9 ");
	processes("process.name == 'sh'", "8 ");
}

static void calls_and_signals_are_matched(void **state)
{
	struct model *m = model_new_story();
	struct expr *x;
	struct rule_row row = { .model = m, .process = model_process(m, 7) };

	(void)state;
	evtext_text("2 7/7 call call=mmap args=0,8192,3,34,-1,0 result=4096 "
		    "duration_ns=2000\n"
		    "3 7/7 call call=brk phase=2 args=0 result=-1 error=512 "
		    "restarted=1\n"
		    "3 7/7 signal signal=11 code=1 has_addr=1 addr=0x77 "
		    "action=0\n", model_event_fn, m);
	row.call = model_call(m, 1);
	assert_non_null(row.call);
	x = must(OVER_CALLS, "name == 'mmap' and size == 8K and "
			     "duration > 1us and duration < 3us and "
			     "not failed and contains(text, 'PROT_READ') and "
			     "result == 4096 and call.tid == 7");
	expr_begin(x);
	assert_true(expr_matches(x, &row));
	expr_free(x);
	row.call = model_call(m, 2);
	assert_non_null(row.call);
	x = must(OVER_CALLS, "failed or error");
	expr_begin(x);
	assert_false(expr_matches(x, &row));
	expr_free(x);
	row.call = NULL;
	row.signal = model_signal(m, 1);
	assert_non_null(row.signal);
	x = must(OVER_SIGNALS, "name == 'SIGSEGV' and code == 'SEGV_MAPERR' "
			       "and address == 0x77 and tid == 7 and "
			       "action == 'delivered'");
	expr_begin(x);
	assert_true(expr_matches(x, &row));
	expr_free(x);
	model_free(m);
}

static void plain_words_are_not_expressions(void **state)
{
	(void)state;
	assert_true(expr_is_plain("libc.so.6"));
	assert_true(expr_is_plain("rw-p"));
	assert_true(expr_is_plain("/tmp/a file"));
	assert_true(expr_is_plain("android"));
	assert_true(expr_is_plain("stack 4122"));
	assert_true(expr_is_plain("[heap]"));
	assert_false(expr_is_plain("rss > 1"));
	assert_false(expr_is_plain("not shared"));
	assert_false(expr_is_plain("shared and writable"));
	assert_false(expr_is_plain("starts(name)"));
	assert_false(expr_is_plain("'x'"));
}

static void units(const char *text, const char *want)
{
	struct str s = STR_INIT;

	expr_units(&s, text);
	assert_string_equal(s.data, want);
	str_release(&s);
}

static void units_are_multiplied(void **state)
{
	(void)state;
	units("rss > 1.5M", "rss > (1.5*1048576)");
	units("64K", "(64*1024)");
	units("2GiB", "(2*1073741824)");
	units("3ms", "(3*1e-3)");
	units("0x7fK", "0x7fK");
	units("0x10", "0x10");
	units("1e9", "1e9");
	units("10", "10");
	units("'10K' .. \"1\\\"0K\"", "'10K' .. \"1\\\"0K\"");
	units("a10K", "a10K");
	units("10Kx", "10Kx");
	units("'", "'");
}

static void wrong(const char *text, enum rule_fault fault, const char *what,
		  const char *near)
{
	struct rule_error e;
	struct expr *x = expr_new(OVER_REGIONS, text, &e);

	if (x)
		fail_msg("%s: no error", text);
	if (e.fault != fault || (what && strcmp(e.text, what)) ||
	    (near && strcmp(e.near, near)))
		fail_msg("%s: %d '%s' '%s'", text, e.fault, e.text, e.near);
}

static void wrong_expressions_are_reported(void **state)
{
	char text[EXPR_TEXT + 2];

	(void)state;
	wrong("rsss > 1", RULE_NO_NAME, "rsss", "rss");
	wrong("region.sizes > 1", RULE_NO_NAME, "sizes", "size");
	wrong("whatever > 1", RULE_NO_NAME, "whatever", "");
	wrong("start(name, 'x')", RULE_NO_NAME, "start", "starts");
	wrong("rss >", RULE_SYNTAX, "unexpected symbol near <eof>", "");
	wrong("rss = 1", RULE_SYNTAX, NULL, "");
	wrong("(rss", RULE_SYNTAX, NULL, "");
	wrong("rss + 1", RULE_NOT_BOOL, "number", "");
	wrong("name", RULE_NOT_BOOL, "string", "");
	wrong("matches(name, '(')", RULE_PATTERN, NULL, "");
	wrong("name > 1", RULE_FAILED, NULL, "");
	wrong("true) ; while true do end return (true", RULE_SYNTAX, NULL, "");
	wrong("(function() rss = 5 end)()", RULE_FAILED, NULL, "");
	wrong("(function() while true do end end)()", RULE_ENDLESS, NULL, "");
	memset(text, ' ', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	wrong(text, RULE_TOO_LONG, NULL, "");
	/* A comment does not hide the closing bracket that mmtop adds. */
	regions("rss > 0 -- all", "hc");
}

/* Patterns for which regcomp() of the C library takes gigabytes, or regexec()
 * years. */
static void hostile_patterns_end_in_time(void **state)
{
	(void)state;
	wrong("matches(name, '((a{200}){200}){200}')", RULE_PATTERN, NULL, "");
	wrong("matches(name, 'a{9999}')", RULE_PATTERN, NULL, "");
	regions("matches(name, ('('):rep(40) .. 'q' .. (')+'):rep(40))", "");
	regions("matches(name, 'q' .. ('{1,}'):rep(40))", "");
	regions("matches(('ab'):rep(2000), '(a|b)*a(a|b){100}c')", "");
	wrong("matches(name, '(a*)*\\\\1')", RULE_PATTERN, NULL, "");
	wrong("matches(name, ('a'):rep(300))", RULE_PATTERN, NULL, "");
	wrong("matches(name, 'a\\0b')", RULE_PATTERN, NULL, "");
	regions("matches(name, '(a|b){100}') == false", "hcf");
	regions("matches(name, name) or true", "hcf");
	/* Consecutive repetitions add up; they do not multiply. */
	regions("matches(name, '([a-z]+/)+[a-z]+-[a-z]+-[0-9]+[.]so[.]"
		"[0-9]+[.][0-9]+[.][0-9]+[.][0-9]+[.][0-9]+') == false",
		"hcf");
}

/* The target chooses its names, so they must be harmless. */
static void hostile_names_are_harmless(void **state)
{
	struct model *m = model_new_story();
	struct process *p = model_process(m, 7);
	struct region *r = p->space.regions.v[0];
	struct rule_row row = { .model = m, .process = p, .region = r };
	struct expr *x = must(OVER_REGIONS,
			      "contains(name, 'x') or matches(name, '(a|aa)+$')"
			      " or ends(name, '\\xff') or "
			      "name:match('^[^/]*$') ~= nil");
	static const char *const names[] = {
		"", "\xff\xfe", "\x1b[31m", "%d%s%n", "]]--", "a\nb",
		"\xe2\x80\xae" "txt", "'; os.exit()",
	};

	(void)state;
	expr_begin(x);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		free(r->name);
		r->name = xstrdup(names[i]);
		assert_true(expr_matches(x, &row));
	}
	free(r->name);
	r->name = xcalloc(1, 100001);
	memset(r->name, 'a', 100000);
	expr_matches(x, &row);
	assert_int_equal(expr_error(x)->fault, RULE_OK);
	expr_free(x);
	model_free(m);
}

/* An error in one row is stored, and the other rows are still matched. */
static void error_in_one_row_does_not_stop_others(void **state)
{
	struct model *m = model_new_story();
	struct expr *x = must(OVER_REGIONS, "#path > 3");
	struct rule_row row = { .model = m, .process = model_process(m, 7) };
	int n = 0;

	(void)state;
	expr_begin(x);
	for (size_t i = 0; i < 3; i++) {
		row.region = row.process->space.regions.v[i];
		n += expr_matches(x, &row);
	}
	assert_int_equal(n, 2);
	assert_int_equal(expr_error(x)->fault, RULE_FAILED);
	expr_begin(x);
	assert_int_equal(expr_error(x)->fault, RULE_OK);
	expr_free(x);
	model_free(m);
}

static uint64_t cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Work that is common to all rows is done once: testing a row costs a fraction
 * of compiling the expression. Compares the best of some runs of both. */
static void matching_costs_less_than_compiling(void **state)
{
	static const char text[] = "rss > 1M and ends(name, '.so') or size > 1G";
	struct model *m = model_new_story();
	struct expr *x = must(OVER_REGIONS, text);
	struct rule_row row = { .model = m, .process = model_process(m, 7) };
	uint64_t judged = UINT64_MAX, made = UINT64_MAX;

	(void)state;
	for (int pass = 0; pass < 5; pass++) {
		uint64_t begin = cpu_ns(), ns;

		expr_free(must(OVER_REGIONS, text));
		ns = cpu_ns() - begin;
		made = ns < made ? ns : made;
		begin = cpu_ns();
		expr_begin(x);
		for (size_t i = 0; i < 1000; i++) {
			row.region = row.process->space.regions.v[i % 3];
			expr_matches(x, &row);
		}
		ns = cpu_ns() - begin;
		judged = ns < judged ? ns : judged;
	}
	print_message("# 1,000 rows: %.0f us; the expression: %.0f us\n",
		      (double)judged / 1e3, (double)made / 1e3);
	assert_true(judged < 100 * made);
	assert_int_equal(expr_error(x)->fault, RULE_OK);
	expr_free(x);
	model_free(m);
}

/* A pass over all rows is limited in time. */
static void endless_pass_is_stopped(void **state)
{
	struct model *m = model_new_story();
	struct expr *x = must(OVER_REGIONS, "(function() for i = 1, 100000 do "
					    "end return true end)()");
	struct rule_row row = { .model = m, .process = model_process(m, 7) };
	uint64_t begin = cpu_ns(), one, all;

	(void)state;
	row.region = row.process->space.regions.v[0];
	expr_begin(x);
	expr_matches(x, &row);
	one = cpu_ns() - begin;
	for (size_t i = 1; i < 100000; i++)
		expr_matches(x, &row);
	all = cpu_ns() - begin;
	assert_true(all < 100000 / 10 * one);
	assert_int_equal(expr_error(x)->fault, RULE_ENDLESS);
	expr_free(x);
	model_free(m);
}

/* Random sequences of tokens: no crash, and each is compiled or has an
 * error. */
static void random_expressions_are_safe(void **state)
{
	static const char *const pieces[] = {
		"rss", "name", "region", "process", ".", ":", "(", ")", "[",
		"]", "{", "}", "'", "\"", "and", "or", "not", "==", "<", ">",
		"~=", "..", "#", "-", "+", "*", "/", "//", "%", "^", "&", "|",
		"1", "1K", "0x", "1e", "nil", "true", "function", "end",
		"return", "matches", "starts", "child_of", "string.rep",
		"math.huge", "table.sort", ",", ";", "--", "[[", "]]", "=",
		"\n", "\\", "\x01", "\xff", "goto", "::", "_ENV", "...",
	};
	struct model *m = model_new_story();
	struct rule_row row = { .model = m, .process = model_process(m, 7) };
	unsigned seed = 20261122, taken = 0, refused = 0;
	char text[256];

	(void)state;
	row.region = row.process->space.regions.v[1];
	for (int i = 0; i < 4000; i++) {
		struct rule_error e;
		struct expr *x;
		int n = 1 + rand_r(&seed) % 12;

		text[0] = '\0';
		for (int k = 0; k < n; k++) {
			strcat(text, pieces[(size_t)rand_r(&seed) %
					    (sizeof pieces / sizeof *pieces)]);
			strcat(text, rand_r(&seed) % 2 ? " " : "");
		}
		x = expr_new(OVER_REGIONS, text, &e);
		if (x) {
			taken++;
			expr_begin(x);
			expr_matches(x, &row);
		} else {
			refused++;
			assert_int_not_equal(e.fault, RULE_OK);
		}
		expr_free(x);
	}
	assert_true(taken > 10);
	assert_true(refused > 1000);
	model_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(T19_names_are_matched),
		cmocka_unit_test(numbers_and_flags_are_matched),
		cmocka_unit_test(T19_child_of_matches_descendants),
		cmocka_unit_test(calls_and_signals_are_matched),
		cmocka_unit_test(plain_words_are_not_expressions),
		cmocka_unit_test(units_are_multiplied),
		cmocka_unit_test(wrong_expressions_are_reported),
		cmocka_unit_test(hostile_patterns_end_in_time),
		cmocka_unit_test(hostile_names_are_harmless),
		cmocka_unit_test(error_in_one_row_does_not_stop_others),
		cmocka_unit_test(matching_costs_less_than_compiling),
		cmocka_unit_test(endless_pass_is_stopped),
		cmocka_unit_test(random_expressions_are_safe),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
