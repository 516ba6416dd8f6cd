/* SPDX-License-Identifier: 0BSD */
/*
 * MMAP_TRACE: writes a line for each mapping and unmapping, including those of
 * the C library itself.
 *
 * The C library calls its own mmap, mmap64, munmap and mremap directly, for
 * example for a thread's stack.  Another library cannot intercept these calls.
 * So this file overwrites the first bytes of these functions with a jump to
 * functions here that do the same.  The loader has copies of its own, which
 * remain unchanged.
 *
 * The functions are overwritten while the process has one thread, before other
 * code runs.  If the kernel does not allow that (SELinux,
 * MemoryDenyWriteExecute), only calls that pass through this library are
 * written.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "preload/heap_private.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "preload/heap_maps.h"

static enum { MAPS_OFF, MAPS_OUTER, MAPS_ALL } maps;

/* While this library calls the C library: return address in the program that
 * called this library; otherwise 0. */
static THREAD_LOCAL uintptr_t outer;

/* Start and end of this library in memory, defined by the linker. */
extern HIDDEN const char __ehdr_start[], _end[];

bool heap_maps_is_span(const void *addr, size_t len)
{
	return len &&
	       ((uintptr_t)addr & ((size_t)sysconf(_SC_PAGESIZE) - 1)) == 0;
}

/* ---- lines --------------------------------------------------------------- */

/* Writes a line of the trace, with the size rounded up to whole pages. */
static void put(const char *name, const void *addr, size_t size,
		uintptr_t caller)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), all;
	int e = errno;

	if (!__builtin_add_overflow(size, page - 1, &all))
		size = all & ~(page - 1);
	heap_text_map(name, (uintptr_t)addr, size, caller);
	errno = e;
}

static void mapped(const void *addr, size_t size, uintptr_t caller)
{
	if (addr != MAP_FAILED)
		put("mmap(syscall)", addr, size, caller);
}

/* Writes the line for an unmapping.  Must come before the call: afterwards
 * another thread may get the address.  Returns false if the call will fail. */
static bool unmaps(const void *addr, size_t size, uintptr_t caller)
{
	if (!heap_maps_is_span(addr, size))
		return false;
	put("munmap(syscall)", addr, size, caller);
	return true;
}

/* ---- replacements of the C library's functions --------------------------- */

static uintptr_t caller_of(const void *address)
{
	uintptr_t own = (uintptr_t)__ehdr_start;

	return (uintptr_t)address - own < (uintptr_t)_end - own && outer
	       ? outer : (uintptr_t)address;
}
#define CALLER caller_of(__builtin_return_address(0))

static void *map_pages(void *addr, size_t len, int prot, int flags, int fd,
		       int64_t offset, uintptr_t caller)
{
	void *p;

#ifdef SYS_mmap2
	/* mmap2 takes the offset in units of 4096 bytes, as an unsigned long of
	 * 32 bits.  A file may have larger offsets. */
	if (offset & 4095 || (uint64_t)offset >> 12 > UINT32_MAX) {
		errno = EINVAL;
		return MAP_FAILED;
	}
	p = (void *)syscall(SYS_mmap2, addr, len, prot, flags, fd,
			    (unsigned long)(offset >> 12));
#else
	p = (void *)syscall(SYS_mmap, addr, len, prot, flags, fd, offset);
#endif
	mapped(p, len, caller);
	return p;
}

static void *libc_mmap64(void *addr, size_t len, int prot, int flags, int fd,
			 int64_t offset)
{
	return map_pages(addr, len, prot, flags, fd, offset, CALLER);
}

static void *libc_mmap(void *addr, size_t len, int prot, int flags, int fd,
		       unsigned long offset)
{
	return map_pages(addr, len, prot, flags, fd, (int64_t)offset, CALLER);
}

static int libc_munmap(void *addr, size_t len)
{
	uintptr_t caller = CALLER;
	bool goes = unmaps(addr, len, caller);
	int r = (int)syscall(SYS_munmap, addr, len);

	if (r < 0 && goes)
		mapped(addr, len, caller);
	return r;
}

