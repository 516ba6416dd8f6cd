/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Maps memory next to memory that has existed for a while, and calls mremap(2),
 * and others that accept only one area, on both.
 *
 *	remapper ROUNDS		prints "ready", then after ROUNDS rounds the
 *				result of each kind of call: "ok", an error, or
 *				"lost" if the contents have changed
 *	remapper own		maps, waits for a byte, then registers with its
 *				own userfaultfd: "own ok", or an error
 *
 * The lines are the same in every run, traced or not. Two threads do the work.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "victim.h"

#ifndef MADV_COLLAPSE
# define MADV_COLLAPSE 25
#endif
#ifndef MREMAP_DONTUNMAP
# define MREMAP_DONTUNMAP 4
#endif
#ifndef USERFAULTFD_IOC_NEW
# define USERFAULTFD_IOC_NEW _IO(0xAA, 0x00)
#endif

#define P 4096ul
#define ARENA (64 * P)
#define HUGE (2ul << 20)
/* Bytes that take some milliseconds to allocate. */
#define FILL (32ul << 20)
/* Rounds between the creation of an area and its use: mmtop tracks it by
 * then. */
#define AGE 10
#define ROUND_NS 20000000
#define RW (PROT_READ | PROT_WRITE)
#define FIXED (MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED)

/* A kind of test. Around x are 4 pages of 1, and after or before them 4 pages
 * of 2. */
typedef int kind_fn(char *x);

static char *map(char *at, size_t size, int prot, int flags)
{
	char *p = mmap(at, size, prot, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1,
		       0);

	if (p == MAP_FAILED)
		_exit(90);
	return p;
}

static bool holds(const char *p, size_t pages, char value)
{
	for (size_t i = 0; i < pages * P; i++)
		if (p[i] != value)
			return false;
	return true;
}

static int both_intact(const char *p)
{
	return holds(p, 4, 1) && holds(p + 4 * P, 4, 2) ? 0 : -1;
}

static char *map_behind(char *x, int flags)
{
	map(x + 4 * P, 4 * P, RW, MAP_FIXED | flags);
	memset(x + 4 * P, 2, 4 * P);
	return x;
}

static int check_moved(char *p, char *to)
{
	return to == MAP_FAILED ? errno : p && to != p ? -1 : both_intact(to);
}

/* Returns p if the range is one area, as mremap(2) would: it must be one to
 * grow. (The kernel does not check an area that keeps its size.) */
static char *grow_as_one(char *p, size_t size)
{
	char *q = mremap(p, size, size + P, 0);

	if (q == MAP_FAILED && errno != ENOMEM)
		return MAP_FAILED;
	if (q != MAP_FAILED && mremap(p, size + P, size, 0) != p)
		return MAP_FAILED;
	return p;
}

/* --- kinds ---------------------------------------------------------------- */

static int grown(char *x)
{
	return check_moved(NULL, mremap(map_behind(x, 0), 8 * P, 40 * P,
					MREMAP_MAYMOVE));
}

static int grown_below(char *x)
{
	char *q;

	map(x - 4 * P, 4 * P, RW, MAP_FIXED);
	memset(x - 4 * P, 2, 4 * P);
	q = mremap(x - 4 * P, 8 * P, 40 * P, MREMAP_MAYMOVE);
	if (q == MAP_FAILED)
		return errno;
	return holds(q, 4, 2) && holds(q + 4 * P, 4, 1) ? 0 : -1;
}

/* The neighbour has no permissions; it merges with the area once it has the
 * same ones. */
static int unprotected(char *x)
{
	if (mprotect(x + 4 * P, 4 * P, RW))
		return errno;
	memset(x + 4 * P, 2, 4 * P);
	return check_moved(x, grow_as_one(x, 8 * P));
}

/* An area without permissions merges with its neighbours, and remains
 * merged. */
static int protected(char *x)
{
	if (mprotect(x, 4 * P, PROT_NONE))
		return errno;
	return grow_as_one(x - 4 * P, 12 * P) == x - 4 * P ? 0 : errno;
}

static int fixed(char *x)
{
	char *to = x + 20 * P;

	return check_moved(to, mremap(map_behind(x, 0), 8 * P, 8 * P,
				      MREMAP_MAYMOVE | MREMAP_FIXED, to));
}

