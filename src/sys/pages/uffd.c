/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/pages/uffd.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/fault.h"
#include "sys/pages/writes.h"

/* From include/uapi/linux/userfaultfd.h of Linux 6.4 and 6.7; the installed
 * headers may be older. */
#ifndef UFFD_FEATURE_WP_UNPOPULATED
#define UFFD_FEATURE_WP_UNPOPULATED (1ull << 13)
#endif
#ifndef UFFD_FEATURE_WP_ASYNC
#define UFFD_FEATURE_WP_ASYNC (1ull << 15)
#endif

_Static_assert(UFFD_FLAGS == (UFFD_USER_MODE_ONLY | O_CLOEXEC | O_NONBLOCK),
	       "the kernel's values");
_Static_assert(UFFD_REGISTER == (uint32_t)UFFDIO_REGISTER,
	       "the kernel's values");

int uffd_begin(int fd)
{
	struct uffdio_api api = {
		.api = UFFD_API,
		.features = UFFD_FEATURE_WP_ASYNC |
			    UFFD_FEATURE_WP_UNPOPULATED,
	};

	if (ioctl(fd, UFFDIO_API, &api) == 0)
		return 0;
	return errno == EINVAL ? -EOPNOTSUPP : -errno;
}

int uffd_register(int fd, uint64_t start, uint64_t end)
{
	struct uffdio_register reg = {
		.range = { .start = start, .len = end - start },
		.mode = UFFDIO_REGISTER_MODE_WP,
	};

	return ioctl(fd, UFFDIO_REGISTER, &reg) < 0 ? -errno : 0;
}

int uffd_unregister(int fd, uint64_t start, uint64_t end)
{
	struct uffdio_range range = { .start = start, .len = end - start };

	return ioctl(fd, UFFDIO_UNREGISTER, &range) < 0 ? -errno : 0;
}

/* --- probe of the kernel -------------------------------------------------- */

static void seen(void *arg, uint64_t start, uint64_t end)
{
	uint64_t *bytes = arg;

	*bytes += end - start;
}

static long scan(uint64_t start, uint64_t end)
{
	int fd = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC), r;
	uint64_t bytes = 0;
	struct writescan w;

	if (fd < 0)
		return -errno;
	writescan_begin(&w, fd, start, end);
	r = writescan_step(&w, UINT64_MAX, seen, &bytes);
	writescan_end(&w);
	close(fd);
	return r < 0 ? r : (long)bytes;
}

/* Tests the tracking: writes to one of two pages between two scans. */
static int try_pages(int fd)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	volatile char *p = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uint64_t at = (uintptr_t)p;
	long found;
	int r;

	if (p == MAP_FAILED)
		return -errno;
	p[0] = p[page] = 1;
	r = uffd_register(fd, at, at + 2 * page);
	found = r < 0 ? r : scan(at, at + 2 * page);
	if (found >= 0) {
		p[page] = 2;
		found = scan(at, at + 2 * page);
	}
	munmap((void *)p, 2 * page);
	if (found == -ENOTTY || found == -EINVAL)
		return -EOPNOTSUPP;
	return found < 0 ? (int)found : found == (long)page ? 0 : -EOPNOTSUPP;
}

int uffd_probe(void)
{
	int fd, r;

	if (fault_on("no-uffd"))
		return -ENOSYS;
	if (fault_on("no-pagemap-scan"))
		return -EOPNOTSUPP;
	fd = (int)syscall(SYS_userfaultfd, UFFD_FLAGS);
	if (fd < 0)
		return errno == EINVAL ? -EOPNOTSUPP : -errno;
	r = uffd_begin(fd);
	if (r == 0)
		r = try_pages(fd);
	close(fd);
	return r;
}
