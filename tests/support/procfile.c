/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "procfile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

void procfile_put(const char *dir, const char *name, const char *text)
{
	char path[256];
	FILE *f;

	assert_in_range(snprintf(path, sizeof path, "%s/%s", dir, name), 0,
			sizeof path - 1);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

pid_t procfile_zombie(void)
{
	siginfo_t si;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid == 0)
		_exit(0);
	assert_true(pid > 0);
	assert_int_equal(waitid(P_PID, (id_t)pid, &si, WEXITED | WNOWAIT), 0);
	return pid;
}
