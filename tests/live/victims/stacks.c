/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Allocates from one place through five different call paths, in runs of
 * varying order: argv[1] times. Frees half of the blocks at once. Prints how
 * many bytes of each path are unfreed.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define WAYS 5
#define STAYS() __asm__ volatile("" ::: "memory")

void by_one(int way, size_t size);
void by_other(int way, size_t size);
void deep(int way, size_t size, int depth);
void leaf(int way, size_t size);

static uint64_t left[WAYS];
static unsigned odd;
void *volatile kept;

__attribute__((noinline)) void leaf(int way, size_t size)
{
	void *p = malloc(size);

	if (!p)
		_Exit(9);
	if (odd++ % 2) {
		free(p);
		return;
	}
	kept = p;
	left[way] += size;
}

__attribute__((noinline)) void by_one(int way, size_t size)
{
	leaf(way, size);
	STAYS();
}

__attribute__((noinline)) void by_other(int way, size_t size)
{
	leaf(way, size);
	STAYS();
}

__attribute__((noinline)) void deep(int way, size_t size, int depth)
{
	if (depth)
		deep(way, size, depth - 1);
	else
		leaf(way, size);
	STAYS();
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 1000;
	uint32_t seed = 1;
	int way = 0;

	for (long i = 0; i < n; i++) {
		size_t size = 8 + (size_t)(seed >> 24);

		seed = seed * 1664525u + 1013904223u;
		if (seed >> 16 & 3)
			;
		else
			way = (int)(seed >> 20) % WAYS;
		if (way == 0)
			by_one(way, size);
		else if (way == 1)
			by_other(way, size);
		else
			deep(way, size, way - 2);
	}
	printf("main;by_one;leaf %lu\nmain;by_other;leaf %lu\n"
	       "main;deep;leaf %lu\nmain;deep;deep;leaf %lu\n"
	       "main;deep;deep;deep;leaf %lu\n", left[0], left[1], left[2],
	       left[3], left[4]);
	return 0;
}
