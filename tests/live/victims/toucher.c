/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * toucher SIZE [touch]: reserves SIZE bytes, prints "ADDRESS at", and touches
 * the next page for every byte that it reads. Without "touch", the memory is
 * PROT_NONE and remains untouched.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	size_t size = argc > 1 ? strtoull(argv[1], NULL, 0) : 0;
	int prot = argc > 2 ? PROT_READ | PROT_WRITE : PROT_NONE;
	char byte, *p = mmap(NULL, size, prot, MAP_PRIVATE | MAP_ANONYMOUS |
			     MAP_NORESERVE, -1, 0);

	if (p == MAP_FAILED)
		return 1;
	/* Single pages, not transparent huge pages. */
	madvise(p, size, MADV_NOHUGEPAGE);
	printf("%lx at\n", (unsigned long)p);
	fflush(stdout);
	for (size_t at = 0; at < size && read(0, &byte, 1) == 1; at += 4096)
		if (prot != PROT_NONE)
			p[at] = 1;
	return 0;
}
