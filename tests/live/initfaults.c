/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A fault ends the first process of a PID namespace, traced or not: launched
 * with and without the filter, attached, at each level, and kept by a keeper.
 * The kernel would drop the signal of a traced one, which would then fault
 * again without end.
 */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "live.h"

/* Most lines for a signal that the program caught or died of. */
#define LINES_MAX 4

static const char *const kinds[] = {
	"wild", "abort", "thread", "beside", "bus", "blocked", "ignored",
	"handled", "overflow", "trapped", "illegal", "divide", "breakpoint",
};
#define KINDS (sizeof kinds / sizeof *kinds)

enum how { LAUNCHED, ATTACHED, KEPT };

static const struct {
	enum how how;
	const char *option;
} ways[] = {
	{ LAUNCHED, "--level=calls" }, { LAUNCHED, "--no-filter" },
	{ LAUNCHED, "--level=watch" }, { ATTACHED, "--level=calls" },
	{ ATTACHED, "--level=watch" }, { KEPT, "--level=calls" },
};
#define WAYS (sizeof ways / sizeof *ways)

/* The output of the program about its child without mmtop, to be freed; NULL if
 * it may not create a namespace. */
static char *run_bare(char *program, const char *kind)
{
	struct run r;
	char *out;

	run_start(&r, (char *[]){ program, (char *)kind, NULL });
	run_printed(&r, "ready\n");
	run_poke(&r);
	out = run_wait(&r) && run_status(&r) == 0 ? strdup(r.out) : NULL;
	run_release(&r);
	return out;
}

/* The number of lines that report the delivery of a signal, except SIGCHLD. */
static int deliveries(const char *log)
{
	char *text = read_file(log, NULL);
	int n = 0;

	for (char *at = text; at && (at = strstr(at, "--- SIG")); at += 7)
		n += strncmp(at, "--- SIGCHLD", 11) != 0;
	free(text);
	return n;
}

static void start(struct run *v, struct run *m, char *program,
		  const char *kind, size_t way, const char *log)
{
	char pid[16];

	if (ways[way].how != ATTACHED) {
		run_mmtop(m, "-b", "-o", log, ways[way].option, program, kind,
			  NULL);
		return;
	}
	run_start(v, (char *[]){ program, (char *)kind, NULL });
	run_printed(v, "ready\n");
	snprintf(pid, sizeof pid, "%d", (int)v->pid);
	run_mmtop(m, "-b", "-f", "-o", log, ways[way].option, "-p", pid, NULL);
	file_holds(log, " attach ");
}

static void check(char *program, const char *kind, size_t way,
		  const char *want)
{
	bool attached = ways[way].how == ATTACHED;
	struct run v = { .pid = 0 }, m, *p = attached ? &v : &m;
	char *log = work_file("log");
	bool good;
	int lines;

	start(&v, &m, program, kind, way, log);
	good = run_printed(p, "ready\n");
	if (ways[way].how == KEPT) {
		kill(m.pid, SIGTERM);
		good = run_wait(&m) && good;
	}
	run_poke(p);
	good = file_holds(p->out_path, want) && good;
	if (ways[way].how != KEPT)
		good = run_wait(&m) && good;
	lines = deliveries(log);
	if (!good || lines > LINES_MAX)
		diag("%d signals delivered, wanted %s", lines, want);
	ok(good && lines <= LINES_MAX, "%s, %s %s", kind,
	   ways[way].how == KEPT ? "kept," : attached ? "attached," :
	   "launched,", ways[way].option);
	if (attached)
		run_release(&v);
	run_release(&m);
	free(log);
}

int main(void)
{
	char *program = victim("initfault"), *want;

	want = run_bare(program, kinds[0]);
	if (!want)
		skip_all("no PID namespace can be made here");
	free(want);
	plan((int)(KINDS * WAYS));
	for (size_t k = 0; k < KINDS; k++) {
		want = run_bare(program, kinds[k]);
		for (size_t w = 0; w < WAYS; w++)
			check(program, kinds[k], w, want ? want : "nothing");
		free(want);
	}
	free(program);
	return done();
}
