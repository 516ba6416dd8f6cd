/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * striped PAGES: maps so many pages, touches the first half in stripes of
 * 1,024 and the second at random, says where they are ("ready 7f1c40000000")
 * and stays as it is until its input ends.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	uint64_t n = argc > 1 ? strtoull(argv[1], NULL, 0) : 0;
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	char byte, *p = mmap(NULL, n * page, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
			     0);

	if (p == MAP_FAILED)
		return 1;
	madvise(p, n * page, MADV_NOHUGEPAGE);
	for (uint64_t i = 0; i < n; i++)
		if (i < n / 2 ? i / 1024 % 2 == 0
		    : (i * UINT64_C(0x9e3779b97f4a7c15) >> 40) % 3 == 0)
			p[i * page] = 1;
	printf("ready %llx\n", (unsigned long long)(uintptr_t)p);
	fflush(stdout);
	while (read(0, &byte, 1) == 1)
		;
	return 0;
}