/* The kernel may merge two areas at the new place. */
static int fixed_next(char *x)
{
	char *to = x + 20 * P;

	map(to - 4 * P, 4 * P, RW, MAP_FIXED);
	if (mremap(x, 4 * P, 4 * P, MREMAP_MAYMOVE | MREMAP_FIXED, to) != to)
		return errno;
	memset(to - 4 * P, 2, 4 * P);
	if (grow_as_one(to - 4 * P, 8 * P) != to - 4 * P)
		return errno;
	return holds(to, 4, 1) && holds(to - 4 * P, 4, 2) ? 0 : -1;
}

/* Since Linux 6.17 two areas can be moved at once if they keep their size. */
static int two_areas(char *x)
{
	char *to = x + 20 * P;

	map_behind(x, 0);
	if (mprotect(x + 4 * P, 4 * P, PROT_READ))
		return errno;
	return check_moved(to, mremap(x, 8 * P, 8 * P,
				      MREMAP_MAYMOVE | MREMAP_FIXED, to));
}

static int stays(char *x)
{
	char *q = mremap(map_behind(x, 0), 8 * P, 8 * P,
			 MREMAP_MAYMOVE | MREMAP_DONTUNMAP, NULL);

	if (q == MAP_FAILED)
		return errno;
	memset(x, 2, 4 * P);
	if (grow_as_one(x, 8 * P) != x)
		return errno;
	return check_moved(NULL, q);
}

static int shrunk(char *x)
{
	map_behind(x, 0);
	map(x + 8 * P, 4 * P, RW, MAP_FIXED);
	if (mremap(x, 12 * P, 8 * P, 0) != x)
		return errno;
	return check_moved(x, mremap(x, 8 * P, 10 * P, 0));
}

static int populated(char *x)
{
	return check_moved(x, mremap(map_behind(x, MAP_POPULATE), 8 * P, 8 * P,
				     0));
}

/* The kernel places each mapping below the one before, unless the other thread
 * maps in between. In that case there is nothing to compare. */
static int chosen(char *x)
{
	const struct timespec age = { .tv_nsec = 5 * ROUND_NS };
	char *high, *low;

	(void)x;
	high = map(NULL, 4 * P, RW, 0);
	memset(high, 2, 4 * P);
	nanosleep(&age, NULL);
	low = map(NULL, 4 * P, RW, MAP_POPULATE);
	if (low + 4 * P != high)
		return 0;
	memset(low, 1, 4 * P);
	return check_moved(low, grow_as_one(low, 8 * P));
}

static int no_size(char *x)
{
	return mremap(x, 0, 4 * P, MREMAP_MAYMOVE) == MAP_FAILED ? errno : 0;
}

