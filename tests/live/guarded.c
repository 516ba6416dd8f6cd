/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A test that is killed leaves no processes behind: see guard.c. */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "live.h"

/* A test that never exits, with a child, and an orphaned grandchild. */
static void be_ended(void)
{
	struct run plain, orphan;

	run_start(&plain, (char *[]){ (char *)"sleep", (char *)"300", NULL });
	run_start(&orphan, (char *[]){ (char *)"sh", (char *)"-c",
		  (char *)"sleep 300 & echo $!.", NULL });
	run_printed(&orphan, ".");
	run_wait(&orphan);
	printf("%d %d.\n", (int)plain.pid, atoi(orphan.out));
	fflush(stdout);
	for (;;)
		pause();
}

static bool is_gone(void *arg)
{
	const pid_t *pid = arg;

	return task_state(*pid) == 0;
}

static void killed_by(int sig, const char *name)
{
	pid_t plain = 0, orphan = 0;
	char program[4096];
	struct run r;
	ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);

	if (n < 0)
		bail("/proc/self/exe");
	program[n] = '\0';
	run_start(&r, (char *[]){ program, (char *)"be-ended", NULL });
	run_printed(&r, ".");
	kill(r.pid, sig);
	ok(run_wait(&r) && run_status(&r) == -sig, "%s: ends the test",
	   name);
	ok(sscanf(r.out, "%d %d", &plain, &orphan) == 2 &&
	   wait_for(is_gone, &plain), "%s: ends the child of the test", name);
	ok(orphan > 0 && wait_for(is_gone, &orphan),
	   "%s: ends the orphan of the test",
	   name);
	run_release(&r);
}

int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1)
		be_ended();
	plan(2 * 3);
	killed_by(SIGTERM, "TERM");
	killed_by(SIGINT, "INT");
	return done();
}
