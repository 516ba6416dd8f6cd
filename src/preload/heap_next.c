/* SPDX-License-Identifier: 0BSD */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "preload/heap_private.h"

#include <dlfcn.h>
#include <sys/mman.h>

struct heap_next heap_next;

/* True while the current thread is in dlsym(), which allocates. */
static THREAD_LOCAL int resolving;

/* Memory for dlsym() and the loader before malloc is found: they need some
 * hundreds of bytes. */
_Alignas(64) char heap_early_room[HEAP_EARLY_BYTES];
static size_t early_used;

/* The size of each block is stored before the block. */
void *heap_early(size_t align, size_t size)
{
	size_t at, from, to;

	if (align < 16)
		align = 16;
	if (size > HEAP_EARLY_BYTES || align > HEAP_EARLY_BYTES)
		return NULL;
	from = __atomic_load_n(&early_used, __ATOMIC_RELAXED);
	do {
		at = (size_t)heap_early_room + from + sizeof size;
		at = ((at + align - 1) & ~(align - 1)) - (size_t)heap_early_room;
		to = at + size;
		if (to > HEAP_EARLY_BYTES)
			return NULL;
	} while (!__atomic_compare_exchange_n(&early_used, &from, to, false,
					      __ATOMIC_RELAXED,
					      __ATOMIC_RELAXED));
	((size_t *)(void *)(heap_early_room + at))[-1] = size;
	return heap_early_room + at;
}

size_t heap_early_size(const void *p)
{
	return ((const size_t *)p)[-1];
}

/* POSIX allows converting the result of dlsym() to a function pointer. */
#define FIND(next, name) \
	(*(void **)(void *)&(next).name = dlsym(RTLD_NEXT, #name))

bool heap_resolve(void)
{
	struct heap_next next;

	if (resolving)
		return false;
	resolving = 1;
	FIND(next, calloc);
	FIND(next, realloc);
	FIND(next, free);
	FIND(next, posix_memalign);
	FIND(next, aligned_alloc);
	FIND(next, memalign);
	FIND(next, valloc);
	FIND(next, pvalloc);
	FIND(next, mmap);
	FIND(next, mmap64);
	FIND(next, munmap);
	FIND(next, mremap);
	FIND(next, dlclose);
	FIND(next, close);
	FIND(next, close_range);
	FIND(next, closefrom);
	FIND(next, execve);
	FIND(next, execvpe);
	FIND(next, fexecve);
	FIND(next, posix_spawn);
	FIND(next, posix_spawnp);
	FIND(next, malloc);
	heap_next = next;
	resolving = 0;
	return next.malloc && next.calloc && next.realloc && next.free &&
	       next.mmap && next.mmap64 && next.munmap;
}
