/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Memory with known pages (pages.h), in two processes, and regions that grow,
 * shrink, move and are split until a byte is read. Then nothing changes until a
 * second byte.
 *
 *	pages FILE [large]	large: with the reservations
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pages.h"
#include "victim.h"

static char *map(enum area a, int prot, int flags, int fd)
{
	char *at = mmap((void *)area_at(a), area_sizes[a], prot,
			flags | MAP_FIXED_NOREPLACE | MAP_NORESERVE, fd, 0);

	if (at != (char *)area_at(a))
		_exit(2);
	madvise(at, area_sizes[a], MADV_NOHUGEPAGE);
	return at;
}

static char *anonymous(enum area a, int prot)
{
	return map(a, prot, MAP_PRIVATE | MAP_ANONYMOUS, -1);
}

static void touch(volatile char *at, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		at[i * PG] = 1;
}

static void patterns(void)
{
	const int rw = PROT_READ | PROT_WRITE;
	char *stripe = anonymous(AREA_STRIPE, rw);
	char *random = anonymous(AREA_RANDOM, rw);
	char *dense = anonymous(AREA_DENSE, rw);
	char *huge = anonymous(AREA_HUGE, rw);
	char *zero = anonymous(AREA_ZERO, rw);
	char *none = anonymous(AREA_NONE, rw);
	volatile char sum = 0;
	uint32_t seed = 1;

	for (size_t i = 0; i < 16384; i += 2048)
		touch(stripe, i, i + 1024);
	for (size_t i = 0; i < area_sizes[AREA_RANDOM] / PG; i++) {
		seed = seed * 1664525u + 1013904223u;
		if (seed >> 31)
			touch(random, i, i + 1);
	}
	for (size_t i = 0; i < area_sizes[AREA_DENSE] / PG; i++)
		if (i % 3001 != 5)
			touch(dense, i, i + 1);
	madvise(huge, area_sizes[AREA_HUGE], MADV_HUGEPAGE);
	touch(huge, 0, area_sizes[AREA_HUGE] / PG);
	for (size_t i = 0; i < 500; i++)
		sum = (char)(sum + zero[i * PG]);
	touch(zero, 500, 600);
	touch(none, 0, area_sizes[AREA_NONE] / PG);
	mprotect(none, area_sizes[AREA_NONE], PROT_NONE);
}

static void reservations(void)
{
	const int rw = PROT_READ | PROT_WRITE;
	char *spread = anonymous(AREA_SPREAD, rw);
	char *cluster = anonymous(AREA_CLUSTER, PROT_NONE);
	size_t n = area_sizes[AREA_SPREAD] / PG, first = 0;

	for (size_t i = 0; i < TOUCHED; i++)
		touch(spread, i * (n / TOUCHED) + 7, i * (n / TOUCHED) + 8);
	first = area_sizes[AREA_CLUSTER] / PG / 2;
	mprotect(cluster + first * PG, TOUCHED * PG, rw);
	touch(cluster, first, first + TOUCHED);
	mprotect(cluster + first * PG, TOUCHED * PG, PROT_NONE);
}

/* A child that has other pages of the same file. */
static pid_t sharer(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT, 0600), done[2];
	char *at, c;
	pid_t pid;

	if (fd < 0 || ftruncate(fd, (off_t)area_sizes[AREA_SHARED]) ||
	    pipe(done))
		_exit(3);
	at = map(AREA_SHARED, PROT_READ | PROT_WRITE, MAP_SHARED, fd);
	pid = fork();
	if (pid == 0)
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (size_t i = 0; i < area_sizes[AREA_SHARED] / PG; i++)
		if (shared_page(i, pid == 0))
			touch(at, i, i + 1);
	if (pid == 0) {
		allow_tracing();
		if (write(done[1], "", 1) != 1)
			_exit(4);
		for (;;)
			pause();
	}
	if (pid < 0 || read(done[0], &c, 1) != 1)
		_exit(4);
	return pid;
}

/* --- regions that change -------------------------------------------------- */

static void sized(bool grown)
{
	size_t size = area_sizes[AREA_SIZED];
	void *at = (void *)area_at(AREA_SIZED);

	if (mremap(at, grown ? size / 2 : size, grown ? size : size / 2, 0) ==
	    MAP_FAILED)
		_exit(5);
}

static void moved(bool away)
{
	void *from = (void *)area_at(away ? AREA_MOVED : AREA_MOVED_TO);
	void *to = (void *)area_at(away ? AREA_MOVED_TO : AREA_MOVED);
	size_t size = area_sizes[AREA_MOVED];

	if (mremap(from, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, to) != to)
		_exit(6);
}

static void split(size_t page, int prot)
{
	char *at = (char *)area_at(AREA_SPLIT);

	if (mprotect(at + page * PG, 700 * PG, prot))
		_exit(7);
}

static void changing(void)
{
	const int rw = PROT_READ | PROT_WRITE;
	struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };
	char c;

	do {
		for (size_t i = 0; i < 20; i++) {
			sized(false);
			split(i * 250, i % 2 ? PROT_NONE : PROT_READ);
			moved(true);
			split(i * 250, rw);
			sized(true);
			moved(false);
		}
	} while (poll(&p, 1, 1) == 0);
	/* The final state. */
	split(2000, PROT_READ);
	moved(true);
	if (read(STDIN_FILENO, &c, 1) != 1)
		_exit(95);
}

int main(int argc, char **argv)
{
	char c;
	pid_t child;

	if (argc < 2)
		return 1;
	allow_tracing();
	child = sharer(argv[1]);
	patterns();
	if (argc > 2)
		reservations();
	touch(anonymous(AREA_SIZED, PROT_READ | PROT_WRITE), 0,
	      area_sizes[AREA_SIZED] / 2 / PG);
	touch(anonymous(AREA_MOVED, PROT_READ | PROT_WRITE), 0,
	      area_sizes[AREA_MOVED] / PG);
	touch(anonymous(AREA_SPLIT, PROT_READ | PROT_WRITE), 0,
	      area_sizes[AREA_SPLIT] / PG);
	printf("%d %d\nready\n", (int)getpid(), (int)child);
	fflush(stdout);
	changing();
	if (write(STDOUT_FILENO, "settled\n", 8) != 8 ||
	    read(STDIN_FILENO, &c, 1) != 1)
		return 95;
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	return 0;
}
