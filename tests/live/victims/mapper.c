/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mapper FILE SIZE HOW [read]: maps SIZE bytes of a new file, prints "ready",
 * waits for a byte, touches the first and the last page (by writing, or
 * reading), prints the ranges of the file that are in its page table, and
 * removes them.
 *
 * HOW is exit, kill, threads, leave (by eight threads that exit at once),
 * munmap, mremap, over, dontneed, vector (the same by process_madvise), guard
 * (guard pages replace them) or exec; unlink (before the pages are touched);
 * cut (the file is truncated to its first page, then unmapped). A way that the
 * kernel lacks has no effect; the exit removes the pages then.
 */
#define _FILE_OFFSET_BITS 64
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include "victim.h"

#define PAGE 4096ul
#define GUARD_INSTALL 102		/* MADV_GUARD_INSTALL, Linux 6.13 */

static char *map;
static size_t size;
static volatile char sink;

static void touch(int only_read)
{
	if (only_read) {
		sink = map[0];
		sink = map[size - 1];
	} else {
		map[0] = 1;
		map[size - 1] = 1;
	}
}

/* The page's entry of pagemap. Reads many at once: if every call stops, one
 * read per page would take minutes. */
static uint64_t entry_of(int fd, size_t at)
{
	static uint64_t entries[4096];
	size_t page = at / PAGE, k = page % 4096;
	size_t n = (size - at + PAGE - 1) / PAGE;

	if (n > 4096)
		n = 4096;
	if (!k && pread(fd, entries, n * 8, (off_t)(((uintptr_t)map + at) /
			PAGE * 8)) != (ssize_t)(n * 8))
		_exit(94);
	return entries[k];
}

/* The ranges according to pagemap. */
static void print_ranges(void)
{
	int fd = open("/proc/self/pagemap", O_RDONLY);
	static char text[65536];
	size_t n = 0, from = 0;
	int in = 0;

	n += (size_t)snprintf(text, sizeof text, "[");
	for (size_t at = 0; at <= size; at += PAGE) {
		uint64_t entry = at < size ? entry_of(fd, at) : 0;

		if (entry >> 63 && !in)
			from = at;
		else if (!(entry >> 63) && in && n < sizeof text - 64)
			n += (size_t)snprintf(text + n, sizeof text - n,
					      "%s0x%zx-0x%zx", n > 1 ? " " : "",
					      from, at);
		in = entry >> 63 != 0;
	}
	n += (size_t)snprintf(text + n, sizeof text - n, "]\n");
	close(fd);
	if (write(1, text, n) != (ssize_t)n)
		_exit(94);
}

static void *sleeps(void *arg)
{
	for (;;)
		pause();
	return arg;
}

/* The thread that the C library counts as the last ends the process while the
 * others are still exiting. */
static void *leaves(void *arg)
{
	pthread_barrier_wait(arg);
	return NULL;
}

static void leave_together(void)
{
	static pthread_barrier_t all;
	pthread_t other;

	pthread_barrier_init(&all, NULL, 8);
	for (int i = 1; i < 8; i++)
		if (pthread_create(&other, NULL, leaves, &all))
			_exit(93);
	leaves(&all);
	pthread_exit(NULL);
}

/* Like madvise(2), by another call on the process itself. */
static void dontneed_by_vector(void)
{
	struct iovec piece = { map, size };
	long self = syscall(SYS_pidfd_open, getpid(), 0);

	syscall(SYS_process_madvise, self, &piece, 1, MADV_DONTNEED, 0);
}

static void remove_mapping(const char *how)
{
	pthread_t other;

	if (!strcmp(how, "munmap") || !strcmp(how, "cut"))
		munmap(map, size);
	else if (!strcmp(how, "mremap"))
		map = mremap(map, size, PAGE, 0);
	else if (!strcmp(how, "over"))
		mmap(map, size, PROT_NONE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	else if (!strcmp(how, "dontneed"))
		madvise(map, size, MADV_DONTNEED);
	else if (!strcmp(how, "vector"))
		dontneed_by_vector();
	else if (!strcmp(how, "guard"))
		madvise(map, size, GUARD_INSTALL);
	else if (!strcmp(how, "kill"))
		kill(getpid(), SIGKILL);
	else if (!strcmp(how, "threads"))
		for (int i = 0; i < 4; i++)
			pthread_create(&other, NULL, sleeps, NULL);
	else if (!strcmp(how, "leave"))
		leave_together();
	else if (!strcmp(how, "exec"))
		execl("/bin/true", "true", (char *)NULL);
}

int main(int argc, char **argv)
{
	int fd;

	if (argc < 4)
		return 93;
	size = strtoul(argv[2], NULL, 0);
	fd = open(argv[1], O_RDWR | O_CREAT, 0600);
	if (fd < 0 || ftruncate(fd, (off_t)size) < 0)
		return 93;
	map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED)
		return 93;
	if (!strcmp(argv[3], "unlink"))
		unlink(argv[1]);
	wait_to_be_watched();
	touch(argc > 4);
	/* The truncated part disappears from the page table, too. */
	if (!strcmp(argv[3], "cut") && ftruncate(fd, PAGE) < 0)
		return 93;
	print_ranges();
	remove_mapping(argv[3]);
	_exit(0);
}
