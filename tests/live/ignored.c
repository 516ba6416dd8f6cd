/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Signals that a program ignores wake it only because it is traced.  They must
 * not interrupt its calls; a signal with a handler must.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "live.h"

static void check(struct run *r, const char *name)
{
	if (!ok(run_wait(r) && run_status(r) == 42 &&
		!strcmp(r->out + (strncmp(r->out, "ready\n", 6) ? 0 : 6),
			"broken off 1, handled 1\n"), "%s", name))
		diag("status %d: %s%s", run_status(r), r->out, r->err);
}

static void untraced(const char *program)
{
	struct run r;

	run_start(&r, (char *[]){ (char *)program, NULL });
	check(&r, "without mmtop: only the handler interrupts calls");
	run_release(&r);
}

static void launched(const char *program, const char *level,
		     const char *name)
{
	struct run r;

	run_mmtop(&r, "-b", "-o", "/dev/null", level, program, NULL);
	check(&r, name);
	run_release(&r);
}

static void attached(const char *program, const char *level,
		     const char *name)
{
	char *log = work_file("attached"), pid[16];
	struct run v, r;

	run_start(&v, (char *[]){ (char *)program, (char *)"wait", NULL });
	run_printed(&v, "ready\n");
	snprintf(pid, sizeof pid, "%d", v.pid);
	run_mmtop(&r, "-b", level, "-o", log, "-p", pid, NULL);
	if (!file_holds(log, " attach "))
		bail("mmtop does not attach");
	run_poke(&v);
	check(&v, name);
	run_release(&v);
	run_wait(&r);
	run_release(&r);
	free(log);
}

int main(void)
{
	char *v64 = victim("ignored"), *v32 = victim32_or_skip("ignored");

	plan(5 + (v32 ? 1 : 0));
	untraced(v64);
	launched(v64, "--level=watch",
		 "launched at watch: only the handler interrupts calls");
	launched(v64, "--level=calls",
		 "launched at calls: only the handler interrupts calls");
	attached(v64, "--level=watch",
		 "attached at watch: only the handler interrupts calls");
	attached(v64, "--level=calls",
		 "attached at calls: only the handler interrupts calls");
	if (v32)
		launched(v32, "--level=calls",
			 "32-bit: only the handler interrupts calls");
	free(v64);
	free(v32);
	return done();
}
