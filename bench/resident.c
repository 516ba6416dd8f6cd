/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * resident: hold argv[1] MiB of memory, every page of it touched, print the
 * PID once that is so, and write to one page a millisecond until killed.
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

int main(int argc, char **argv)
{
	size_t size = (size_t)(argc > 1 ? atol(argv[1]) : 1024) << 20;
	char *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (at == MAP_FAILED) {
		perror("resident");
		return 1;
	}
	/* Small pages: a huge page would make the scan too easy. */
	madvise(at, size, MADV_NOHUGEPAGE);
	memset(at, 1, size);
	printf("%d\n", (int)getpid());
	fflush(stdout);
	for (size_t i = 0;; i += 4096) {
		at[i % size]++;
		nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
	}
}
