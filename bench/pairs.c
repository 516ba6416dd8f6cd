/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pairs: calls malloc and free in pairs argv[1] thousand times, argv[2]
 * functions deep. Prints the elapsed time and the CPU time of one pair in
 * nanoseconds.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t now_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Uses each block: the compiler could remove an unused malloc. */
static __attribute__((noinline)) int pairs(long n)
{
	for (long i = 0; i < n; i++) {
		char *p = malloc(16 + (size_t)(i & 127));

		if (!p)
			return 1;
		__asm__ volatile("" : : "r"(p) : "memory");
		free(p);
	}
	return 0;
}

static __attribute__((noinline)) int deeper(int depth, long n)
{
	int r = depth ? deeper(depth - 1, n) : pairs(n);

	/* Prevents a tail call, which would drop the stack frame. */
	__asm__ volatile("" : : "r"(r) : "memory");
	return r;
}

int main(int argc, char **argv)
{
	long n = (argc > 1 ? atol(argv[1]) : 1000) * 1000;
	uint64_t wall = now_ns(CLOCK_MONOTONIC);
	uint64_t own = now_ns(CLOCK_PROCESS_CPUTIME_ID);
	int r = deeper(argc > 2 ? atoi(argv[2]) : 4, n);

	own = now_ns(CLOCK_PROCESS_CPUTIME_ID) - own;
	wall = now_ns(CLOCK_MONOTONIC) - wall;
	printf("pair %.2f %.2f\n", (double)wall / (double)n,
	       (double)own / (double)n);
	return r;
}