static void *libc_mremap(void *old, size_t had, size_t size, int flags,
			 void *where)
{
	uintptr_t caller = CALLER;
	bool goes = !(flags & MREMAP_DONTUNMAP) && unmaps(old, had, caller);
	void *p = (void *)syscall(SYS_mremap, old, had, size, flags, where);

	mapped(p, size, caller);
	if (p == MAP_FAILED && goes)
		mapped(old, had, caller);
	return p;
}

/* ---- changing the code --------------------------------------------------- */

#if defined __x86_64__ && !defined __ILP32__
/* Code of the jump: jmp *0(%rip), then the address. */
#define JUMP { 0xff, 0x25, 0, 0, 0, 0 }
#define JUMP_ADDRESS 6u
#elif defined __i386__
/* Code of the jump: jmp, then the address relative to the next instruction. */
#define JUMP { 0xe9 }
#define JUMP_ADDRESS 1u
#define JUMP_RELATIVE 1
#elif defined __aarch64__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
/* Code of the jump: bti c; ldr x16, 8; br x16.  The address follows, at a
 * multiple of 4. */
#define JUMP { 0x5f, 0x24, 0x03, 0xd5, 0x50, 0x00, 0x00, 0x58, \
	       0x00, 0x02, 0x1f, 0xd6 }
#define JUMP_ADDRESS 12u
#endif

#ifdef JUMP
struct map_change {
	uintptr_t at, to;
};

/* Only glibc has these symbols.  A program with another C library may load this
 * library, which then does nothing. */
extern const char *gnu_get_libc_version(void) __attribute__((weak));
extern char __libc_single_threaded __attribute__((weak));
#pragma weak dladdr1

#define INT3 0xcc

/* Returns false if the function cannot be overwritten: it is not the C
 * library's, is too short, or has a breakpoint. */
static bool fits(const struct map_change *c)
{
	void *at = (void *)c->at;
	const ElfW(Sym) *sym = NULL;
	Dl_info info, libc;

	return at && dladdr1 &&
	       dladdr((void *)(uintptr_t)gnu_get_libc_version, &libc) &&
	       dladdr1(at, &info, (void **)(void *)&sym, RTLD_DL_SYMENT) &&
	       sym && info.dli_saddr == at &&
	       info.dli_fbase == libc.dli_fbase &&
	       sym->st_size >= JUMP_ADDRESS + sizeof(uintptr_t) &&
	       *(const unsigned char *)at != INT3;
}

static bool redirect(const struct map_change *c)
{
	unsigned char code[JUMP_ADDRESS + sizeof(uintptr_t)] = JUMP;
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	uintptr_t from = c->at & ~(uintptr_t)(page - 1), to = c->to;
	size_t n = (c->at + sizeof code - from + page - 1) & ~(page - 1);

#ifdef JUMP_RELATIVE
	to -= c->at + sizeof code;
#endif
	memcpy(code + JUMP_ADDRESS, &to, sizeof to);
	/* The page must stay executable: it may contain mprotect() itself. */
	if (mprotect((void *)from, n, PROT_READ | PROT_WRITE | PROT_EXEC) < 0)
		return false;
	memcpy((void *)c->at, code, sizeof code);
	__builtin___clear_cache((char *)c->at, (char *)c->at + sizeof code);
	(void)mprotect((void *)from, n, PROT_READ | PROT_EXEC);
	return true;
}

/* Overwrites all functions.  mmap is the last one, so that a failure has little
 * effect.  dlopen() is not used to find the functions, since it would run the C
 * library's constructors without arguments and environment. */
