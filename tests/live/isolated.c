/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "isolated.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "live.h"

static char why[96];

const char *isolated_why(void)
{
	return why;
}

bool isolated_proc(const char *options)
{
	if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
	    mount("proc", "/proc", "proc", 0, options) == 0)
		return true;
	diag("no /proc of our own: %s", strerror(errno));
	return false;
}

pid_t isolated_fork(int flags)
{
	pid_t pid = (pid_t)syscall(SYS_clone, flags | SIGCHLD, NULL, NULL,
				   NULL, 0L);

	if (pid < 0)
		snprintf(why, sizeof why, "namespaces are not permitted: %s",
			 strerror(errno));
	if (pid == 0)
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	return pid;
}

bool isolated(int flags, bool (*fn)(void *arg), void *arg, bool *good)
{
	pid_t pid = isolated_fork(flags);
	int status;

	if (pid < 0)
		return false;
	if (pid == 0) {
		bool mounted = !(flags & CLONE_NEWPID) ||
			       !(flags & CLONE_NEWNS) || isolated_proc(NULL);

		_exit(mounted ? !fn(arg) : 2);
	}
	waitpid(pid, &status, 0);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 2) {
		snprintf(why, sizeof why, "/proc cannot be mounted");
		return false;
	}
	*good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
	return true;
}
