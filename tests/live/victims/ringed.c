/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes a given number of memory calls from threads on every CPU and from a
 * child; some fail. The first call is mprotect(NULL, 0, PROT_NONE).
 *
 *	ringed N	N rounds in each thread; exits
 *	ringed crowd N	forks N times while a child maps without a pause
 *	ringed flood N	N times mmap and munmap, then prints "flooded", and
 *			exits at the next byte
 *	ringed touch N	the same, and writes to each page
 *	ringed become PROGRAM N		executes PROGRAM as
 *	ringed alone N			which makes N rounds at once
 */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/ipc.h>
#include <sys/prctl.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

#include "victim.h"

#define THREADS 3
#define STORM 20000	/* mappings until the rings are filled all the time */

static size_t page;
static long rounds;
static pthread_barrier_t go;

static void must(int good)
{
	if (!good)
		_exit(90);
}

static char *map(int fd, int flags, size_t pages)
{
	char *p = mmap(NULL, pages * page, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | flags, fd, 0);

	must(p != MAP_FAILED);
	return p;
}

static void use(int fd)
{
	char *p = map(-1, MAP_ANONYMOUS, 2);

	p = mremap(p, 2 * page, 4 * page, MREMAP_MAYMOVE);
	must(p != MAP_FAILED);
	must(mprotect(p, page, PROT_READ) == 0);
	must(madvise(p, page, MADV_DONTNEED) == 0);
	must(munmap(p, 4 * page) == 0);
	must(munmap(p + 1, page) < 0);
	p = map(fd, 0, 1);
	must(munmap(p, page) == 0);
}

static void share(void)
{
	int id = shmget(IPC_PRIVATE, page, IPC_CREAT | 0600);
	void *p = shmat(id, NULL, 0);

	must(p != (void *)-1);
	must(shmdt(p) == 0);
	must(shmctl(id, IPC_RMID, NULL) == 0);
}

/* Called by the main thread alone: other threads would move the break, too. */
static void move_break(void)
{
	uintptr_t at = (uintptr_t)syscall(SYS_brk, 0);

	must((uintptr_t)syscall(SYS_brk, at + page) == at + page);
	must((uintptr_t)syscall(SYS_brk, at) == at);
}

static void work(void)
{
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);

	for (long i = 0; i < rounds; i++)
		use(fd);
	for (long i = 0; i < rounds / 10; i++)
		share();
	close(fd);
}

static void *thread(void *arg)
{
	pthread_barrier_wait(&go);
	work();
	return arg;
}

static void flood(bool touch)
{
	char c, *p;

	for (long i = 0; i < rounds; i++) {
		p = map(-1, MAP_ANONYMOUS, 1);
		if (touch)
			*(volatile char *)p = 1;
		must(munmap(p, page) == 0);
	}
	must(write(STDOUT_FILENO, "flooded\n", 8) == 8);
	must(read(STDIN_FILENO, &c, 1) == 1);
}

/* Forks next to a child that maps without a pause, and prints the elapsed
 * time. */
static void crowd(void)
{
	struct timespec begun, ended;
	int said[2], status;
	pid_t storm, child;
	char c;

	must(pipe(said) == 0);
	storm = fork();
	must(storm >= 0);
	for (long i = 0; !storm; i++) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		must(munmap(map(-1, MAP_ANONYMOUS, 1), page) == 0);
		if (i == STORM)
			must(write(said[1], "", 1) == 1);
	}
	must(read(said[0], &c, 1) == 1);
	clock_gettime(CLOCK_MONOTONIC, &begun);
	for (long i = 0; i < rounds; i++) {
		child = fork();
		if (!child)
			_exit(0);
		must(waitpid(child, &status, 0) == child && !status);
	}
	clock_gettime(CLOCK_MONOTONIC, &ended);
	must(kill(storm, SIGKILL) == 0);
	must(waitpid(storm, &status, 0) == storm);
	printf("us %lld\n", (ended.tv_sec - begun.tv_sec) * 1000000ll +
	       (ended.tv_nsec - begun.tv_nsec) / 1000);
}

/* Everything exists before mmtop attaches. */
static void family(void)
{
	pthread_t t[THREADS];
	int status;
	pid_t child;

	must(pthread_barrier_init(&go, NULL, THREADS + 1) == 0);
	for (int i = 0; i < THREADS; i++)
		must(pthread_create(&t[i], NULL, thread, NULL) == 0);
	wait_to_be_watched();
	mprotect(NULL, 0, PROT_NONE);
	/* Remains open. */
	must(syscall(SYS_memfd_create, "ringed-memory", 0u) >= 0);
	/* Remains mapped: a late reader of maps finds the file. */
	(void)map(open("/proc/self/exe", O_RDONLY | O_CLOEXEC), 0, 1);
	for (long i = 0; i < rounds; i++)
		move_break();
	child = fork();
	if (!child) {
		work();
		_exit(0);
	}
	must(child > 0);
	pthread_barrier_wait(&go);
	for (int i = 0; i < THREADS; i++)
		must(pthread_join(t[i], NULL) == 0);
	must(waitpid(child, &status, 0) == child && !status);
}

int main(int argc, char **argv)
{
	page = (size_t)sysconf(_SC_PAGESIZE);
	if (argc < 2)
		return 94;
	rounds = atol(argv[argc - 1]);
	if (!strcmp(argv[1], "become")) {
		wait_to_be_watched();
		mprotect(NULL, 0, PROT_NONE);
		must(argc == 4);
		execl(argv[2], argv[2], "alone", argv[3], (char *)NULL);
		return 91;
	}
	if (!strcmp(argv[1], "alone")) {
		work();
	} else if (!strcmp(argv[1], "crowd")) {
		wait_to_be_watched();
		crowd();
	} else if (!strcmp(argv[1], "flood") || !strcmp(argv[1], "touch")) {
		wait_to_be_watched();
		mprotect(NULL, 0, PROT_NONE);
		flood(!strcmp(argv[1], "touch"));
	} else {
		family();
	}
	return 0;
}
