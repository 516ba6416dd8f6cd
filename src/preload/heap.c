/* SPDX-License-Identifier: 0BSD */
/*
 * The memory calls.  Each is passed on to the function that the program would
 * call without this library.  C++'s operators new and delete call malloc and
 * free, so they are recorded, too.
 *
 * An allocation is recorded after the call, a free before it.  So if one thread
 * frees an address and another thread then allocates it, the free has the
 * earlier time.
 */
/* Undefined to make off_t a long: mmap and mmap64 must differ in this file. */
#undef _FILE_OFFSET_BITS
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "preload/heap_code.h"
#include "preload/heap_like.h"
#include "preload/heap_maps.h"

#include <errno.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The frame of the function that the program called.  It exists until that
 * function returns, since this file is compiled without tail calls. */
#define FRAME __builtin_frame_address(0)
#define CALLER heap_caller(FRAME)

static inline bool is_ready(void)
{
	return LIKELY(heap_next.malloc != NULL) || heap_resolve();
}

static inline void note(unsigned op, uintptr_t addr, uintptr_t size,
			uintptr_t caller, const void *frame)
{
	if (LIKELY(heap_ways == HEAP_TO_RING)) {
		heap_ring_brief(op, addr, size, caller, frame);
	} else if (heap_ways) {
		const struct heap_call call = {
			.op = op, .addr = addr, .size = size, .caller = caller,
			.frame = frame,
		};

		heap_note(&call);
	}
}

static __attribute__((noinline)) void *got_slowly(unsigned op, void *p,
						   size_t size, uintptr_t caller,
						   const void *frame)
{
	if (LIKELY(p != NULL))
		note(op, (uintptr_t)p, size, caller, frame);
	heap_poll_request();
	return p;
}

static inline __attribute__((always_inline)) void *
got(unsigned op, void *p, size_t size, uintptr_t caller, const void *frame)
{
	if (LIKELY(p && like_got(op, (uintptr_t)p, size, caller, frame)))
		return p;
	return got_slowly(op, p, size, caller, frame);
}

/* Calls the real function.  A signal handler may run this macro inside another
 * run, so the macro restores the old value. */
#define PASS_ON(call) \
	do { \
		bool was = heap_writer.inside; \
\
		heap_writer.inside = true; \
		call; \
		heap_writer.inside = was; \
	} while (0)

static void *none(void)
{
	errno = ENOMEM;
	return NULL;
}

EXPORT void *malloc(size_t size)
{
	void *p;

	if (UNLIKELY(!is_ready()))
		return heap_early(0, size);
	PASS_ON(p = heap_next.malloc(size));
	return got(HEAP_MALLOC, p, size, CALLER, FRAME);
}

EXPORT void *calloc(size_t n, size_t size)
{
	size_t all;
	void *p;

	if (UNLIKELY(__builtin_mul_overflow(n, size, &all)))
		return none();
	if (UNLIKELY(!is_ready()))
		return heap_early(0, all);
	PASS_ON(p = heap_next.calloc(n, size));
	return got(HEAP_CALLOC, p, all, CALLER, FRAME);
}

EXPORT void free(void *p)
{
	if (UNLIKELY(!p))
		return;
	if (!like_pass((uintptr_t)p)) {
		/* Blocks from heap_early() are never freed. */
		if (UNLIKELY(heap_is_early(p) || !is_ready()))
			return;
		note(HEAP_FREE_BLOCK, (uintptr_t)p, 0, CALLER, FRAME);
		heap_poll_request();
	}
	PASS_ON(heap_next.free(p));
}

/* Moves a block from the memory of heap_early(), where it cannot be resized, to
 * a new block of malloc(). */
static void *leave_early(void *p, size_t size, uintptr_t caller,
			 const void *frame)
{
	size_t had = heap_early_size(p);
	void *new;

	if (is_ready())
		PASS_ON(new = heap_next.malloc(size));
	else
		new = heap_early(0, size);
	if (!new)
		return NULL;
	memcpy(new, p, had < size ? had : size);
	return heap_is_early(new) ? new
				  : got(HEAP_MALLOC, new, size, caller, frame);
}

static void *resize(unsigned op, void *p, size_t size, uintptr_t caller,
		    const void *frame)
{
	struct heap_call call = {
		.op = op, .size = size, .caller = caller, .old = (uintptr_t)p,
		.frame = frame,
	};
	void *new;

	if (UNLIKELY(heap_is_early(p)))
		return leave_early(p, size, caller, frame);
	if (UNLIKELY(!is_ready()))
		return heap_early(0, size);
	if (!heap_ways)
		return heap_next.realloc(p, size);
	call.began = heap_note_begin(&call);
	PASS_ON(new = heap_next.realloc(p, size));
	call.addr = (uintptr_t)new;
	/* NULL for 0 bytes: the block was freed.  NULL for another size: the
	 * call failed, and the block was not freed. */
	if (new || (p && !size))
		heap_note(&call);
	else if (p)
		heap_note_undo(&call);
	heap_poll_request();
	return new;
}

