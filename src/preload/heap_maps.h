/* SPDX-License-Identifier: 0BSD */
/* Traces the mmap, munmap and mremap calls of the program and of the C library.
 * Also maps memory for this library itself, without a trace. */
#ifndef PRELOAD_HEAP_MAPS_H
#define PRELOAD_HEAP_MAPS_H

#include "preload/heap_private.h"

/* Makes mmap, munmap and mremap of the C library write to MMAP_TRACE.  If their
 * code cannot be changed, only calls that pass through this library are
 * written. */
HIDDEN void heap_maps_open(void);
/* Pass on a call of the program.  `wide` is true if it called mmap64. */
HIDDEN void *heap_maps_mmap(void *addr, size_t len, int prot, int flags, int fd,
			    int64_t offset, bool wide, uintptr_t caller);
HIDDEN int heap_maps_munmap(void *addr, size_t len, uintptr_t caller);
HIDDEN void *heap_maps_mremap(void *old, size_t had, size_t size, int flags,
			      void *where, uintptr_t caller);
/* Returns false if the range is invalid, so that munmap() fails and unmaps
 * nothing. */
HIDDEN bool heap_maps_is_span(const void *addr, size_t len);
/* Maps and unmaps memory of this library itself.  It makes these system calls
 * directly, so that traces do not show them as the C library's. */
HIDDEN void *heap_own_map(void *at, size_t size, int prot, int flags, int fd);
HIDDEN void heap_own_unmap(void *at, size_t size);

#endif
