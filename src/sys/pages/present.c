/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/pages/present.h"

#include <errno.h>
#include <unistd.h>

/* Bits of a pagemap entry: Documentation/admin-guide/mm/pagemap.rst. */
#define PRESENT (UINT64_C(1) << 63)
#define SWAPPED (UINT64_C(1) << 62)
#define GUARD (UINT64_C(1) << 58)

static ssize_t read_at(int fd, void *to, size_t n, uint64_t at)
{
	ssize_t got;

	do
		got = pread(fd, to, n, (off_t)at);
	while (got < 0 && errno == EINTR);
	return got < 0 ? -errno : got;
}

ssize_t present_read(int mem, int pagemap, uint64_t at, void *to, size_t n)
{
	uint64_t size = (uint64_t)getpagesize(), entry;
	uint64_t left = size - at % size;

	if (read_at(pagemap, &entry, sizeof entry,
		    at / size * sizeof entry) != (ssize_t)sizeof entry)
		return -EFAULT;
	if (!(entry & PRESENT))
		return entry & SWAPPED && !(entry & GUARD) ? -EAGAIN : -EFAULT;
	return read_at(mem, to, n < left ? n : (size_t)left, at);
}
