/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * True if this kernel maps the zero page on a read of an untouched page: not
 * all do. pagemap marks exclusive pages, which needs no privilege.
 */
#ifndef TESTS_SUPPORT_ZEROPAGE_H
#define TESTS_SUPPORT_ZEROPAGE_H

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

static inline bool zero_page_here(void)
{
	const uint64_t present = 1ull << 63, exclusive = 1ull << 56;
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), entry = 0;
	int fd = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	char *p = mmap(NULL, page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		       0);

	(void)*(volatile char *)p;
	if (pread(fd, &entry, sizeof entry,
		  (off_t)((uintptr_t)p / page * sizeof entry)) < 0)
		entry = 0;
	munmap(p, page);
	close(fd);
	return entry & present && !(entry & exclusive);
}

#endif
