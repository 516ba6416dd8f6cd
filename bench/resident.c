/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * resident: holds argv[1] MiB of touched memory and argv[2] regions of one page
 * each, prints its PID when they are ready, then writes to one page every
 * millisecond until killed. With argv[3]: changes the protection of argv[3]
 * regions every argv[4] milliseconds instead, chosen with the seed argv[5].
 * Without argv[4] and argv[5] it does nothing.
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

static char *regions;

/* Neighbours differ in protection, so the kernel does not merge them. */
static int map_regions(size_t n)
{
	regions = mmap(NULL, (n + 1) * 4096, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (regions == MAP_FAILED)
		return -1;
	memset(regions, 1, n * 4096);
	for (size_t i = 0; i < n; i += 2)
		if (mprotect(regions + i * 4096, 4096, PROT_READ))
			return -1;
	return 0;
}

static void sleep_ms(long ms)
{
	nanosleep(&(struct timespec){ ms / 1000, ms % 1000 * 1000000 }, NULL);
}

/* Switches regions between read-write and inaccessible. */
static int change_regions(size_t n, long changes, long ms, unsigned seed)
{
	char *closed = calloc(n + 1, 1);

	for (; closed; sleep_ms(ms))
		for (long k = 0; k < changes; k++) {
			size_t i = (size_t)rand_r(&seed) % n | 1;

			closed[i] = !closed[i];
			if (mprotect(regions + i * 4096, 4096, closed[i] ?
				     PROT_NONE : PROT_READ | PROT_WRITE))
				return 1;
		}
	return 1;
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
	/* Huge pages would make the scan too cheap. */
	madvise(at, size, MADV_NOHUGEPAGE);
	memset(at, 1, size);
	printf("%d\n", (int)getpid());
	fflush(stdout);
	if (argc > 5)
		return change_regions((size_t)atol(argv[2]), atol(argv[3]),
				      atol(argv[4]), (unsigned)atol(argv[5]));
	while (argc > 3)
		pause();
	for (size_t i = 0;; i += 4096) {
		at[i % size]++;
		sleep_ms(1);
	}
}
