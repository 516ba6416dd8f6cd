/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A userfaultfd that write-protects memory, so that the kernel records which
 * pages are written (WP_ASYNC, Linux 6.7).  The program's page faults do not
 * wait for mmtop.
 *
 * The descriptor acts on the address space of the process that created it.  So
 * mmtop makes the target create a userfaultfd, and uses a copy of its
 * descriptor (source/trace/track/track.c).
 *
 *	r = uffd_probe();			once: -ENOSYS, -EOPNOTSUPP...
 *	r = uffd_begin(fd);			enables the features
 *	r = uffd_register(fd, start, end);	whole regions
 *	...					sys/pages/writes.h
 *	uffd_unregister(fd, start, end);	in windows
 *	close(fd);				unregisters all the rest at once
 */
#ifndef SYS_PAGES_UFFD_H
#define SYS_PAGES_UFFD_H

#include <stdint.h>

#include "base/err.h"

/* Flags with which userfaultfd(2) must be called. */
#define UFFD_FLAGS (1 | 02000000 | 04000)	/* USER_MODE_ONLY, CLOEXEC,
						 * NONBLOCK */

/* The ioctl number of UFFDIO_REGISTER, equal on every architecture. */
#define UFFD_REGISTER 0xc020aa00u

/* Tests on mmtop's own memory whether the kernel supports WP_ASYNC.  Returns 0
 * if it does, -ENOSYS without userfaultfd, -EOPNOTSUPP without WP_ASYNC or
 * PAGEMAP_SCAN, or another -errno, such as -EPERM. */
MUST_CHECK int uffd_probe(void);
MUST_CHECK int uffd_begin(int fd);
/* -EBUSY: the range is registered with another userfaultfd. -EINVAL: this kind
 * of memory is not supported, or the region has changed. */
MUST_CHECK int uffd_register(int fd, uint64_t start, uint64_t end);
MUST_CHECK int uffd_unregister(int fd, uint64_t start, uint64_t end);

#endif
