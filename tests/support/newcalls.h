/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * True if the kernel has PAGEMAP_SCAN (Linux 6.7) or PROCMAP_QUERY (6.11),
 * which older headers lack. Such a kernel rejects an empty argument with an
 * error other than ENOTTY.
 */
#ifndef TESTS_SUPPORT_NEWCALLS_H
#define TESTS_SUPPORT_NEWCALLS_H

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <unistd.h>

static inline bool kernel_knows(const char *path, unsigned long request)
{
	char empty[128] = { 0 };
	int fd = open(path, O_RDONLY | O_CLOEXEC), e = 0;

	if (fd < 0)
		return false;
	if (ioctl(fd, request, empty) < 0)
		e = errno;
	close(fd);
	return e != ENOTTY;
}

static inline bool kernel_has_pagemap_scan(void)
{
	return kernel_knows("/proc/self/pagemap", _IOWR('f', 16, char[96]));
}

static inline bool kernel_has_procmap_query(void)
{
	return kernel_knows("/proc/self/maps", _IOWR('f', 17, char[104]));
}

#endif
