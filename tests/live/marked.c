/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "marked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "live.h"

#define FIRST "munmap(0x10000, 4096) = 0\n"
#define LAST "munmap(0x10000, 8192) = 0\n"
#define ARGS_MAX 12

/* The calls from FIRST to LAST without time and process; to be freed. */
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

static void add_arg(char **argv, const char *word)
{
	while (*argv)
		argv++;
	if (word)
		*argv = (char *)word;
}

const char *marked_option(const char *option)
{
	struct run r;
	bool known;

	if (!option)
		return NULL;
	run_mmtop(&r, option, "--version", NULL);
	known = run_wait(&r) && run_status(&r) == 0;
	run_release(&r);
	return known ? option : NULL;
}

void marked_launched(const char *name, const char *option,
		     const char *program, const char *word)
{
	char *log = work_file("launched");
	char *argv[ARGS_MAX] = { getenv("MMTOP"), (char *)"-b", (char *)"-o",
				 log };
	struct run r;

	add_arg(argv, marked_option(option));
	add_arg(argv, program);
	add_arg(argv, word);
	run_start(&r, argv);
	ok(run_wait(&r) && run_status(&r) == 0, "%s: launched, exits with 0",
	   name);
	if (!ok(run_quiet(&r), "%s: nothing on stderr", name))
		diag("%s", r.err);
	compare(&r, log, name);
	run_release(&r);
	free(log);
}

void marked_attached(const char *name, const char *option,
		     const char *program, const char *word)
{
	char *log = work_file("attached"), pid[16];
	char *victim[ARGS_MAX] = { NULL };
	char *argv[ARGS_MAX] = { getenv("MMTOP"), (char *)"-b",
				 (char *)"--level=calls", (char *)"-o", log,
				 (char *)"-p", pid };
	struct run v, r;

	add_arg(victim, program);
	add_arg(victim, word);
	add_arg(victim, "wait");
	run_start(&v, victim);
	ok(run_printed(&v, "ready\n"), "%s: the victim runs", name);
	snprintf(pid, sizeof pid, "%d", v.pid);
	add_arg(argv, marked_option(option));
	run_start(&r, argv);
	ok(file_holds(log, " attach "), "%s: mmtop attaches", name);
	run_poke(&v);
	ok(run_wait(&v) && run_status(&v) == 0,
	   "%s: the program exits with 0", name);
	ok(run_wait(&r) && run_status(&r) == 0, "%s: mmtop exits with 0", name);
	compare(&v, log, name);
	run_release(&r);
	run_release(&v);
	free(log);
}
