/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/own/inherit.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "sys/own/ignore.h"
#include "sys/own/limits.h"

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1u << 2)
#endif

/* If this number of descriptors or more was inherited, none of them is
 * closed. */
#define FDS_MAX 1024

static sigset_t mask;
static bool ignored[NSIG];
static int fds[FDS_MAX];	/* descriptors that were open at the start,
				 * sorted */
static int n_fds = -1;		/* -1: not known */

static int by_number(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return x < y ? -1 : x > y;
}

static void save_fds(void)
{
	DIR *d = opendir("/proc/self/fd");
	struct dirent *e;
	int n = 0;

	if (!d)
		return;
	while (n < FDS_MAX && (e = readdir(d))) {
		int fd = atoi(e->d_name);

		if (*e->d_name != '.' && fd != dirfd(d))
			fds[n++] = fd;
	}
	closedir(d);
	if (n == FDS_MAX)
		return;
	qsort(fds, (size_t)n, sizeof *fds, by_number);
	n_fds = n;
}

/* Sets close-on-exec on the descriptors that were not open at the start. */
static void restore_fds(void)
{
	unsigned from = 0;

	for (int i = 0; i < n_fds; i++) {
		if ((unsigned)fds[i] > from)
			close_range(from, (unsigned)fds[i] - 1,
				    CLOSE_RANGE_CLOEXEC);
		from = (unsigned)fds[i] + 1;
	}
	if (n_fds >= 0)
		close_range(from, UINT_MAX, CLOSE_RANGE_CLOEXEC);
}

void inherit_save(void)
{
	save_fds();
	sigprocmask(SIG_BLOCK, NULL, &mask);
	for (int sig = 1; sig < NSIG; sig++)
		ignored[sig] = ignore_is_set(sig);
	own_limits_raise();
}

void inherit_restore(void)
{
	for (int sig = 1; sig < NSIG; sig++)
		if (sig != SIGKILL && sig != SIGSTOP)
			ignore_set(sig, ignored[sig]);
	own_limits_restore();
	sigprocmask(SIG_SETMASK, &mask, NULL);
	restore_fds();
}

void inherit_close(void)
{
	for (int i = 0; i < n_fds; i++)
		if (fds[i] > STDERR_FILENO)
			close(fds[i]);
}

void inherit_null_streams(void)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	for (int fd = 0; fd <= STDERR_FILENO; fd++)
		if (null < 0 || dup2(null, fd) < 0)
			close(fd);
	if (null > STDERR_FILENO)
		close(null);
}
