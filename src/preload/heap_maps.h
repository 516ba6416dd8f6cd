/* SPDX-License-Identifier: 0BSD */
/* mmap, munmap and mremap: of the program, of the C library, and our own. */
#ifndef PRELOAD_HEAP_MAPS_H
#define PRELOAD_HEAP_MAPS_H

#include "preload/heap_private.h"

/* From now on the C library's mmap, munmap and mremap write MMAP_TRACE.  If their
 * code cannot be changed, only calls through this library do. */
HIDDEN void heap_maps_open(void);
/* Pass on a call of the program.  wide: it called mmap64. */
HIDDEN void *heap_maps_mmap(void *addr, size_t len, int prot, int flags, int fd,
			    int64_t offset, bool wide, uintptr_t caller);
HIDDEN int heap_maps_munmap(void *addr, size_t len, uintptr_t caller);
HIDDEN void *heap_maps_mremap(void *old, size_t had, size_t size, int flags,
			      void *where, uintptr_t caller);
/* False: not a valid range, so the call fails and unmaps nothing. */
HIDDEN bool heap_maps_is_span(const void *addr, size_t len);
/* This library maps by system calls of its own code, so that no trace shows its
 * mappings as the C library's. */
HIDDEN void *heap_own_map(void *at, size_t size, int prot, int flags, int fd);
HIDDEN void heap_own_unmap(void *at, size_t size);

#endif
