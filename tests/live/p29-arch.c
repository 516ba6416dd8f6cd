/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * P29: call numbers differ between architectures.  mmtop logs the 107 mmap2
 * calls of a 32-bit program, and not its call 9 (link; mmap on x86-64), with a
 * filter and without.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "live.h"
#include "marked.h"

#define MMAPS 107

static int count(const char *text, const char *what)
{
	int n = 0;

	for (; (text = strstr(text, what)); text += strlen(what))
		n++;
	return n;
}

static void counted(const char *name, const char *option, const char *program)
{
	char *log = work_file("counted"), *text;
	char *argv[] = { getenv("MMTOP"), (char *)"-b", (char *)"-o", log,
			 (char *)"--", (char *)program, (char *)"link", NULL };
	struct run r;

	if (marked_option(option))
		argv[4] = (char *)option;
	run_start(&r, argv);
	ok(run_wait(&r) && run_status(&r) == 0,
	   "%s: the program exits with 0", name);
	text = read_file(log, NULL);
	/* A length that no C library requests. */
	ok(text && count(text, "mmap2(NULL, 12345, ") == MMAPS,
	   "%s: every mmap2 is logged", name);
	ok(text && !strstr(text, "link(") && !strstr(text, " mmap(\""),
	   "%s: no link is logged", name);
	free(text);
	run_release(&r);
	free(log);
}

int main(void)
{
	char *v32 = victim32("calls");

	if (!v32)
		skip_all("32-bit programs cannot be built here");
	plan(6 + 2 * MARKED_LAUNCHED + MARKED_ATTACHED);
	counted("filter", NULL, v32);
	counted("no filter", "--no-filter", v32);
	marked_launched("filter", NULL, v32, NULL);
	marked_launched("no filter", "--no-filter", v32, NULL);
	marked_attached("attached", NULL, v32, NULL);
	free(v32);
	return done();
}
