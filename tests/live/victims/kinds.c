/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every kind of page, and every way in which pages disappear while their
 * mapping remains. Each is in an area of its own; a line names the area:
 *
 *	kinds FILE
 *	area NAME START LENGTH
 *
 * Kinds that the kernel or the machine lacks are left out. Then it waits.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "victim.h"

#define PG 4096ul
#define MIB (1ul << 20)
#define LARGE (2 * MIB)
#define RW (PROT_READ | PROT_WRITE)
#define ANON (MAP_PRIVATE | MAP_ANONYMOUS)

/* Constants of kernels that are newer than the C library. */
#define ADVICE_DONTNEED_LOCKED 24
#define ADVICE_COLLAPSE 25
#define ADVICE_GUARD_INSTALL 102
#define ADVICE_GUARD_REMOVE 103
#ifndef UFFD_USER_MODE_ONLY
#define UFFD_USER_MODE_ONLY 1
#endif
#define FEATURE_WP_UNPOPULATED (1 << 13)
#ifndef MFD_HUGETLB
#define MFD_HUGETLB 4u
#endif

static char *next_at = (char *)0x300000000000;

/* Aligned to a huge page, without neighbours. Returns NULL if the area is not
 * possible. */
static char *area(const char *name, size_t size, int prot, int flags, int fd)
{
	char *at = mmap(next_at, size, prot,
			flags | MAP_FIXED_NOREPLACE, fd, 0);

	if (at != next_at)
		return NULL;
	next_at += (size + 32 * MIB) & ~(LARGE - 1);
	if (!(flags & MAP_HUGETLB))
		(void)madvise(at, size, MADV_NOHUGEPAGE);
	printf("area %s %#lx %#lx\n", name, (unsigned long)at, size);
	return at;
}

static char *small(const char *name)
{
	return area(name, MIB, RW, ANON, -1);
}

static void touch(volatile char *at, size_t from, size_t to)
{
	for (size_t i = from; at && i < to; i++)
		at[i * PG] = 1;
}

static void read_pages(const volatile char *at, size_t from, size_t to)
{
	for (size_t i = from; at && i < to; i++)
		(void)at[i * PG];
}

static char *filled(const char *name)
{
	char *at = small(name);

	touch(at, 0, 200);
	return at;
}

static void anonymous(void)
{
	char *at = small("small");

	for (size_t i = 0; i < 250; i += 3)
		touch(at, i, i + 1 + i % 2);
	read_pages(small("read"), 10, 90);
	at = filled("no-access");
	mprotect(at, MIB, PROT_NONE);
	at = filled("read-only");
	mprotect(at, MIB, PROT_READ);
	at = small("locked");
	(void)!mlock(at, 64 * PG);
	at = small("locked-on-fault");
	if (mlock2(at, MIB, 1) == 0)
		touch(at, 5, 30);
}

static void large(void)
{
	char *at = area("large", 8 * MIB, RW, ANON, -1);

	madvise(at, 8 * MIB, MADV_HUGEPAGE);
	touch(at, 0, 1536);
	madvise(at + LARGE + 9 * PG, PG, MADV_DONTNEED);
	at = area("large-read", 4 * MIB, RW, ANON, -1);
	madvise(at, 4 * MIB, MADV_HUGEPAGE);
	read_pages(at, 0, 512);
	at = area("large-shared", 4 * MIB, RW, MAP_SHARED | MAP_ANONYMOUS, -1);
	madvise(at, 4 * MIB, MADV_HUGEPAGE);
	touch(at, 0, 700);
	at = area("collapsed", 4 * MIB, RW, ANON, -1);
	touch(at, 0, 400);
	(void)!madvise(at, LARGE, ADVICE_COLLAPSE);
	/* Otherwise khugepaged would fill the hole in the first area later. */
	(void)prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
}

/* Huge pages of hugetlbfs; `which`: bits for those to touch. */
static void hugetlb(const char *name, int flags, int fd, unsigned which)
{
	char *at = area(name, 8 * LARGE, RW, flags | MAP_HUGETLB, fd);

	for (unsigned i = 0; at && i < 8; i++)
		if (which >> i & 1)
			touch(at + i * LARGE, 3, 4);
}

static void hugetlbs(void)
{
	int fd = memfd_create("kinds", MFD_HUGETLB);
	char *at;

	hugetlb("hugetlb-first", ANON, -1, 0x1f);
	hugetlb("hugetlb-last", ANON, -1, 0xe0);
	hugetlb("hugetlb-mixed", ANON, -1, 0xad);
	hugetlb("hugetlb-none", ANON, -1, 0);
	hugetlb("hugetlb-shared", MAP_SHARED | MAP_ANONYMOUS, -1, 0x0f);
	if (fd >= 0 && ftruncate(fd, 8 * LARGE) == 0)
		hugetlb("hugetlb-memfd", MAP_SHARED, fd, 0x36);
	at = next_at;
	hugetlb("hugetlb-dropped", ANON, -1, 0x0f);
	if (next_at != at)
		(void)!madvise(at + LARGE, LARGE, MADV_DONTNEED);
}

