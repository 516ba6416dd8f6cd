/* SPDX-License-Identifier: 0BSD */
/*
 * The calls that close descriptors.  Many programs close all descriptors,
 * change their user, and then execute another program, which has no right to
 * open the ring through /proc.  So these calls do not close the ring's
 * descriptor, which the program did not open.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "preload/heap_chunks.h"

#include <errno.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* True if fd is still the ring: the program may have closed it and opened
 * another file with that number. */
static bool is_ours(int fd)
{
	int e = errno;
	struct stat st;
	bool ours = fstat(fd, &st) == 0 && st.st_dev == heap_ring.dev &&
		    st.st_ino == heap_ring.ino;

	errno = e;
	return ours;
}

static bool has_ours(unsigned first, unsigned last)
{
	return heap_ring.head && heap_ring.fd >= 0 &&
	       (unsigned)heap_ring.fd >= first &&
	       (unsigned)heap_ring.fd <= last && is_ours(heap_ring.fd);
}

EXPORT int close(int fd)
{
	if (UNLIKELY(fd == heap_ring.fd && fd > 0 &&
		     has_ours((unsigned)fd, (unsigned)fd)))
		return 0;
	return heap_next.close ? heap_next.close(fd)
			       : (int)syscall(SYS_close, fd);
}

static int close_some(unsigned first, unsigned last, int flags)
{
	return heap_next.close_range ?
	       heap_next.close_range(first, last, flags) :
	       (int)syscall(SYS_close_range, first, last, flags);
}

EXPORT int close_range(unsigned first, unsigned last, int flags)
{
	unsigned fd = (unsigned)heap_ring.fd;
	int r;

	if (!has_ours(first, last))
		return close_some(first, last, flags);
	r = first < fd ? close_some(first, fd - 1, flags) : 0;
	return r < 0 || fd == last ? r : close_some(fd + 1, last, flags);
}

EXPORT void closefrom(int first)
{
	unsigned from = first > 0 ? (unsigned)first : 0;
	int e = errno;

	/* closefrom() of the C library reads /proc if the kernel has no
	 * close_range(). */
	if (heap_next.closefrom && !has_ours(from, UINT_MAX))
		heap_next.closefrom(first);
	else if (close_range(from, UINT_MAX, 0) < 0 && heap_next.closefrom)
		heap_next.closefrom(first);
	errno = e;
}
