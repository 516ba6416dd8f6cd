/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * resident: hold argv[1] MiB of memory, every page of it touched, and argv[2]
 * regions of a page each; print the PID once that is so.  Then write to one
 * page a millisecond until killed, or with argv[3] do nothing.
 */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* Neighbours differ, so that they are not joined. */
static int map_regions(size_t n)
{
	char *at = mmap(NULL, (n + 1) * 4096, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (at == MAP_FAILED)
		return -1;
	memset(at, 1, n * 4096);
	for (size_t i = 0; i < n; i += 2)
		if (mprotect(at + i * 4096, 4096, PROT_READ))
			return -1;
	return 0;
}

int main(int argc, char **argv)
{
	size_t size = (size_t)(argc > 1 ? atol(argv[1]) : 1024) << 20;
	char *at = mmap(NULL, size, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (at == MAP_FAILED ||
	    (argc > 2 && map_regions((size_t)atol(argv[2])))) {
		perror("resident");
		return 1;
	}
	/* Small pages: a huge page would make the scan too easy. */
	madvise(at, size, MADV_NOHUGEPAGE);
	memset(at, 1, size);
	printf("%d\n", (int)getpid());
	fflush(stdout);
	while (argc > 3)
		pause();
	for (size_t i = 0;; i += 4096) {
		at[i % size]++;
		nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
	}
}
