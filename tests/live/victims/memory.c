/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Memory of every kind that a reader may meet, each printed as "NAME ADDRESS";
 * 0 if it is not available. Exits when stdin is closed.
 *
 *	text	three pages; the first and the last one are written
 *	none	one page with PROT_NONE
 *	cut	two pages of a file that is truncated to one page
 *	missing	a page that a userfaultfd must provide, and never does
 *	sparse	1 TiB with three resident pages: the first, the middle one,
 *		the last
 *	hole	an unmapped address
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "victim.h"

#define PAGE 4096u
#define TIB (1ull << 40)

static char *map(size_t size, int flags, int fd)
{
	char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, fd, 0);

	return p == MAP_FAILED ? NULL : p;
}

static void say(const char *name, const void *at)
{
	char line[64];
	int n = snprintf(line, sizeof line, "%s %#llx\n", name,
			 (unsigned long long)(uintptr_t)at);

	if (write(STDOUT_FILENO, line, (size_t)n) != n)
		_exit(2);
}

static char *cut(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	char *p;

	if (fd < 0 || ftruncate(fd, 2 * PAGE) < 0)
		_exit(3);
	p = map(2 * PAGE, MAP_SHARED, fd);
	strcpy(p, "kept");
	strcpy(p + PAGE, "cut off");
	if (ftruncate(fd, PAGE) < 0)
		_exit(3);
	close(fd);
	return p;
}

static char *missing(void)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register reg = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	int fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC | 1);
	char *p = map(2 * PAGE, MAP_PRIVATE | MAP_ANONYMOUS, -1);

	if (fd < 0 || ioctl(fd, UFFDIO_API, &api) < 0)
		return NULL;
	reg.range.start = (uintptr_t)p;
	reg.range.len = 2 * PAGE;
	return ioctl(fd, UFFDIO_REGISTER, &reg) < 0 ? NULL : p;
}

int main(int argc, char **argv)
{
	char *text = map(3 * PAGE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
	char *none = map(PAGE, MAP_SHARED | MAP_ANONYMOUS, -1);
	char *sparse = map(TIB, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
			   -1);
	char *hole = map(PAGE, MAP_SHARED | MAP_ANONYMOUS, -1), c;

	if (argc < 2 || !text || !none || !hole)
		return 1;
	strcpy(text, "hello contents");
	strcpy(text + 2 * PAGE, "third");
	strcpy(none, "secret");
	mprotect(none, PAGE, PROT_NONE);
	if (sparse) {
		strcpy(sparse, "first");
		strcpy(sparse + TIB / 2, "half");
		strcpy(sparse + TIB - PAGE, "last");
	}
	say("text", text);
	say("none", none);
	say("cut", cut(argv[1]));
	say("missing", missing());
	say("sparse", sparse);
	say("hole", hole);
	munmap(hole, PAGE);
	allow_tracing();
	if (write(STDOUT_FILENO, "ready\n", 6) != 6)
		return 4;
	while (read(STDIN_FILENO, &c, 1) > 0)
		;
	return 0;
}
