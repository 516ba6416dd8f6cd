/* SPDX-License-Identifier: 0BSD */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "preload/heap_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include "preload/heap_maps.h"

#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18
#endif

/* At first, calls are stored until the environment can be read. */
unsigned heap_ways = HEAP_TO_BE_KNOWN;

/* The stored calls of the loader and of the start of this library. */
#define KEPT_MAX 64
static struct {
	struct heap_call calls[KEPT_MAX];
	unsigned n;
} kept;

static void keep(const struct heap_call *call)
{
	unsigned i = __atomic_fetch_add(&kept.n, 1, __ATOMIC_RELAXED);

	if (i < KEPT_MAX) {
		kept.calls[i] = *call;
		kept.calls[i].frame = NULL;
	}
}

static void hand_out(const struct heap_call *call)
{
	int e = errno;

	if (heap_ways & HEAP_TO_BE_KNOWN)
		keep(call);
	if (heap_ways & HEAP_TO_RING)
		heap_ring_note(call);
	if (heap_ways & HEAP_TO_TEXT)
		heap_text_note(call);
	errno = e;
}

void heap_note(const struct heap_call *call)
{
	hand_out(call);
}

uint64_t heap_note_begin(const struct heap_call *call)
{
	if (heap_ways & HEAP_TO_TEXT && call->old) {
		int e = errno;

		heap_text_begin(call);
		errno = e;
	}
	return heap_ways & HEAP_TO_RING ? heap_ring_now() : 0;
}

void heap_note_undo(const struct heap_call *call)
{
	int e = errno;

	if (heap_ways & HEAP_TO_TEXT)
		heap_text_undo(call);
	errno = e;
}

struct heap_life *heap_life;
static uint32_t lives;			/* number of lives (struct heap_life) so
					 * far */

/* Creates the first life of the process, in a page that the kernel fills with
 * zeros in every child (MADV_WIPEONFORK, Linux 4.14). */
static bool begin_lives(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	struct heap_life *life = heap_own_map(NULL, page, PROT_READ | PROT_WRITE,
					      MAP_PRIVATE | MAP_ANONYMOUS, -1);

	if (life == MAP_FAILED)
		return false;
	if (madvise(life, page, MADV_WIPEONFORK) < 0) {
		heap_own_unmap(life, page);
		return false;
	}
	life->number = lives = 1;
	heap_life = life;
	return true;
}

/* Starts a new life in a child.  The child has one thread at first, but may
 * have created a second one, which runs this function at the same time. */
uint32_t heap_life_renew(void)
{
	uint32_t none = 0;
	uint32_t mine = __atomic_add_fetch(&lives, 1, __ATOMIC_RELAXED);

	__atomic_compare_exchange_n(&heap_life->number, &none, mine, false,
				    __ATOMIC_RELAXED, __ATOMIC_RELAXED);
	return heap_life->number;
}

const char *heap_variable(char *const *envp, const char *name)
{
	size_t len = strlen(name);

	for (; envp && *envp; envp++)
		if (!strncmp(*envp, name, len) && (*envp)[len] == '=')
			return *envp + len + 1;
	return NULL;
}

/* Not defined in C libraries other than glibc.  Their loaders may load this
 * library, but pass no arguments to constructors. */
extern const char *gnu_get_libc_version(void) __attribute__((weak));

/* Opens the files that memory_tracker's variables name.  `alone`: mmtop has not
 * launched the program.  Then calls without a file are written to descriptor 2,
 * and mappings, too, if no file is named at all. */
static unsigned open_texts(char *const *envp, bool alone)
{
	const char *calls = heap_variable(envp, "ALLOCATION_TRACE");
	const char *maps = heap_variable(envp, "MMAP_TRACE");
	unsigned ways = 0;

	if ((calls || alone) && heap_text_open(HEAP_TEXT_CALLS, calls))
		ways = HEAP_TO_TEXT;
	/* If mmtop has launched the program, mmtop writes the mappings. */
	if (alone && (maps || !calls) && heap_text_open(HEAP_TEXT_MAPS, maps))
		heap_maps_open();
	return ways;
}

/* The linker marks this library to be initialized before all others, since
 * their constructors allocate.  At that time the environment is known only from
 * the arguments of this function.  In secure mode (AT_SECURE) the library must
 * do nothing; the loader loads it then only if /etc/ld.so.preload names it. */
__attribute__((constructor)) static void begin(int argc, char **argv,
					       char **envp)
{
	int e = errno;
	const char *given;
	unsigned ways = 0;
	bool alone;

	(void)argc;
	(void)argv;
	if (!gnu_get_libc_version || getauxval(AT_SECURE)) {
		heap_ways = 0;
		return;
	}
	alone = !heap_variable(envp, HEAP_VARIABLE);
	given = heap_exec_open(envp);
	if (heap_resolve() && begin_lives()) {
		ways |= given && heap_ring_open(given) ? HEAP_TO_RING : 0;
		ways |= open_texts(envp, alone);
	}
	heap_ways = ways;
	for (unsigned i = 0; ways && i < kept.n && i < KEPT_MAX; i++)
		hand_out(&kept.calls[i]);
	if (ways & HEAP_TO_RING)
		heap_info_open();
	errno = e;
}
