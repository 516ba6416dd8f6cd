/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes one mapping of every kind, touches known pages, prints "ready" and
 * stops itself; exits when continued.
 *
 *	regions FILE
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "victim.h"

#define PAGE 4096
#define MIB (1u << 20)

static char *map(size_t size, int prot, int flags, int fd)
{
	char *p = mmap(NULL, size, prot, flags, fd, 0);

	if (p == MAP_FAILED)
		_exit(2);
	return p;
}

static void touch(volatile char *p, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		p[i * PAGE] = 1;
}

static void anonymous(void)
{
	const int rw = PROT_READ | PROT_WRITE;
	const int private = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
	/* One mapping; the part that remains PROT_NONE separates two
	 * regions. */
	char *stripes = map(69 * MIB, PROT_NONE, private, -1);
	char *zeros = stripes + 65 * MIB;
	char *holes = map(64 * PAGE, rw, private, -1);
	char *huge = map(8 * MIB, rw, private, -1);
	volatile char sum = 0;

	if (mprotect(stripes, 64 * MIB, rw) || mprotect(zeros, 4 * MIB, rw))
		_exit(7);
	/* 1,024 pages touched, 1,024 not. */
	madvise(stripes, 64 * MIB, MADV_NOHUGEPAGE);
	for (size_t i = 0; i < 16384; i += 2048)
		touch(stripes, i, i + 1024);
	/* Only read: maps the kernel's zero page, which does not count as
	 * RSS. */
	madvise(zeros, 4 * MIB, MADV_NOHUGEPAGE);
	for (size_t i = 0; i < 500; i++)
		sum = (char)(sum + zeros[i * PAGE]);
	touch(zeros, 500, 600);
	touch(holes, 0, 64);
	madvise(holes + 10 * PAGE, 5 * PAGE, MADV_DONTNEED);
	mprotect(holes + 30 * PAGE, PAGE, PROT_NONE);
	madvise(huge, 8 * MIB, MADV_HUGEPAGE);
	touch(huge, 0, 2048);
	/* Never touched. */
	map(1ul << 30, PROT_NONE, private, -1);
	touch(map(3 * PAGE, rw, MAP_SHARED | MAP_ANONYMOUS, -1), 1, 3);
}

static void files(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	int mem = (int)syscall(SYS_memfd_create, "a mem fd", 0);
	int id = shmget(IPC_PRIVATE, 20 * PAGE, IPC_CREAT | 0600);
	void *at;

	if (fd < 0 || ftruncate(fd, 40 * PAGE) || mem < 0 ||
	    ftruncate(mem, 10 * PAGE))
		_exit(3);
	touch(map(40 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd), 5, 9);
	touch(map(40 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd), 20, 22);
	touch(map(10 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, mem), 0, 7);
	if (id >= 0) {
		at = shmat(id, NULL, 0);
		shmctl(id, IPC_RMID, NULL);
		if (at == (void *)-1)
			_exit(4);
		touch(at, 3, 6);
	}
}

static void *sleeper(void *arg)
{
	while (!arg)
		pause();
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t;

	if (argc < 2)
		return 1;
	allow_tracing();
	anonymous();
	files(argv[1]);
	if (pthread_create(&t, NULL, sleeper, NULL))
		return 5;
	if (write(STDOUT_FILENO, "ready\n", 6) != 6)
		return 6;
	raise(SIGSTOP);
	return 0;
}
