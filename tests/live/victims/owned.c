/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Library of `owners`: maps memory for its caller, and has zeros (.bss) of its
 * own. */
#include <stddef.h>
#include <sys/mman.h>

char owned_zeros[1 << 20];

void *owned_map(size_t n);

void *owned_map(size_t n)
{
	void *p = mmap(NULL, n, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	/* Needs its own frame: prevents a tail call. */
	__asm__ volatile("" ::: "memory");
	return p;
}
