/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A userfaultfd that write-protects memory so that the kernel itself notes
 * which pages are written (WP_ASYNC, Linux 6.7): no fault waits for us.
 *
 * The descriptor acts on the memory of whoever made it, not of who uses it:
 * ours is a copy of one that a target was made to make (source/trace/track/track.c).
 *
 *	r = uffd_probe();			once: -ENOSYS, -EOPNOTSUPP...
 *	r = uffd_begin(fd);			agrees with the kernel
 *	r = uffd_register(fd, start, end);	whole regions
 *	...					sys/pages/writes.h
 *	uffd_unregister(fd, start, end);	in windows
 *	close(fd);				removes what is left, at once
 */
#ifndef SYS_PAGES_UFFD_H
#define SYS_PAGES_UFFD_H

#include <stdint.h>

#include "base/err.h"

/* What a userfaultfd for this is made with: userfaultfd(2). */
#define UFFD_FLAGS (1 | 02000000 | 04000)	/* USER_MODE_ONLY, CLOEXEC,
						 * NONBLOCK */

/* The number of UFFDIO_REGISTER, also for another architecture. */
#define UFFD_REGISTER 0xc020aa00u

/* Whether this kernel can: tried on memory of our own.  0; -ENOSYS: no
 * userfaultfd; -EOPNOTSUPP: not the asynchronous kind, or PAGEMAP_SCAN is
 * missing; -EPERM and others as they came. */
MUST_CHECK int uffd_probe(void);
MUST_CHECK int uffd_begin(int fd);
/* -EBUSY: it belongs to another userfaultfd; -EINVAL: not that kind of
 * memory, or it has changed meanwhile. */
MUST_CHECK int uffd_register(int fd, uint64_t start, uint64_t end);
MUST_CHECK int uffd_unregister(int fd, uint64_t start, uint64_t end);

#endif
