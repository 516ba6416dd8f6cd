/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A program that checks every result of its calls gets the same results in
 * every mode as untraced, except for the waits that the manual names.
 *
 *	MMTOP_SELFCHECK_CALLS=1000000 MMTOP_TEST_SLOW=10 \
 *		make check TESTS=tests/live/selfcheck
 */
#include <config.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "live.h"

#define CALLS "20000"
#define OPTIONS 4
#define PREFIX "ready\n"

static const struct mode {
	const char *name;
	bool attach;
	const char *options[OPTIONS];
	bool unseen;		/* mmtop does not see the exits of calls */
} modes[] = {
	{ "launched at watch", false, { "--level=watch" }, true },
	{ "launched at calls", false, { "--level=calls" }, true },
	{ "launched without a filter", false,
	  { "--level=calls", "--no-filter" }, false },
	{ "launched with --heap", false, { "--heap" }, true },
	{ "launched with --save-mmap", false, { "--save-mmap=" }, true },
	{ "launched with --track-writes", false, { "--track-writes" },
	  true },
	{ "attached at watch", true, { "--level=watch" }, true },
	{ "attached at watch, children too", true,
	  { "--level=watch", "-f" }, true },
	{ "attached at calls", true, { "--level=calls" }, false },
	{ "attached at calls, children too", true,
	  { "--level=calls", "-f" }, false },
	{ "attached with --save-mmap", true,
	  { "--level=calls", "--save-mmap=" }, false },
	{ "attached with --track-writes", true,
	  { "--level=calls", "--track-writes" }, false },
};

static const char *what_it_said(const struct run *r)
{
	return strncmp(r->out, PREFIX, strlen(PREFIX)) ? r->out :
		r->out + strlen(PREFIX);
}

/*
 * Checks the last line of the output.  If mmtop does not see the exits of
 * calls, the SIGCHLD of a child may interrupt one wait.
 */
static bool is_permitted(const struct mode *mode, const char *end)
{
	unsigned long waits, children;

	if (sscanf(end, "%lu waits interrupted, %lu children", &waits,
		   &children) != 2)
		return !*end;
	return mode->unseen && waits <= children;
}

static bool is_right(const struct run *r, const struct mode *mode,
		     const char *wanted)
{
	const char *text = what_it_said(r);
	size_t n = strlen(wanted);

	return run_status(r) == 0 && !strncmp(text, wanted, n) &&
	       is_permitted(mode, text + n);
}

static void test_mode(const char *program, const char *calls,
		      const struct mode *mode, const char *wanted,
		      const char *bits)
{
	char *log = work_file("log"), *folder = work_file("saved");
	char *saved = malloc(strlen(folder) + 32), pid[16];
	char *argv[12 + OPTIONS] = { getenv("MMTOP"), (char *)"-b",
				     (char *)"-o", log };
	struct run v, m, *r = mode->attach ? &v : &m;
	int n = 4;

	sprintf(saved, "--save-mmap=%s", folder);
	for (int i = 0; i < OPTIONS && mode->options[i]; i++)
		argv[n++] = !strcmp(mode->options[i], "--save-mmap=") ? saved :
			(char *)(uintptr_t)mode->options[i];
	if (mode->attach) {
		run_start(&v, (char *[]){ (char *)(uintptr_t)program,
			  (char *)(uintptr_t)calls, (char *)"wait", NULL });
		run_printed(&v, PREFIX);
		snprintf(pid, sizeof pid, "%d", v.pid);
		argv[n++] = (char *)"-p";
		argv[n++] = pid;
	} else {
		argv[n++] = (char *)"--";
		argv[n++] = (char *)(uintptr_t)program;
		argv[n++] = (char *)(uintptr_t)calls;
	}
	run_start(&m, argv);
	if (mode->attach && !file_holds(log, " attach "))
		bail("mmtop does not attach");
	if (mode->attach)
		run_poke(&v);
	run_wait(r);
	if (!ok(is_right(r, mode, wanted), "%s%s: every call has its result",
		mode->name, bits))
		diag("status %d: %s%s", run_status(r), what_it_said(r),
		     r->err);
	run_release(r);
	if (mode->attach) {
		run_wait(&m);
		run_release(&m);
	}
	free(saved);
	free(folder);
	free(log);
}

/* Runs the program untraced, and in n modes. */
static void test_program(const char *program, const char *calls,
			 const struct mode *some, size_t n, const char *bits)
{
	char *wanted;
	struct run r;

	run_start(&r, (char *[]){ (char *)(uintptr_t)program,
		  (char *)(uintptr_t)calls, NULL });
	run_wait(&r);
	if (!ok(run_status(&r) == 0, "untraced%s: every call has its result",
		bits))
		diag("status %d: %s%s", run_status(&r), r.out, r.err);
	wanted = strdup(r.out);
	run_release(&r);
	for (size_t i = 0; i < n; i++)
		test_mode(program, calls, &some[i], wanted, bits);
	free(wanted);
}

int main(void)
{
	static const struct mode few[] = {
		{ "launched at calls", false, { "--level=calls" }, true },
		{ "attached at calls", true, { "--level=calls" }, false },
	};
	const char *calls = getenv("MMTOP_SELFCHECK_CALLS");
	char *v64 = victim("selfcheck"), *v32 = victim32_or_skip("selfcheck");
	size_t n = sizeof modes / sizeof *modes;

	plan((int)n + 1 + (v32 ? 3 : 0));
	calls = calls ? calls : CALLS;
	test_program(v64, calls, modes, n, "");
	if (v32)
		test_program(v32, calls, few, 2, ", 32-bit");
	free(v64);
	free(v32);
	return done();
}
