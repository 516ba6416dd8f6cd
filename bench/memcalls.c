/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * memcalls: mmap, mprotect, madvise and munmap, argv[1] times, as fast as it
 * goes; argv[2] calls of another kind each time; with "pairs" after that mmap and
 * munmap alone. At its end: how many memory calls it made, its own CPU time and
 * the time that went by, in microseconds.
 */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long long us_of(struct timeval t)
{
	return t.tv_sec * 1000000ll + t.tv_usec;
}

static long long now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000ll + t.tv_nsec / 1000;
}

int main(int argc, char **argv)
{
	long rounds = argc > 1 ? atol(argv[1]) : 1000;
	long others = argc > 2 ? atol(argv[2]) : 0;
	int pairs = argc > 3;
	long long start = now_us(), end;
	struct rusage u;

	for (long i = 0; i < rounds; i++) {
		void *at = mmap(NULL, 8192, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (at == MAP_FAILED)
			return 1;
		if (!pairs && (mprotect(at, 4096, PROT_READ) ||
			       madvise(at, 8192, MADV_DONTNEED)))
			return 1;
		if (munmap(at, 8192))
			return 1;
		for (long j = 0; j < others; j++)
			syscall(SYS_getppid);
	}
	end = now_us();
	getrusage(RUSAGE_SELF, &u);
	printf("%ld %lld %lld\n", (pairs ? 2 : 4) * rounds,
	       us_of(u.ru_utime) + us_of(u.ru_stime), end - start);
	return 0;
}
