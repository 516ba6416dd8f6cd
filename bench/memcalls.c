/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * memcalls: calls mmap, mprotect, madvise and munmap argv[1] times, as fast as
 * possible, and argv[2] calls of another kind each time. With "pairs" as the
 * third argument it calls only mmap and munmap. At exit it prints the number of
 * memory calls, its CPU time and the elapsed time in microseconds. With "turns"
 * it repeats this for each line of its input.
 */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long long cpu_us(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000000ll +
	       u.ru_utime.tv_usec + u.ru_stime.tv_usec;
}

static long long now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000ll + t.tv_nsec / 1000;
}

static int turn(long rounds, long others, int pairs)
{
	long long start = now_us(), cpu = cpu_us();

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
	printf("%ld %lld %lld\n", (pairs ? 2 : 4) * rounds, cpu_us() - cpu,
	       now_us() - start);
	fflush(stdout);
	return 0;
}

int main(int argc, char **argv)
{
	long rounds = argc > 1 ? atol(argv[1]) : 1000;
	long others = argc > 2 ? atol(argv[2]) : 0;
	char line[16];

	if (argc <= 3 || strcmp(argv[3], "turns"))
		return turn(rounds, others, argc > 3);
	while (fgets(line, sizeof line, stdin))
		if (turn(rounds, others, 0))
			return 1;
	return 0;
}
