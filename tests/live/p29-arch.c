/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * P29: the same number is another call on another architecture.  A
 * 32-bit program under the filter: its 107 mmap2 are seen and its 9 (link) is
 * not, and the same without a filter.
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
	ok(run_wait(&r) && run_status(&r) == 0, "%s: it ends with 0", name);
	text = read_file(log, NULL);
	/* Each of its own length, which no C library asks for. */
	ok(text && count(text, "mmap2(NULL, 12345, ") == MMAPS,
	   "%s: every mmap2 is seen", name);
	ok(text && !strstr(text, "link(") && !strstr(text, " mmap(\""),
	   "%s: and no link", name);
	free(text);
	run_release(&r);
	free(log);
}

int main(void)
{
	char *v32 = victim32("calls");

	if (!v32)
		skip_all("32-bit programs cannot be made here");
	plan(6 + 2 * MARKED_LAUNCHED + MARKED_ATTACHED);
	counted("filter", NULL, v32);
	counted("no filter", "--no-filter", v32);
	marked_launched("filter", NULL, v32, NULL);
	marked_launched("no filter", "--no-filter", v32, NULL);
	marked_attached("attached", NULL, v32, NULL);
	free(v32);
	return done();
}
