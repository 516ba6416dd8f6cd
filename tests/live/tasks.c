/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The process tree: threads, fork, vfork, clone, exec from any thread, exits
 * with their statuses; no task is missing, and none is invented. */
#include <config.h>

#include "live.h"
#include "log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Writes an event in the format of victims/tasks.c; nothing for events that the
 * victim does not print. */
static void one_line(FILE *out, const json_t *e)
{
	const char *what = log_str(e, "event");
	long long pid = log_num(e, "pid"), tid = log_num(e, "tid");

	if (!log_is(e, "type", "process") || !strcmp(what, "launch") ||
	    !strcmp(what, "attach") || !strcmp(what, "detach"))
		return;
	if (!strcmp(what, "exec")) {
		fprintf(out, "%lld exec %s\n", pid,
			base_name(log_str(e, "exe")));
	} else if (strcmp(what, "exit") != 0) {
		fprintf(out, "%lld %s %lld\n", pid, what,
			log_num(e, "child"));
	} else if (*log_str(e, "signal")) {
		fprintf(out, "%lld/%lld exit %s\n", pid, tid,
			log_str(e, "signal"));
	} else {
		fprintf(out, "%lld/%lld exit %lld\n", pid, tid,
			log_num(e, "status"));
	}
}

static char *lines_of(const char *path)
{
	json_t *log = log_read(path);
	char *text = NULL;
	size_t size, i;
	FILE *out = open_memstream(&text, &size);
	json_t *e;

	if (!out)
		bail("no memory");
	json_array_foreach(log, i, e)
		one_line(out, e);
	fclose(out);
	json_decref(log);
	return text;
}

/* Keeps the lines for which keep() is true. */
static void keep_lines(char *text, bool (*keep)(const char *line, long arg),
		       long arg)
{
	char *to = text;

	for (char *p = text, *nl; (nl = strchr(p, '\n')); p = nl + 1) {
		size_t n = (size_t)(nl + 1 - p);

		*nl = '\0';
		if (keep(p, arg)) {
			*nl = '\n';
			memmove(to, p, n);
			to += n;
		}
	}
	*to = '\0';
}

static bool own_threads(const char *line, long pid)
{
	return strtol(line, NULL, 10) == pid &&
	       (strstr(line, " thread ") || strstr(line, " exit "));
}

/* What the victim printed after "ready". */
static char *wanted(struct run *r)
{
	char *p = strstr(r->out, "ready\n");

	return p ? p + strlen("ready\n") : r->out;
}

static void launched(const char *program, const char *name)
{
	char *log = work_file("launched"), *got;
	struct run r;

	run_mmtop(&r, "--json", "-o", log, program, NULL);
	if (!ok(run_wait(&r) && run_status(&r) == 42,
		"%s: mmtop's status is that of the program", name))
		diag("%d\n%s", run_status(&r), r.err);
	got = lines_of(log);
	ok(same_lines(got, wanted(&r)),
	   "P12 P14 P17 the log has the tree, %s", name);
	free(got);
	run_release(&r);
	free(log);
}

static void attached(const char *program, const char *name, bool follow)
{
	char *log = work_file("attached"), *got, *want, pid[16];
	struct run v, r;

	run_start(&v, (char *[]){ (char *)program, (char *)"wait", NULL });
	run_printed(&v, "ready\n");
	snprintf(pid, sizeof pid, "%d", v.pid);
	run_mmtop(&r, "--json", "-o", log, "--level=calls", "-p", pid,
		  follow ? "--follow" : "--no-follow", NULL);
	ok(file_holds(log, "\"attach\""), "%s: mmtop attaches", name);
	run_poke(&v);
	ok(run_wait(&v) && run_status(&v) == 42,
	   "%s: the program exits with 42", name);
	ok(run_wait(&r) && run_status(&r) == 0, "%s: mmtop exits with 0", name);
	got = lines_of(log);
	want = wanted(&v);
	if (!follow)
		keep_lines(want, own_threads, v.pid);
	ok(same_lines(got, want), "P12 P14 P17 the log has the tree, %s", name);
	free(got);
	run_release(&r);
	run_release(&v);
	free(log);
}

int main(void)
{
	char *v64 = victim("tasks"), *v32 = victim32("tasks");

	plan(10 + (v32 ? 2 : 0));
	launched(v64, "launched");
	attached(v64, "attached with children", true);
	attached(v64, "attached alone", false);
	if (v32)
		launched(v32, "32-bit");
	free(v64);
	free(v32);
	return done();
}