static int forked(char *x)
{
	int status;
	pid_t pid = fork();

	if (pid == 0)
		_exit(grown(x) & 0x7f);
	if (waitpid(pid, &status, 0) != pid)
		return errno;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* A child with CLONE_VM maps next to the area. */
static int borrowed(char *x)
{
	int status;
	pid_t pid = vfork();

	if (pid == 0) {
		map(x + 4 * P, 4 * P, RW, MAP_FIXED);
		_exit(0);
	}
	if (waitpid(pid, &status, 0) != pid)
		return errno;
	memset(x + 4 * P, 2, 4 * P);
	return check_moved(x, grow_as_one(x, 8 * P));
}

static int collapsed(char *x)
{
	char *p = map(NULL, 2 * HUGE, RW, 0);
	char *at = p + (HUGE - (uintptr_t)p % HUGE) % HUGE;
	const struct timespec age = { .tv_nsec = 5 * ROUND_NS };
	int r;

	(void)x;
	memset(at, 1, HUGE);
	nanosleep(&age, NULL);
	r = madvise(at, HUGE, MADV_COLLAPSE) ? errno : 0;
	if (!r && !holds(at, HUGE / P, 1))
		r = -1;
	munmap(p, 2 * HUGE);
	/* no huge page is available */
	return r == ENOMEM || r == EAGAIN || r == EBUSY ? 0 : r;
}

static void *fill(void *arg)
{
	munmap(map(NULL, FILL, RW, MAP_POPULATE), FILL);
	return arg;
}

/* Touches an area for the first time while another thread allocates memory. */
static int touched(char *x)
{
	const struct timespec age = { .tv_nsec = 5 * ROUND_NS };
	const struct timespec ms = { .tv_nsec = 1000000 };
	char *p = map(x + 24 * P, 8 * P, RW, MAP_FIXED);
	pthread_t t;

	nanosleep(&age, NULL);
	if (pthread_create(&t, NULL, fill, NULL))
		return EAGAIN;
	for (int i = 0; i < 8; i++) {
		memset(p + i * P, i < 4 ? 1 : 2, P);
		nanosleep(&ms, NULL);
	}
	pthread_join(t, NULL);
	return check_moved(p, grow_as_one(p, 8 * P));
}

static const struct {
	const char *name;
	kind_fn *fn;
} kinds[] = {
	{ "grown", grown }, { "below", grown_below },
	{ "unprotected", unprotected }, { "protected", protected },
	{ "fixed", fixed }, { "next", fixed_next }, { "areas", two_areas },
	{ "stays", stays }, { "shrunk", shrunk }, { "populated", populated },
	{ "chosen", chosen }, { "no-size", no_size }, { "forked", forked },
	{ "borrowed", borrowed }, { "collapsed", collapsed },
	{ "touched", touched },
};
#define KINDS (sizeof kinds / sizeof *kinds)
#define THREADS 2

/* --- rounds --------------------------------------------------------------- */

static int worst[KINDS];
static unsigned long rounds;

static char *arena(void)
{
	char *r = map(NULL, ARENA, PROT_NONE, 0);

	map(r + 16 * P, 4 * P, RW, MAP_FIXED);
	memset(r + 16 * P, 1, 4 * P);
	return r;
}

static void *work(void *arg)
{
	const struct timespec pace = { .tv_nsec = ROUND_NS };
	char *arenas[AGE] = { NULL };
	size_t t = (size_t)(uintptr_t)arg;

	for (unsigned long i = 0; i < rounds + AGE; i++) {
		/* Arenas remain mapped: the other thread may use the holes. */
		char **a = &arenas[i % AGE];
		size_t k = (i + t) % KINDS;
		int r = *a ? kinds[k].fn(*a + 16 * P) : 0;

		if (r && (!worst[k] || worst[k] != r))
			__atomic_store_n(&worst[k], r, __ATOMIC_SEQ_CST);
		*a = arena();
		nanosleep(&pace, NULL);
	}
	return NULL;
}

static int heap_is_one(void)
{
	const struct timespec age = { .tv_nsec = 10 * ROUND_NS };
	char *p = sbrk(0);

	p += (P - (uintptr_t)p % P) % P;
	if (brk(p + 4 * P))
		return errno;
	memset(p, 1, 4 * P);
	nanosleep(&age, NULL);
	if (brk(p + 8 * P))
		return errno;
	memset(p + 4 * P, 2, 4 * P);
	return check_moved(p, grow_as_one(p, 8 * P));
}

static void say(const char *name, int r)
{
	printf("%s %s\n", name, r < 0 ? "lost" : r ? strerror(r) : "ok");
}

/* --- its own userfaultfd -------------------------------------------------- */

static int own(void)
{
	char *p = map(NULL, 4 * P, RW, 0), c;
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register reg = {
		.range = { (uintptr_t)p, 4 * P },
		.mode = UFFDIO_REGISTER_MODE_MISSING,
	};
	int dev = open("/dev/userfaultfd", O_RDWR | O_CLOEXEC), fd;

	memset(p, 1, 4 * P);
	printf("ready\n");
	fflush(stdout);
	if (read(0, &c, 1) != 1)
		return 2;
	fd = dev < 0 ? -1 : ioctl(dev, USERFAULTFD_IOC_NEW, O_CLOEXEC);
	if (fd < 0)
		printf("no device\n");
	else if (ioctl(fd, UFFDIO_API, &api) ||
		 ioctl(fd, UFFDIO_REGISTER, &reg))
		printf("own %s\n", strerror(errno));
	else
		printf("own ok\n");
	return 0;
}

int main(int argc, char **argv)
{
	pthread_t t[THREADS];
	int heap;

	allow_tracing();
	if (argc > 1 && !strcmp(argv[1], "own"))
		return own();
	rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
	printf("ready\n");
	fflush(stdout);
	for (size_t i = 0; i < THREADS; i++)
		if (pthread_create(&t[i], NULL, work, (void *)(uintptr_t)i))
			return 3;
	for (size_t i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	heap = heap_is_one();
	for (size_t k = 0; k < KINDS; k++)
		say(kinds[k].name, worst[k]);
	say("heap", heap);
	return 0;
}
