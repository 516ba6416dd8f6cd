/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * striped PAGES: maps PAGES pages, touches the first half in stripes of 1,024
 * and the second half at random, prints the address ("ready 7f1c40000000") and
 * waits until stdin is closed.
 *
 * striped PAGES FEW: touches only FEW pages, all over the region, and prints
 * them before that ("page 4711", from 0, in order); prints "none" if it cannot
 * map PAGES pages.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static void touch_most(char *p, uint64_t n, uint64_t page)
{
	for (uint64_t i = 0; i < n; i++)
		if (i < n / 2 ? i / 1024 % 2 == 0
		    : (i * UINT64_C(0x9e3779b97f4a7c15) >> 40) % 3 == 0)
			p[i * page] = 1;
}

/* At irregular distances; some are adjacent. */
static void touch_few(char *p, uint64_t n, uint64_t page, uint64_t few)
{
	uint64_t at = 0;

	for (uint64_t i = 0; i < few && at < n; i++) {
		p[at * page] = 1;
		printf("page %llu\n", (unsigned long long)at);
		at += i % 5 ? 1 + i * 7919 % (2 * n / few) : 1;
	}
}

int main(int argc, char **argv)
{
	uint64_t n = argc > 1 ? strtoull(argv[1], NULL, 0) : 0;
	uint64_t few = argc > 2 ? strtoull(argv[2], NULL, 0) : 0;
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	char byte, *p = mmap(NULL, n * page, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
			     0);

	if (p == MAP_FAILED) {
		puts("none");
		return 1;
	}
	madvise(p, n * page, MADV_NOHUGEPAGE);
	if (few)
		touch_few(p, n, page, few);
	else
		touch_most(p, n, page);
	printf("ready %llx\n", (unsigned long long)(uintptr_t)p);
	fflush(stdout);
	while (read(0, &byte, 1) == 1)
		;
	return 0;
}
