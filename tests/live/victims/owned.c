/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps memory for who calls it, and has zeros of its own: of `owners`. */
#include <stddef.h>
#include <sys/mman.h>

char owned_zeros[1 << 20];

void *owned_map(size_t n);

void *owned_map(size_t n)
{
	void *p = mmap(NULL, n, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	/* A frame of its own, no jump. */
	__asm__ volatile("" ::: "memory");
	return p;
}
