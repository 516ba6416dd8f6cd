/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs one test program once for each way of doing the same thing. mmtop checks
 * the kernel's features only once, so each run is a process of its own, with
 * MMTOP_FAULT set to the missing feature.
 *
 *	static const char *const faults[] = { "", "no-pagemap-scan" };
 *
 *	return fallbacks_run("page scans", faults, 2, run);
 *
 * run() is the whole test; nothing may query the kernel before it. Its output
 * is redirected to stderr. Each run is one TAP line. If MMTOP_FAULT is set
 * already, only run() is called, with its output unchanged.
 */
#ifndef TESTS_SUPPORT_FALLBACKS_H
#define TESTS_SUPPORT_FALLBACKS_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* Returns the exit status of the test program. */
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
