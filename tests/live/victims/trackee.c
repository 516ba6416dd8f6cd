/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes to its pages on command, one letter each on stdin; prints "at ADDRESS"
 * for them, again after they have moved.
 *
 *	m	writes to the page before them
 *	w	writes to every third page, another third each time
 *	r	moves all by mremap
 *	u	unmaps them, maps new ones there, writes to every 7th
 *	f	forks: prints "child PID"; the child obeys M (m), W (every 5th)
 *	x	executes itself
 *
 * "threads": four threads write to their pages and verify them until stdin is
 * closed; prints "ok N" with the number of rounds, or an error.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "victim.h"

#define PAGES 512u
#define PAGE 4096u
#define SIZE ((size_t)PAGES * PAGE)
#define THREADS 4
#define EACH 64

static volatile char *pages;		/* after the page before them */

static char *page_at(volatile char *p, unsigned i)
{
	return (char *)(uintptr_t)p + (size_t)i * PAGE;
}

/* Leaves PROT_NONE neighbours, with which no mapping merges. */
static char *reserve(void)
{
	char *p = mmap(NULL, SIZE + 3 * PAGE, PROT_NONE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		_exit(2);
	return p + PAGE;
}

static void map_at(char *p, size_t size)
{
	if (mmap(p, size, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != p)
		_exit(2);
	madvise(p, size, MADV_NOHUGEPAGE);
}

static void say_at(void)
{
	printf("at %p\n", (void *)(uintptr_t)pages);
	fflush(stdout);
}

static void fill(void)
{
	char *p = reserve();

	map_at(p, SIZE + PAGE);
	memset(p, 1, SIZE + PAGE);
	pages = p + PAGE;
	say_at();
}

static void move(void)
{
	char *to = reserve();

	if (mremap(page_at(pages, 0) - PAGE, SIZE + PAGE, SIZE + PAGE,
		   MREMAP_MAYMOVE | MREMAP_FIXED, to) != to)
		_exit(3);
	pages = to + PAGE;
	say_at();
}

static void write_every(unsigned first, unsigned step)
{
	for (unsigned i = first; i < PAGES; i += step)
		page_at(pages, i)[7]++;
}

static void obey_child(int fd)
{
	char c;

	while (read(fd, &c, 1) == 1)
		if (c == 'M')
			pages[-(int)PAGE]++;
		else
			write_every(2, 5);
	_exit(0);
}

static int fork_one(void)
{
	int fds[2];
	pid_t pid;

	if (pipe(fds))
		_exit(4);
	pid = fork();
	if (pid == 0) {
		close(fds[1]);
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		obey_child(fds[0]);
	}
	close(fds[0]);
	printf("child %d\n", (int)pid);
	fflush(stdout);
	return fds[1];
}

static int obey(char **argv)
{
	unsigned turn = 0;
	int child = -1;
	char c;

	while (read(0, &c, 1) == 1)
		switch (c) {
		case 'm':
			pages[-(int)PAGE]++;
			break;
		case 'w':
			write_every(turn++ % 3, 3);
			break;
		case 'r':
			move();
			break;
		case 'u':
			munmap(page_at(pages, 0), SIZE);
			map_at(page_at(pages, 0), SIZE);
			write_every(0, 7);
			break;
		case 'f':
			child = fork_one();
			break;
		case 'x':
			execv("/proc/self/exe", argv);
			return 5;
		case 'M':
		case 'W':
			if (write(child, &c, 1) != 1)
				return 6;
			break;
		}
	printf("errno %d\n", errno);
	return 0;
}

/* --- threads -------------------------------------------------------------- */

static volatile int over;
static unsigned long rounds[THREADS];

static void *scribble(void *arg)
{
	size_t t = (size_t)(uintptr_t)arg;
	uint64_t n = 0;

	while (!over) {
		n++;
		for (unsigned i = 0; i < EACH; i++)
			memcpy(page_at(pages, (unsigned)t * EACH + i) + 8, &n,
			       sizeof n);
		for (unsigned i = 0; i < EACH; i++)
			if (memcmp(page_at(pages, (unsigned)t * EACH + i) + 8,
				   &n, sizeof n)) {
				printf("wrong: thread %zu page %u\n", t, i);
				_exit(7);
			}
	}
	rounds[t] = (unsigned long)n;
	return NULL;
}

static int threads(void)
{
	pthread_t t[THREADS];
	unsigned long sum = 0;
	char c;

	for (size_t i = 0; i < THREADS; i++)
		if (pthread_create(&t[i], NULL, scribble,
				   (void *)(uintptr_t)i))
			return 8;
	while (read(0, &c, 1) == 1)
		;
	if (errno)
		printf("wrong: errno %d\n", errno);
	over = 1;
	for (size_t i = 0; i < THREADS; i++) {
		pthread_join(t[i], NULL);
		sum += rounds[i];
	}
	printf("ok %lu\n", sum);
	return 0;
}

int main(int argc, char **argv)
{
	allow_tracing();
	fill();
	errno = 0;
	return argc > 1 && !strcmp(argv[1], "threads") ? threads()
						       : obey(argv);
}