EXPORT void *realloc(void *p, size_t size)
{
	return resize(HEAP_REALLOC, p, size, CALLER, FRAME);
}

/* reallocarray() is not passed on: that of the C library would call this
 * library's realloc(), which would record the call again. */
EXPORT void *reallocarray(void *p, size_t n, size_t size)
{
	size_t all;

	if (__builtin_mul_overflow(n, size, &all))
		return none();
	return resize(HEAP_REALLOCARRAY, p, all, CALLER, FRAME);
}

EXPORT int posix_memalign(void **out, size_t align, size_t size)
{
	void *p;
	int r;

	if (UNLIKELY(!is_ready())) {
		p = heap_early(align, size);
		if (p)
			*out = p;
		return p ? 0 : ENOMEM;
	}
	PASS_ON(r = heap_next.posix_memalign(out, align, size));
	if (r == 0)
		got(HEAP_POSIX_MEMALIGN, *out, size, CALLER, FRAME);
	return r;
}

EXPORT void *aligned_alloc(size_t align, size_t size)
{
	void *p;

	if (UNLIKELY(!is_ready()))
		return heap_early(align, size);
	PASS_ON(p = heap_next.aligned_alloc(align, size));
	return got(HEAP_ALIGNED_ALLOC, p, size, CALLER, FRAME);
}

EXPORT void *memalign(size_t align, size_t size)
{
	void *p;

	if (UNLIKELY(!is_ready()))
		return heap_early(align, size);
	PASS_ON(p = heap_next.memalign(align, size));
	return got(HEAP_MEMALIGN, p, size, CALLER, FRAME);
}

static size_t page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

EXPORT void *valloc(size_t size)
{
	void *p;

	if (UNLIKELY(!is_ready()))
		return heap_early(page_size(), size);
	PASS_ON(p = heap_next.valloc(size));
	return got(HEAP_VALLOC, p, size, CALLER, FRAME);
}

EXPORT void *pvalloc(size_t size)
{
	size_t page = page_size();
	size_t all;
	void *p;

	if (__builtin_add_overflow(size, page - 1, &all))
		return none();
	all &= ~(page - 1);
	if (UNLIKELY(!is_ready()))
		return heap_early(page, all);
	PASS_ON(p = heap_next.pvalloc(size));
	return got(HEAP_PVALLOC, p, all, CALLER, FRAME);
}

static void *map(void *addr, size_t len, int prot, int flags, int fd,
		 int64_t offset, bool wide, uintptr_t caller,
		 const void *frame)
{
	void *p;

	if (UNLIKELY(!is_ready()))
		return none(), MAP_FAILED;
	p = heap_maps_mmap(addr, len, prot, flags, fd, offset, wide,
			   caller);
	if (p != MAP_FAILED)
		note(HEAP_MMAP, (uintptr_t)p, len, caller, frame);
	return p;
}

EXPORT void *mmap(void *addr, size_t len, int prot, int flags, int fd,
		  off_t offset)
{
	return map(addr, len, prot, flags, fd, offset, false, CALLER, FRAME);
}

#undef mmap64
EXPORT void *mmap64(void *addr, size_t len, int prot, int flags, int fd,
		    off64_t offset)
{
	return map(addr, len, prot, flags, fd, offset, true, CALLER, FRAME);
}

EXPORT int munmap(void *addr, size_t len)
{
	uintptr_t caller = CALLER;

	if (UNLIKELY(!is_ready()))
		return none(), -1;
	if (heap_ways && heap_maps_is_span(addr, len))
		note(HEAP_MUNMAP, (uintptr_t)addr, len, caller, FRAME);
	return heap_maps_munmap(addr, len, caller);
}

/* Records that the old mapping is unmapped before the call.  If the call fails,
 * records that it is mapped again. */
EXPORT void *mremap(void *old, size_t had, size_t size, int flags, ...)
{
	bool goes = !(flags & MREMAP_DONTUNMAP) && heap_maps_is_span(old, had);
	uintptr_t caller = CALLER;
	void *where, *p;
	va_list ap;

	va_start(ap, flags);
	where = va_arg(ap, void *);
	va_end(ap);
	if (UNLIKELY(!is_ready() || !heap_next.mremap))
		return none(), MAP_FAILED;
	if (goes)
		note(HEAP_MUNMAP, (uintptr_t)old, had, caller, FRAME);
	p = heap_maps_mremap(old, had, size, flags, where, caller);
	if (p != MAP_FAILED)
		note(HEAP_MREMAP, (uintptr_t)p, size, caller, FRAME);
	else if (goes)
		note(HEAP_MREMAP, (uintptr_t)old, had, caller, FRAME);
	return p;
}