static void guards(void)
{
	char *at = filled("guarded");

	if (madvise(at + 20 * PG, 40 * PG, ADVICE_GUARD_INSTALL) == 0) {
		madvise(at + 230 * PG, 10 * PG, ADVICE_GUARD_INSTALL);
		at = filled("guard-removed");
		madvise(at + 20 * PG, 40 * PG, ADVICE_GUARD_INSTALL);
		madvise(at + 30 * PG, 10 * PG, ADVICE_GUARD_REMOVE);
	}
	/* The write-protection marks of a userfaultfd are not pages, either. */
	at = filled("marked");
	{
		int fd = (int)syscall(SYS_userfaultfd,
				      O_CLOEXEC | UFFD_USER_MODE_ONLY);
		struct uffdio_api api = {
			.api = UFFD_API,
			.features = UFFD_FEATURE_PAGEFAULT_FLAG_WP |
				    FEATURE_WP_UNPOPULATED,
		};
		struct uffdio_register reg = {
			.range = { (uintptr_t)at, MIB },
			.mode = UFFDIO_REGISTER_MODE_WP,
		};
		struct uffdio_writeprotect wp = {
			.range = { (uintptr_t)at + 150 * PG, 90 * PG },
			.mode = UFFDIO_WRITEPROTECT_MODE_WP,
		};

		if (fd >= 0 && ioctl(fd, UFFDIO_API, &api) == 0 &&
		    ioctl(fd, UFFDIO_REGISTER, &reg) == 0)
			(void)!ioctl(fd, UFFDIO_WRITEPROTECT, &wp);
	}
}

static void files(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	char *at;

	if (fd < 0 || ftruncate(fd, MIB))
		_exit(3);
	at = area("file-shared", MIB, RW, MAP_SHARED, fd);
	touch(at, 40, 200);
	at = area("file-private", MIB, RW, MAP_PRIVATE, fd);
	read_pages(at, 50, 60);
	touch(at, 100, 140);
	at = area("shared", MIB, RW, MAP_SHARED | MAP_ANONYMOUS, -1);
	touch(at, 7, 77);
}

/* Maps a memfd of 1 MiB in an area. */
static char *in_memory(const char *name, int *fd)
{
	char *at;

	*fd = memfd_create(name, 0);
	if (*fd < 0 || ftruncate(*fd, MIB))
		_exit(4);
	at = area(name, MIB, RW, MAP_SHARED, *fd);
	touch(at, 0, 256);
	return at;
}

static void drop(const char *name, int advice)
{
	char *at = filled(name);

	(void)!madvise(at + 50 * PG, 100 * PG, advice);
}

static void drops(void)
{
	char *at, *to;
	struct iovec io[3];
	int fd;

	drop("dontneed", MADV_DONTNEED);
	drop("free", MADV_FREE);
	drop("cold", MADV_COLD);
	/* Swapped out, if there is swap space. */
	drop("pageout", MADV_PAGEOUT);
	at = filled("dontneed-locked");
	(void)!mlock(at, 60 * PG);
	(void)!madvise(at + 10 * PG, 40 * PG, ADVICE_DONTNEED_LOCKED);
	at = filled("process-madvise");
	for (int i = 0; i < 3; i++)
		io[i] = (struct iovec){ at + i * 50 * (int)PG, 20 * PG };
	(void)!syscall(440, (int)syscall(434, getpid(), 0), io, 3ul,
		       MADV_DONTNEED, 0);
	at = in_memory("removed", &fd);
	(void)!madvise(at + 30 * PG, 50 * PG, MADV_REMOVE);
	at = in_memory("punched", &fd);
	(void)!fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
			 20 * PG, 60 * PG);
	at = in_memory("truncated", &fd);
	(void)!ftruncate(fd, 100 * PG);
	at = in_memory("moved-pages", &fd);
	(void)!remap_file_pages(at + 16 * PG, 16 * PG, 0, 128, 0);
	at = filled("moved");
	to = small("moved-to");
	(void)!mremap(at, MIB, MIB,
		      MREMAP_MAYMOVE | MREMAP_FIXED | MREMAP_DONTUNMAP, to);
}

int main(int argc, char **argv)
{
	char c;

	if (argc < 2)
		return 2;
	alarm(LIFE_S);
	allow_tracing();
	anonymous();
	large();
	hugetlbs();
	guards();
	files(argv[1]);
	drops();
	puts("ready");
	fflush(stdout);
	return read(STDIN_FILENO, &c, 1) == 1 ? 0 : 1;
}