static bool redirect_all(void)
{
	const struct map_change changes[] = {
		{ (uintptr_t)heap_next.munmap, (uintptr_t)libc_munmap },
		{ (uintptr_t)heap_next.mremap, (uintptr_t)libc_mremap },
		{ (uintptr_t)heap_next.mmap64, (uintptr_t)libc_mmap64 },
		{ (uintptr_t)heap_next.mmap, (uintptr_t)libc_mmap },
	};
	const size_t all = sizeof changes / sizeof *changes;
	bool good = !&__libc_single_threaded || __libc_single_threaded;

	for (size_t i = 0; good && i < all; i++)
		good = fits(&changes[i]);
	for (size_t i = 0; good && i < all; i++)
		if (i + 1 == all && changes[i].at == changes[i - 1].at)
			break;
		else
			good = redirect(&changes[i]);
	return good;
}
#else
static bool redirect_all(void)
{
	(void)libc_mmap;
	(void)libc_mmap64;
	(void)libc_munmap;
	(void)libc_mremap;
	return false;
}
#endif

void heap_maps_open(void)
{
	maps = redirect_all() ? MAPS_ALL : MAPS_OUTER;
}

/* ---- calls through this library ------------------------------------------ */

/* Makes a call with `outer` set to the caller.  A signal handler may nest
 * another such call, so the old value is restored. */
#define FROM(caller, call) \
	do { \
		uintptr_t was = outer; \
\
		outer = (caller); \
		call; \
		outer = was; \
	} while (0)

void *heap_maps_mmap(void *addr, size_t len, int prot, int flags, int fd,
		     int64_t offset, bool wide, uintptr_t caller)
{
	void *p;

	FROM(caller, p = wide ? heap_next.mmap64(addr, len, prot, flags, fd,
						 offset)
			      : heap_next.mmap(addr, len, prot, flags, fd,
					       (long)offset));
	if (maps == MAPS_OUTER)
		mapped(p, len, caller);
	return p;
}

int heap_maps_munmap(void *addr, size_t len, uintptr_t caller)
{
	bool goes = maps == MAPS_OUTER && unmaps(addr, len, caller);
	int r;

	FROM(caller, r = heap_next.munmap(addr, len));
	if (r < 0 && goes)
		mapped(addr, len, caller);
	return r;
}

void *heap_maps_mremap(void *old, size_t had, size_t size, int flags,
		       void *where, uintptr_t caller)
{
	bool goes = maps == MAPS_OUTER && !(flags & MREMAP_DONTUNMAP) &&
		    unmaps(old, had, caller);
	void *p;

	FROM(caller, p = heap_next.mremap(old, had, size, flags, where));
	if (maps == MAPS_OUTER)
		mapped(p, size, caller);
	if (p == MAP_FAILED && goes)
		mapped(old, had, caller);
	return p;
}

/* ---- this library's own mappings ----------------------------------------- */

#if defined __x86_64__ && !defined __ILP32__
static long call(long nr, long a, long b, long c, long d, long e)
{
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = 0;
	long r;

	__asm__ volatile("syscall" : "=a"(r)
			 : "a"(nr), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8),
			   "r"(r9) : "rcx", "r11", "memory");
	return r;
}
#elif defined __aarch64__
static long call(long nr, long a, long b, long c, long d, long e)
{
	register long x8 __asm__("x8") = nr;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;
	register long x3 __asm__("x3") = d;
	register long x4 __asm__("x4") = e;
	register long x5 __asm__("x5") = 0;

	__asm__ volatile("svc 0" : "+r"(x0)
			 : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
			 : "memory");
	return x0;
}
#else
#define NO_OWN_CALLS 1
#endif

void *heap_own_map(void *at, size_t size, int prot, int flags, int fd)
{
#ifdef NO_OWN_CALLS
	return heap_next.mmap(at, size, prot, flags, fd, 0);
#else
	long r = call(SYS_mmap, (long)at, (long)size, prot, flags, fd);

	return r < 0 && r > -4096 ? MAP_FAILED : (void *)r;
#endif
}

void heap_own_unmap(void *at, size_t size)
{
#ifdef NO_OWN_CALLS
	heap_next.munmap(at, size);
#else
	call(SYS_munmap, (long)at, (long)size, 0, 0, 0);
#endif
}
