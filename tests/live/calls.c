/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every memory call of a victim is in the text log, in order, to the letter:
 * launched and attached to, 64 and 32 bits. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "live.h"

#define FIRST "munmap(0x10000, 4096) = 0\n"
#define LAST "munmap(0x10000, 8192) = 0\n"

/* The calls alone, from FIRST to LAST, without time and process. */
static char *between_marks(const char *log)
{
	char *out = calloc(strlen(log) + 1, 1), *end = out, *first, *last;

	for (const char *p = log, *nl; (nl = strchr(p, '\n')); p = nl + 1) {
		const char *what = memchr(p, ' ', (size_t)(nl - p));

		what = what ? memchr(what + 1, ' ', (size_t)(nl - what)) : NULL;
		if (!what || what > nl)
			continue;
		memcpy(end, what + 1, (size_t)(nl - what));
		end += nl - what;
	}
	*end = '\0';
	first = strstr(out, FIRST);
	last = strstr(out, LAST);
	if (!first || !last) {
		diag("the marks are not in the log");
		*out = '\0';
		return out;
	}
	last[strlen(LAST)] = '\0';
	memmove(out, first, strlen(first) + 1);
	return out;
}

static void tell_difference(const char *got, const char *want)
{
	while (*got && *want) {
		size_t g = strcspn(got, "\n"), w = strcspn(want, "\n");

		if (g != w || memcmp(got, want, g) != 0) {
			diag("got  %.*s\nwant %.*s", (int)g, got, (int)w, want);
			return;
		}
		got += g + (got[g] == '\n');
		want += w + (want[w] == '\n');
	}
	diag("got  %s\nwant %s", got, want);
}

static void compare(struct run *watched, const char *log_path,
		    const char *name)
{
	char *log = read_file(log_path, NULL), *got;
	const char *want = strstr(watched->out, FIRST);

	got = between_marks(log ? log : "");
	if (!want)
		want = "the victim's list";
	if (!ok(!strcmp(got, want), "%s: the log has every call", name))
		tell_difference(got, want);
	free(got);
	free(log);
}

static void launched(const char *program, const char *name)
{
	char *log = work_file("launched");
	struct run r;

	run_mmtop(&r, "-b", "-o", log, program, NULL);
	ok(run_wait(&r) && run_status(&r) == 0, "%s: launched, ends with 0",
	   name);
	if (!ok(!*r.err, "%s: nothing on stderr", name))
		diag("%s", r.err);
	compare(&r, log, name);
	run_release(&r);
	free(log);
}

static void attached(const char *program, const char *name)
{
	char *log = work_file("attached"), pid[16];
	struct run v, r;

	run_start(&v, (char *[]){ (char *)program, (char *)"wait", NULL });
	ok(run_printed(&v, "ready\n"), "%s: the victim runs", name);
	snprintf(pid, sizeof pid, "%d", v.pid);
	run_mmtop(&r, "-b", "-o", log, "-p", pid, NULL);
	ok(file_holds(log, " attach "), "%s: attached to", name);
	run_poke(&v);
	ok(run_wait(&v) && run_status(&v) == 0,
	   "%s: it ends as it would have", name);
	ok(run_wait(&r) && run_status(&r) == 0, "%s: and mmtop with 0", name);
	compare(&v, log, name);
	run_release(&r);
	run_release(&v);
	free(log);
}

int main(void)
{
	char *v64 = victim("calls"), *v32 = victim32("calls");

	plan(v32 ? 16 : 8);
	launched(v64, "native");
	attached(v64, "native, attached");
	if (v32) {
		launched(v32, "32-bit");
		attached(v32, "32-bit, attached");
	}
	free(v64);
	free(v32);
	return done();
}
