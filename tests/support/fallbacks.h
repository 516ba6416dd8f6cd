/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One test program with each of several ways of doing the same thing: what
 * the kernel offers is found out once, so each has a process of its own, with
 * MMTOP_FAULT saying what is missing.
 *
 *	static const char *const faults[] = { "", "no-pagemap-scan" };
 *
 *	if (!getenv("MMTOP_FAULT"))
 *		return fallbacks_run("page scans", faults, 2);
 *	return cmocka_run_group_tests(tests, NULL, NULL);
 *
 * One TAP line each; what the program itself says goes to stderr.
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
				size_t n)
{
	int failed = 0;

	printf("1..%zu\n", n);
	for (size_t i = 0; i < n; i++) {
		int status = -1;
		pid_t pid;

		fflush(stdout);
		pid = fork();
		if (pid == 0) {
			setenv("MMTOP_FAULT", faults[i], 1);
			dup2(STDERR_FILENO, STDOUT_FILENO);
			execl("/proc/self/exe", what, (char *)NULL);
			_exit(127);
		}
		waitpid(pid, &status, 0);
		failed |= status;
		printf("%sok %zu - %s%s%s\n", status ? "not " : "", i + 1,
		       what, *faults[i] ? " with " : "", faults[i]);
	}
	return failed ? 1 : 0;
}

#endif
