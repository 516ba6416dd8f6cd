/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/proc/stat.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

uint64_t procstat_start(const char *text)
{
	const char *at = strrchr(text, ')');

	for (int field = 2; at && field < 22; field++)
		at = strchr(at + 1, ' ');
	return at ? strtoull(at, NULL, 10) : 0;
}

static bool read_text(pid_t tid, char *buf, size_t size)
{
	char path[40];
	ssize_t n;
	int fd;

	snprintf(path, sizeof path, "/proc/%d/stat", (int)tid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	n = read(fd, buf, size - 1);
	close(fd);
	buf[n > 0 ? n : 0] = '\0';
	return n > 0;
}

uint64_t procstat_start_of(pid_t tid)
{
	char buf[1024];

	return read_text(tid, buf, sizeof buf) ? procstat_start(buf) : 0;
}

char procstat_state_of(pid_t tid)
{
	char buf[1024];
	const char *at = read_text(tid, buf, sizeof buf) ? strrchr(buf, ')')
							 : NULL;

	return at && at[1] == ' ' ? at[2] : 0;
}
