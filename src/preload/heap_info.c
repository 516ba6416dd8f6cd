/* SPDX-License-Identifier: 0BSD */
/*
 * Statistics of the allocator.  If mmtop requests them, the next thread that
 * allocates reads them, after the allocator has returned.  mallinfo2() locks
 * the arenas one after the other, as do threads that wait for memory. Signals
 * are blocked during mallinfo2(), since a handler that allocates must not find
 * an arena locked.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "preload/heap_writer.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

/* Same as struct mallinfo2, which older C libraries do not define. */
struct numbers {
	uint64_t v[HEAP_NUMBERS];	/* a size_t in mallinfo2; size_t has 64
					 * bits */
};

static const uint64_t no_request;
const uint64_t *heap_request = &no_request;
uint64_t heap_seen;

static struct numbers (*ask)(void);
static enum heap_says says;

/* ---- which allocator is used --------------------------------------------- */

#ifdef DLFO_STRUCT_HAS_EH_DBASE
extern int _dl_find_object(void *, struct dl_find_object *)
	__attribute__((weak));
#endif

/* Returns a pointer that identifies the file that p is in; NULL: p is in no
 * file. */
static const void *file_of(const void *p)
{
	Dl_info info;
#ifdef DLFO_STRUCT_HAS_EH_DBASE
	struct dl_find_object found;

	/* Faster than dladdr(), which also searches for a symbol. */
	if (_dl_find_object)
		return p && _dl_find_object((void *)(uintptr_t)p, &found) == 0
		       ? found.dlfo_link_map : NULL;
#endif
	return p && dladdr(p, &info) ? info.dli_fbase : NULL;
}

static bool is_of_one_file(const void *a, const void *b)
{
	const void *file = file_of(a);

	return file && file == file_of(b);
}

/* Some C libraries do not have dladdr1(). */
#pragma weak dladdr1

/*
 * True if p is the executable's entry for calls of malloc (PLT), not malloc
 * itself.  In an executable with a fixed address, the address of malloc may be
 * that of the entry; the executable then does not define the symbol.
 */
static bool is_call_entry(const void *p)
{
	const ElfW(Sym) *sym = NULL;
	Dl_info info;

	return p && dladdr1 &&
	       dladdr1(p, &info, (void **)(void *)&sym, RTLD_DL_SYMENT) &&
	       sym && sym->st_shndx == SHN_UNDEF;
}

/* True if the executable has a malloc of its own, which is found before this
 * library's malloc. */
static bool is_passed_by(void)
{
	const void *malloc_at = dlsym(RTLD_DEFAULT, "malloc");

	return !is_call_entry(malloc_at) &&
	       !is_of_one_file(malloc_at, (const void *)&no_request);
}

static enum heap_says find_out(void)
{
	void *const malloc_at = dlsym(RTLD_NEXT, "malloc");
	void *const start_at = dlsym(RTLD_NEXT, "__libc_start_main");

	if (is_passed_by())
		return HEAP_SAYS_OWN;
	if (!is_of_one_file(malloc_at, start_at))
		return HEAP_SAYS_OTHER;
	/* POSIX allows converting the result of dlsym() to a function
	 * pointer. */
	*(void **)(void *)&ask = dlsym(RTLD_NEXT, "mallinfo2");
	return ask ? HEAP_SAYS_NUMBERS : HEAP_SAYS_UNABLE;
}

void heap_info_open(void)
{
	const uint64_t *asked = heap_ring_asked();

	heap_ring_say(HEAP_SAYS_HERE, 0, 0, NULL, 0);
	says = find_out();
	if (says == HEAP_SAYS_OWN) {
		heap_ring_say(says, 0, 0, NULL, 0);
		return;
	}
	/* Ignore the current request: it was for the program that this process
	 * ran before. */
	heap_seen = *asked;
	heap_request = asked;
}

/* ---- answering ----------------------------------------------------------- */

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void say(uint64_t number)
{
	struct numbers numbers;
	sigset_t all, before;
	uint64_t began;

	if (says != HEAP_SAYS_NUMBERS) {
		heap_ring_say(says, number, 0, NULL, 0);
		return;
	}
	sigfillset(&all);
	if (sigprocmask(SIG_SETMASK, &all, &before) < 0)
		return;
	began = now();
	numbers = ask();
	heap_ring_say(says, number, now() - began, numbers.v, HEAP_NUMBERS);
	sigprocmask(SIG_SETMASK, &before, NULL);
}

void heap_info_answer(void)
{
	uint64_t asked = __atomic_load_n(heap_request, __ATOMIC_RELAXED);
	uint64_t seen = __atomic_load_n(&heap_seen, __ATOMIC_RELAXED);
	pid_t whom = (pid_t)(asked >> 32), self = heap_ring_pid();
	int e = errno;

	/* If this thread cannot answer now, a later call or another thread
	 * will. */
	if (heap_writer.inside || asked == seen || !self)
		return;
	/* A vfork child shares its parent's memory, so self is the parent's PID
	 * in it: the child must not answer.  getpid() is called only if the
	 * request is for this process. */
	if ((!whom || whom == self) && self != getpid())
		return;
	if (!__atomic_compare_exchange_n(&heap_seen, &seen, asked, false,
					 __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		return;
	if (!whom || whom == self)
		say(asked & UINT32_MAX);
	errno = e;
}
