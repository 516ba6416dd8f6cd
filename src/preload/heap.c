/* SPDX-License-Identifier: 0BSD */
/*
 * The calls that get and give back memory, passed on to whoever would have got
 * them.  C++'s operators come here by way of malloc.
 *
 * What is got is noted after the call, what is given back before it: an address
 * that two threads have one after the other is then given back before it is got
 * again, in the order of their notes' times.
 */
/* mmap and mmap64 differ here: off_t is a long. */
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

/* Of the function that the program called.  It is there until that returns: this
 * file is compiled without tail calls. */
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
	heap_answer();
	return p;
}

static inline __attribute__((always_inline)) void *
got(unsigned op, void *p, size_t size, uintptr_t caller, const void *frame)
{
	if (LIKELY(p && like_got(op, (uintptr_t)p, size, caller, frame)))
		return p;
	return got_slowly(op, p, size, caller, frame);
}

/* A handler's call comes here in the middle of another one, and goes before it. */
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
		/* What was got before anybody could be asked is early. */
		if (UNLIKELY(heap_is_early(p) || !is_ready()))
			return;
		note(HEAP_FREE_BLOCK, (uintptr_t)p, 0, CALLER, FRAME);
		heap_answer();
	}
	PASS_ON(heap_next.free(p));
}

/* Out of what cannot be resized. */
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
	/* NULL of 0 bytes: it was given back.  Else it failed, and was not. */
	if (new || (p && !size))
		heap_note(&call);
	else if (p)
		heap_note_undo(&call);
	heap_answer();
	return new;
}

EXPORT void *realloc(void *p, size_t size)
{
	return resize(HEAP_REALLOC, p, size, CALLER, FRAME);
}

/* Not passed on: libc's own would come back as a realloc. */
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

/* What is got is whole pages. */
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

/* What it moves is given back first, and had again should that fail. */
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
