/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/proc/map.h"

#include <errno.h>
#include <sys/ioctl.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/fault.h"

/* Declarations of include/uapi/linux/fs.h since Linux 6.11; the headers of
 * Debian 12 are of Linux 6.1.  The names are mmtop's own, so that they do not
 * clash with newer headers. */
struct procmap_arg {
	uint64_t size;
	uint64_t query_flags;
	uint64_t query_addr;
	uint64_t vma_start, vma_end, vma_flags, vma_page_size, vma_offset;
	uint64_t inode;
	uint32_t dev_major, dev_minor;
	uint32_t vma_name_size, build_id_size;
	uint64_t vma_name_addr, build_id_addr;
};
_Static_assert(sizeof(struct procmap_arg) == 104, "the kernel's size");

#define IOC_PROCMAP_QUERY _IOWR('f', 17, struct procmap_arg)
#define QUERY_COVERING_OR_NEXT 0x10

int procmap_query(int maps_fd, uint64_t addr, bool or_next,
		  struct procmap *out, char *name, size_t size)
{
	struct procmap_arg arg = {
		.size = sizeof arg,
		.query_flags = or_next ? QUERY_COVERING_OR_NEXT : 0,
		.query_addr = addr,
	};

	if (fault_on("no-procmap-query"))
		return -ENOTTY;
	if (name && size) {
		arg.vma_name_addr = (uintptr_t)name;
		arg.vma_name_size = (uint32_t)(size > 4096 ? 4096 : size);
		name[0] = '\0';
	}
	if (ioctl(maps_fd, IOC_PROCMAP_QUERY, &arg) < 0)
		/* For an unknown ioctl some kernels return EINVAL, and QEMU's
		 * user mode returns ENOSYS. */
		return errno == EINVAL || errno == ENOSYS ? -ENOTTY : -errno;
	*out = (struct procmap){
		.start = arg.vma_start, .end = arg.vma_end,
		.perm = arg.vma_flags & 15,
		.page_size = arg.vma_page_size,
		.offset = arg.vma_offset,
		.dev = makedev(arg.dev_major, arg.dev_minor),
		.inode = arg.inode,
	};
	return 0;
}

bool procmap_alive(int maps_fd)
{
	struct procmap ignored;
	char c;
	int rc = procmap_query(maps_fd, 0, true, &ignored, NULL, 0);

	if (rc == 0 || rc == -ESRCH)
		return rc == 0;
	return pread(maps_fd, &c, 1, 0) == 1;
}
