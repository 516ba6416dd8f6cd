/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An allocator other than the C library's: it appends blocks and never frees
 * them. Built as a program, the allocator is in the executable; the program
 * allocates some blocks, waits until stdin is closed, and exits with 5 if they
 * came from its own allocator. Built as a library, it is for LD_PRELOAD.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#define ROOM (8u << 20)

static _Alignas(64) char room[ROOM];
static size_t used;

void *malloc(size_t size);
void *calloc(size_t n, size_t size);
void *realloc(void *p, size_t size);
void free(void *p);
void *aligned_alloc(size_t align, size_t size);
void *memalign(size_t align, size_t size);
int posix_memalign(void **out, size_t align, size_t size);

void *aligned_alloc(size_t align, size_t size)
{
	size_t at, mine = size + sizeof size + align + 16;

	mine = (mine + 15) & ~(size_t)15;
	at = __atomic_fetch_add(&used, mine, __ATOMIC_RELAXED);
	if (size > ROOM || align > ROOM || at + mine > ROOM) {
		errno = ENOMEM;
		return NULL;
	}
	at = ((size_t)room + at + sizeof size + align - 1) & ~(align - 1);
	((size_t *)at)[-1] = size;
	return (void *)at;
}

void *memalign(size_t align, size_t size)
{
	return aligned_alloc(align, size);
}

int posix_memalign(void **out, size_t align, size_t size)
{
	void *p = aligned_alloc(align, size);

	if (p)
		*out = p;
	return p ? 0 : ENOMEM;
}

void *malloc(size_t size)
{
	return aligned_alloc(16, size);
}

/* The memory is zero, as it was never used. */
void *calloc(size_t n, size_t size)
{
	return size && n > ROOM / size ? NULL : aligned_alloc(16, n * size);
}

void *realloc(void *p, size_t size)
{
	void *new = aligned_alloc(16, size);
	size_t had = p ? ((size_t *)p)[-1] : 0;

	if (p && new)
		memcpy(new, p, had < size ? had : size);
	return new;
}

void free(void *p)
{
	(void)p;
}

#ifdef HEAPOWN_PROGRAM
int main(void)
{
	char *volatile p = NULL;
	char byte;

	for (int i = 0; i < 100; i++)
		p = strdup("what is got here is not the C library's");
	while (read(0, &byte, 1) > 0)
		;
	return p >= room && p < room + ROOM ? 5 : 1;
}
#endif
