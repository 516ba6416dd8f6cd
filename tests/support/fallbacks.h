/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One test program with each of several ways of doing the same thing: what
 * the kernel offers is found out once, so each has a process of its own, with
 * MMTOP_FAULT saying what is missing.
 *
 *	static const char *const faults[] = { "", "no-pagemap-scan" };
 *
 *	return fallbacks_run("page scans", faults, 2, run);
 *
 * run() is all of it, and asks the kernel nothing before; what it says goes to
 * stderr.  One TAP line each; but with MMTOP_FAULT set only that one, as it is.
 */
#ifndef TESTS_SUPPORT_FALLBACKS_H
#define TESTS_SUPPORT_FALLBACKS_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* The exit status of the whole. */
static inline int fallbacks_run(const char *what, const char *const *faults,
				size_t n, int (*run)(void))
{
	int failed = 0;

	if (getenv("MMTOP_FAULT"))
		return run();
	printf("1..%zu\n", n);
	for (size_t i = 0; i < n; i++) {
		int status = -1;
		pid_t pid;

		fflush(stdout);
		pid = fork();
		if (pid == 0) {
			setenv("MMTOP_FAULT", faults[i], 1);
			dup2(STDERR_FILENO, STDOUT_FILENO);
			exit(run());
		}
		waitpid(pid, &status, 0);
		failed |= status;
		printf("%sok %zu - %s%s%s\n", status ? "not " : "", i + 1,
		       what, *faults[i] ? " with " : "", faults[i]);
	}
	return failed ? 1 : 0;
}

#endif
